/**
 * Takes keyspace events out of what a server sends, before the client decodes it. Decoding makes
 * six objects of an event, which is most of what watching a busy deployment costs; here its key is
 * the only one.
 *
 * It reads what Redis calls RESP3 (https://redis.io/docs/latest/develop/reference/protocol-spec/):
 * an event is a push of four blob strings, the first two of which are the same each time. Every
 * other frame is measured and passed on whole.
 */

const CR = 13;
const LF = 10;
const DOLLAR = 36;
const ZERO = 48;
const NINE = 57;
const MINUS = 45;
/** A value that is not all there yet. */
const INCOMPLETE = -1;

/** `>4 pmessage <pattern>`, up to where the length of the channel is told. */
export function eventHeader(pattern: string): Buffer {
  return Buffer.from(`>4\r\n$8\r\npmessage\r\n$${Buffer.byteLength(pattern)}\r\n${pattern}\r\n$`);
}

export interface FrameSkimmerOptions {
  /** How frames of events begin, as {@link eventHeader} tells. */
  headers: readonly Buffer[];
  /** How many bytes of a channel come before the key. */
  keyAt: number;
  /** Told of each event: the key, one character per byte, and the event's name. */
  event(key: string, name: string): void;
  /** Takes everything else, whole frames in order. */
  rest(bytes: Buffer): void;
}

export class FrameSkimmer {
  readonly #options: FrameSkimmerOptions;
  /** The beginning of a frame whose end is yet to come. */
  #waiting: Buffer | null = null;

  constructor(options: FrameSkimmerOptions) {
    this.#options = options;
  }

  /** Takes in what came next on the connection, cut anywhere. */
  write(chunk: Buffer): void {
    const bytes = this.#waiting === null ? chunk : Buffer.concat([this.#waiting, chunk]);
    this.#waiting = null;
    let at = 0;
    // Where frames that are not ours began.
    let restAt = 0;
    while (at < bytes.length) {
      const header = this.#headerAt(bytes, at);
      let end = header === null ? INCOMPLETE : this.#takeEvent(bytes, at, header, restAt);
      if (end !== INCOMPLETE) restAt = end;
      else end = endOfValue(bytes, at);
      if (end === INCOMPLETE) break;
      at = end;
    }
    if (restAt < at) this.#options.rest(bytes.subarray(restAt, at));
    if (at < bytes.length) this.#waiting = bytes.subarray(at);
  }

  #headerAt(bytes: Buffer, at: number): Buffer | null {
    for (const header of this.#options.headers) {
      const end = at + header.length;
      if (end <= bytes.length && header.compare(bytes, at, end) === 0) return header;
    }
    return null;
  }

  /** Tells of the event at `at`, after the frames before it; answers its end. */
  #takeEvent(bytes: Buffer, at: number, header: Buffer, restAt: number): number {
    const channelAt = afterLength(bytes, at + header.length);
    if (channelAt === INCOMPLETE) return INCOMPLETE;
    const channelEnd = channelAt + lengthAt(bytes, at + header.length);
    if (channelEnd + 2 >= bytes.length || bytes[channelEnd + 2] !== DOLLAR) return INCOMPLETE;
    const nameAt = afterLength(bytes, channelEnd + 3);
    if (nameAt === INCOMPLETE) return INCOMPLETE;
    const nameEnd = nameAt + lengthAt(bytes, channelEnd + 3);
    if (nameEnd + 2 > bytes.length) return INCOMPLETE;
    if (restAt < at) this.#options.rest(bytes.subarray(restAt, at));
    this.#options.event(
      bytes.toString('latin1', channelAt + this.#options.keyAt, channelEnd),
      nameOf(bytes, nameAt, nameEnd),
    );
    return nameEnd + 2;
  }
}

/** Nearly all events are renewals, and share one string. */
const EXPIRE = Buffer.from('expire');

function nameOf(bytes: Buffer, at: number, end: number): string {
  if (end - at === EXPIRE.length) {
    let same = 0;
    while (same < EXPIRE.length && bytes[at + same] === EXPIRE[same]) same++;
    if (same === EXPIRE.length) return 'expire';
  }
  return bytes.toString('latin1', at, end);
}

/** The number at `at`; what ends it is looked for by {@link afterLength}. */
function lengthAt(bytes: Buffer, at: number): number {
  let length = 0;
  for (let i = at; ; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < ZERO || byte > NINE) return length;
    length = length * 10 + byte - ZERO;
  }
}

/** Behind the line break that ends a number. */
function afterLength(bytes: Buffer, at: number): number {
  for (let i = at; i + 1 < bytes.length; i++) {
    if (bytes[i] === CR && bytes[i + 1] === LF) return i + 2;
  }
  return INCOMPLETE;
}

/** Where the value that begins at `at` ends, with all that is in it. */
function endOfValue(bytes: Buffer, at: number): number {
  // How many values are still to come.
  let left = 1;
  let end = at;
  while (left > 0) {
    const begin = end;
    end = afterLength(bytes, begin);
    if (end === INCOMPLETE) return INCOMPLETE;
    left--;
    const type = String.fromCharCode(bytes[begin] ?? 0);
    // In the older protocol, what is not there has the length -1.
    const length = bytes[begin + 1] === MINUS ? -1 : lengthAt(bytes, begin + 1);
    if (type === '$' || type === '=' || type === '!') {
      if (length >= 0) end += length + 2;
    } else if (type === '*' || type === '~' || type === '>') {
      left += Math.max(0, length);
    } else if (type === '%') {
      left += 2 * length;
    } else if (type === '|') {
      // Attributes come before the value that they belong to.
      left += 2 * length + 1;
    }
    if (end > bytes.length) return INCOMPLETE;
  }
  return end;
}
