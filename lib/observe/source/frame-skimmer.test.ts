import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventHeader, FrameSkimmer } from './frame-skimmer.ts';

const CHANNEL = '__keyspace@0__:';
const PATTERNS = [`${CHANNEL}p:lease:*`, `${CHANNEL}öther:*`];

/** What a skimmer tells of frames that come in pieces: events, and the rest as it was passed on. */
function skim(pieces: readonly Buffer[]): { events: string[][]; rest: string; order: string[] } {
  const events: string[][] = [];
  const order: string[] = [];
  let rest = '';
  const skimmer = new FrameSkimmer({
    headers: PATTERNS.map(eventHeader),
    keyAt: CHANNEL.length,
    event: (key, name) => {
      events.push([key, name]);
      order.push('event');
    },
    rest: (bytes) => {
      rest += bytes.toString('latin1');
      order.push('rest');
    },
  });
  for (const piece of pieces) skimmer.write(piece);
  return { events, rest, order };
}

function blob(text: string | Buffer): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(`$${bytes.length}\r\n`), bytes, Buffer.from('\r\n')]);
}

function message(pattern: string, key: Buffer, name: string): Buffer {
  const channel = Buffer.concat([Buffer.from(CHANNEL), key]);
  const parts = [blob('pmessage'), blob(pattern), blob(channel), blob(name)];
  return Buffer.concat([Buffer.from('>4\r\n'), ...parts]);
}

/** Frames of every type, none of which is an event of ours. */
const others = fc.constantFrom(
  ...['+OK\r\n', '-ERR no\r\n', ':42\r\n', ':-1\r\n', '_\r\n', '#t\r\n', ',1.5e-3\r\n'],
  ...['(123456789012345678901234567890\r\n', '$0\r\n\r\n', '$-1\r\n', '*-1\r\n', '*0\r\n'],
  ...['=7\r\ntxt:a\r\n\r\n', '!5\r\nERR x\r\n', '~2\r\n:1\r\n$1\r\na\r\n'],
  ...['%2\r\n+a\r\n*2\r\n:1\r\n:2\r\n$1\r\nb\r\n%1\r\n+c\r\n_\r\n', '%0\r\n'],
  ...['|1\r\n+ttl\r\n:3\r\n$2\r\nok\r\n', '>3\r\n$10\r\npsubscribe\r\n$1\r\n*\r\n:1\r\n'],
  // Another pattern, another number of parts, and text that looks like an event.
  message(`${CHANNEL}*`, Buffer.from('p:lease:x'), 'del').toString('latin1'),
  blob(message(PATTERNS[0] ?? '', Buffer.from('p:lease:x'), 'expire')).toString('latin1'),
);

const frame = fc.oneof(
  others.map((text) => ({ bytes: Buffer.from(text, 'latin1'), event: null })),
  fc
    .tuple(
      fc.constantFrom(...PATTERNS),
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom('expire', 'expiry', 'set', 'del', 'expired', 'rename_from'),
    )
    .map(([pattern, key, name]) => ({
      bytes: message(pattern, Buffer.from(key), name),
      event: [Buffer.from(key).toString('latin1'), name],
    })),
);

it('takes events out of any stream cut anywhere, and passes on all the rest as it came', () => {
  fc.assert(
    fc.property(
      fc.array(frame, { maxLength: 12 }),
      fc.array(fc.nat({ max: 200 }), { maxLength: 30 }),
      (frames, cuts) => {
        const whole = Buffer.concat(frames.map(({ bytes }) => bytes));
        const pieces: Buffer[] = [];
        let at = 0;
        for (const size of cuts) {
          pieces.push(whole.subarray(at, at + size));
          at = Math.min(whole.length, at + size);
        }
        pieces.push(whole.subarray(at));
        const { events, rest } = skim(pieces);
        expect(events).toEqual(frames.flatMap(({ event }) => (event ? [event] : [])));
        const passedOn = frames.filter(({ event }) => event === null);
        expect(rest).toBe(Buffer.concat(passedOn.map(({ bytes }) => bytes)).toString('latin1'));
      },
    ),
    { numRuns: 500 },
  );
});

it('keeps the order of events and replies, so that lag is measured behind all news', () => {
  const event = message(PATTERNS[0] ?? '', Buffer.from('p:lease:x'), 'expire');
  const reply = Buffer.from('*2\r\n:1\r\n:2\r\n');
  const { order } = skim([Buffer.concat([reply, event, event, reply, reply, event])]);
  expect(order).toEqual(['rest', 'event', 'event', 'rest', 'event']);
});

it('makes one piece of what comes byte by byte', () => {
  const bytes = message(PATTERNS[1] ?? '', Buffer.from('öther:lease:\0\r\n'), 'expire');
  const { events, rest } = skim([...bytes].map((byte) => Buffer.from([byte])));
  expect(events).toEqual([[Buffer.from('öther:lease:\0\r\n').toString('latin1'), 'expire']]);
  expect(rest).toBe('');
});
