import { expect, test } from 'vitest';
import { HISTORY_FIELDS } from './entry.ts';
import { decodeEntry } from './entry-codec.ts';

const KEY = 'mastra:topic:lease:user\0thread';
const USUAL: Record<string, string | Buffer> = {
  ...{ key: KEY, event: 'transferred', from: 'run-1', to: 'run-2', at: '1700000000000' },
  ...{ source: 'recorded', actor: 'ada', reason: 'why', held: '1000', renewals: '3', fence: '7' },
};

function decoded(changed: Record<string, string | Buffer>, id = '1700000000000-0') {
  const item = { ...USUAL, ...changed };
  const fields = HISTORY_FIELDS.flatMap((name) => [
    Buffer.from(name),
    Buffer.from(item[name] ?? ''),
  ]);
  return decodeEntry('mastra:topic', id, fields);
}

const NO_TIMES = ['9e99', '-1', '8640000000000001', 'NaN', 'Infinity', '1'.repeat(1_000_000), 'x'];

test.each(NO_TIMES)('a time of %.20s is the time of its writing', (at) => {
  expect(decoded({ at })?.at).toBe(1_700_000_000_000);
});

test.each(NO_TIMES)('a gap from %.20s on is no entry', (from) => {
  expect(decoded({ event: 'gap', key: '', from })).toBeNull();
});

test.each(['18446744073709551615-1', '8640000000000001-0'])(
  'the id %s is shown as a date',
  (id) => {
    const at = decoded({ at: '' }, id)?.at ?? Number.NaN;
    expect(() => new Date(at).toISOString()).not.toThrow();
  },
);

test.each(NO_TIMES)('held for %.20s ms is not known', (held) => {
  expect(decoded({ held, renewals: held })).toMatchObject({ heldForMs: null, renewals: null });
});

test.each(['from', 'to', 'actor', 'reason', 'fence'])(
  'a %s of 10 MB is cut, with its size',
  (name) => {
    const entry = decoded({ [name]: Buffer.alloc(10_000_000, 0xff) });
    const text = JSON.stringify(entry);
    expect(text).toContain('… (10000000 bytes)');
    expect(text.length).toBeLessThan(20_000);
  },
);

test('an entry for a key that no lease has is none', () => {
  expect(decoded({ key: KEY + 'x'.repeat(5000) })).toBeNull();
});
