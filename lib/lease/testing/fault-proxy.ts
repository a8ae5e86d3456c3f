/** A TCP proxy that breaks connections in the ways networks do, for tests. */

import { connect, createServer, type Server, type Socket } from 'node:net';

type Direction = 'request' | 'reply';

interface Pair {
  client: Socket;
  server: Socket;
}

/** What happens to bytes. `stalled` ones are kept and delivered on return, `swallowed` ones never. */
type Weather = 'fair' | 'stalled' | 'swallowed' | 'reply-lost';

export class FaultProxy {
  readonly #target: number;
  readonly #listener: Server;
  readonly #pairs = new Set<Pair>();
  #weather: Weather = 'fair';
  #cut: { text: string; from: Direction } | null = null;
  #delayMs = 0;
  #refusing = false;
  #held: (() => void)[] = [];

  private constructor(target: number) {
    this.#target = target;
    this.#listener = createServer((client) => this.#accept(client));
  }

  /** A proxy on a free loopback port before the one given. */
  static async before(target: number): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await new Promise<void>((resolve) => proxy.#listener.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    const address = this.#listener.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** Keeps every byte back, in both directions, until {@link clear}. */
  stall(): void {
    this.#weather = 'stalled';
  }

  /** Swallows every byte, in both directions, and says nothing. */
  blackHole(): void {
    this.#weather = 'swallowed';
  }

  /** Lets one more request through, swallows what the server answers, and resets the connection. */
  loseNextReply(): void {
    this.#weather = 'reply-lost';
  }

  /**
   * Swallows everything from the first request on that holds `text`: that request itself, or only
   * what the server answers to it. {@link reset} before {@link clear}: what was swallowed is
   * missing on the connections that were open.
   */
  cutAt(text: string, from: Direction): void {
    this.#cut = { text, from };
  }

  /** Delivers every byte this much later. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  /** Resets every connection, and any new one until {@link clear}. */
  refuse(): void {
    this.#refusing = true;
    this.reset();
  }

  /** Resets every connection. */
  reset(): void {
    for (const { client, server } of this.#pairs) {
      client.resetAndDestroy();
      server.destroy();
    }
    this.#pairs.clear();
    this.#held = [];
  }

  /** Fair weather again; what was stalled is delivered. */
  clear(): void {
    this.#weather = 'fair';
    this.#cut = null;
    this.#delayMs = 0;
    this.#refusing = false;
    const held = this.#held;
    this.#held = [];
    for (const deliver of held) deliver();
  }

  async close(): Promise<void> {
    this.reset();
    await new Promise((resolve) => this.#listener.close(resolve));
  }

  #accept(client: Socket): void {
    if (this.#refusing) {
      client.resetAndDestroy();
      return;
    }
    const server = connect(this.#target, '127.0.0.1');
    const pair = { client, server };
    this.#pairs.add(pair);
    client.setNoDelay(true);
    server.setNoDelay(true);
    client.on('data', (bytes) => this.#pass('request', pair, bytes));
    server.on('data', (bytes) => this.#pass('reply', pair, bytes));
    const end = () => {
      this.#pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
  }

  #pass(direction: Direction, pair: Pair, bytes: Buffer): void {
    const to = direction === 'request' ? pair.server : pair.client;
    const deliver = () => {
      if (to.writable) to.write(bytes);
    };
    if (this.#weather === 'swallowed') return;
    if (this.#cut && direction === 'request' && bytes.includes(this.#cut.text)) {
      this.#weather = 'swallowed';
      if (this.#cut.from === 'reply') deliver();
      this.#cut = null;
      return;
    }
    if (this.#weather === 'stalled') {
      this.#held.push(deliver);
    } else if (this.#weather === 'reply-lost' && direction === 'reply') {
      this.clear();
      this.reset();
    } else if (this.#delayMs > 0) {
      setTimeout(deliver, this.#delayMs);
    } else {
      deliver();
    }
  }
}
