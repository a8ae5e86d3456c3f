/** A worker process as its parent sees it: started, given orders, ended by its own process id. */

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compiledProgram } from '../scripts/system/compiled-program.ts';
import type { WorkerOrder, WorkerReport, WorkerSetup } from './worker-protocol.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

type Unnumbered<Order> = Order extends unknown ? Omit<Order, 'id'> : never;
type Done = Extract<WorkerReport, { report: 'done' }>;

export interface WorkerOptions {
  /** Which program: `agent-worker.ts` or `library-worker.ts`. */
  program: 'agent-worker.ts' | 'library-worker.ts';
  setup: WorkerSetup;
  /** More environment, such as shorter lease times. */
  env?: Record<string, string>;
  /** Told what people wrote, for each call of the model. */
  onAsked?: (texts: string[]) => void;
}

export class WorkerProcess {
  readonly setup: WorkerSetup;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<
    number,
    { done: (report: Done) => void; failed: (e: Error) => void }
  >();
  readonly #onAsked: (texts: string[]) => void;
  readonly #exited: Promise<void>;
  #orders = 0;
  #ready = () => {};

  private constructor(options: WorkerOptions) {
    const { program, setup, env = {}, onAsked = () => {} } = options;
    this.setup = setup;
    this.#onAsked = onAsked;
    const path = compiledProgram(fileURLToPath(new URL(program, import.meta.url)));
    this.#child = spawn(process.execPath, [path, JSON.stringify(setup)], {
      cwd: ROOT,
      env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (report: WorkerReport) => this.#hear(report));
    // Without a listener a failed spawn would end the parent.
    this.#child.on('error', () => {});
    this.#exited = new Promise((resolve) => this.#child.once('exit', () => resolve()));
    void this.#exited.then(() => this.#failAll());
  }

  /** Starts a worker and waits until it takes orders. @throws when it ends before that. */
  static async start(options: WorkerOptions): Promise<WorkerProcess> {
    const worker = new WorkerProcess(options);
    const ready = new Promise<void>((resolve) => {
      worker.#ready = resolve;
    });
    const ended = worker.#exited.then(() => {
      throw new Error(`${options.program} ended before it was ready`);
    });
    await Promise.race([ready, ended]);
    ended.catch(() => {});
    return worker;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Gives an order and waits for its outcome. @throws when it fails, or the process ends first. */
  order(order: Unnumbered<WorkerOrder>): Promise<Done> {
    const id = ++this.#orders;
    return new Promise((done, failed) => {
      if (!this.running) return failed(new Error('the worker is not running'));
      this.#waiting.set(id, { done, failed });
      this.#child.send({ ...order, id });
    });
  }

  /** Ends the process as a crash would. */
  async kill(): Promise<void> {
    if (this.running) this.#child.kill('SIGKILL');
    await this.#exited;
  }

  /** Stops the process without ending it, as a frozen machine would. */
  freeze(): void {
    this.#child.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child.kill('SIGCONT');
  }

  /** Lets the process finish what it holds, up to a limit, then ends it. */
  async stop(limitMs = 3_000): Promise<void> {
    if (this.running) this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), limitMs);
    await this.#exited;
    clearTimeout(timer);
  }

  #hear(report: WorkerReport): void {
    if (report.report === 'ready') this.#ready();
    else if (report.report === 'asked') this.#onAsked(report.texts);
    else this.#answer(report);
  }

  #answer(report: Extract<WorkerReport, { id: number }>): void {
    const waiting = this.#waiting.get(report.id);
    this.#waiting.delete(report.id);
    if (report.report === 'done') waiting?.done(report);
    else waiting?.failed(new Error(report.message));
  }

  #failAll(): void {
    for (const { failed } of this.#waiting.values()) failed(new Error('the worker ended'));
    this.#waiting.clear();
  }
}
