import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compiledProgram } from '../../scripts/system/compiled-program.ts';

/** A process in which one thing is measured; see child.ts for what it can be asked. */
export interface MeasuredProcess {
  ask<T>(task: string): Promise<T>;
  stop(): void;
}

export async function startMeasured(name: string, url: string): Promise<MeasuredProcess> {
  // As plain JavaScript, as in production: a TypeScript loader makes small functions dearer.
  const program = compiledProgram(fileURLToPath(new URL('./child.ts', import.meta.url)));
  const child = fork(program, [name, url], {
    execArgv: ['--expose-gc', '--max-old-space-size=8192'],
    serialization: 'advanced',
  });
  const answer = <T>() =>
    new Promise<T>((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`${name} ended (${code})`));
      child.once('exit', onExit);
      child.once('message', (message) => {
        child.off('exit', onExit);
        resolve(message as T);
      });
    });
  await answer();
  return {
    ask: <T>(task: string) => {
      child.send(task);
      return answer<T>();
    },
    stop: () => {
      child.kill();
    },
  };
}
