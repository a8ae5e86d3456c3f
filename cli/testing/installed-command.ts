/** The `leaseboard` command as installed, run in processes of its own. */

import { type ChildProcess, execFile } from 'node:child_process';
import { installPackage } from '../../scripts/package/install.ts';

/** How a run of the command ended. */
export interface Ended {
  code: number;
  out: string;
  err: string;
}

export class InstalledCommand {
  readonly #installed = installPackage();

  /** Runs it to its end; it sees no settings but `env`. */
  run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [this.#installed.command, ...args],
        { env: fresh(env) },
        (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
      );
    });
  }

  /** Starts it, for commands that go on until they are interrupted. */
  start(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
    return execFile(process.execPath, [this.#installed.command, ...args], { env: fresh(env) });
  }

  /** Deletes what was installed. */
  remove(): void {
    this.#installed.remove();
  }
}

function fresh(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_ENV } = process.env;
  return { PATH, HOME, NODE_ENV, ...env };
}
