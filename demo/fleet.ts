/** The processes of the demo. */

import { WorkerProcess } from './worker-process.ts';
import type { WorkerSetup } from './worker-protocol.ts';

export interface Deployment {
  redisUrl: string;
  prefix: string;
}

const VERSION = '2.4.1';

const AGENTS = [
  { service: 'support-api', host: 'web-1' },
  { service: 'support-api', host: 'web-2' },
  { service: 'backoffice', host: 'jobs-1' },
] as const;

/** The process that crashes. */
const CRASHING = { service: 'importer', host: 'jobs-2' } as const;

const LIBRARY = [
  { service: 'indexer', host: 'jobs-1' },
  { service: 'billing', host: 'jobs-3' },
] as const;

export class Fleet {
  readonly #deployment: Deployment;
  readonly agents: readonly WorkerProcess[];
  readonly #library: readonly WorkerProcess[];
  /** The process that dies and comes back. */
  crashing: WorkerProcess;

  private constructor(
    deployment: Deployment,
    agents: readonly WorkerProcess[],
    library: readonly WorkerProcess[],
    crashing: WorkerProcess,
  ) {
    this.#deployment = deployment;
    this.agents = agents;
    this.#library = library;
    this.crashing = crashing;
  }

  /** Starts all processes. @throws when one does not start; the others are ended then. */
  static async start(deployment: Deployment): Promise<Fleet> {
    const started = await Promise.allSettled([
      ...[...AGENTS, CRASHING].map((one) => startAgent(deployment, one)),
      ...LIBRARY.map((one) => startLibrary(deployment, one)),
    ]);
    const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failed = started.find((one) => one.status === 'rejected');
    if (failed) {
      await Promise.all(running.map((worker) => worker.kill()));
      throw failed.reason;
    }
    const agents = running.slice(0, AGENTS.length);
    const [crashing, ...library] = running.slice(AGENTS.length);
    if (!crashing) throw new Error('no process to crash');
    return new Fleet(deployment, agents, library, crashing);
  }

  /** Kills the crashing process without warning. */
  async crash(): Promise<void> {
    await this.crashing.kill();
  }

  async restart(): Promise<void> {
    this.crashing = await startAgent(this.#deployment, CRASHING);
  }

  async stop(): Promise<void> {
    const all = [...this.agents, ...this.#library, this.crashing];
    await Promise.all(all.map((worker) => worker.stop()));
  }
}

type Name = Pick<WorkerSetup, 'service' | 'host'>;

function startAgent(deployment: Deployment, name: Name): Promise<WorkerProcess> {
  const setup = { ...deployment, ...name, version: VERSION };
  return WorkerProcess.start({ program: 'agent-worker.ts', setup });
}

function startLibrary(deployment: Deployment, name: Name): Promise<WorkerProcess> {
  const setup = { ...deployment, ...name, version: VERSION };
  return WorkerProcess.start({ program: 'library-worker.ts', setup });
}
