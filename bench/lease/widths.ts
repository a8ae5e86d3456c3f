/** Pairs and refused acquires at several widths: alternating rounds, ratios within each round. */

import type { Redis } from 'ioredis';
import type { Contender } from './contenders.ts';
import { inRandomOrder, median, quantile, rate } from './measure.ts';

export const WIDTHS = [1, 8, 64, 512] as const;

const HELD = 'held by another';

export interface WidthRow {
  /** A second, the median of the rounds. */
  pairs: number;
  refused: number;
  /** Of a pair, ms. */
  p99: number;
  /** This library's rate over this contender's, the median of the ratios of single rounds. */
  oursOver: { pairs: number; refused: number };
}

/** @param contenders the first is this library. */
export async function widths(
  contenders: readonly Contender[],
  admin: Redis,
  { rounds, count }: { rounds: number; count: (width: number) => number },
): Promise<Map<number, Map<Contender, WidthRow>>> {
  const table = new Map<number, Map<Contender, WidthRow>>();
  for (const width of WIDTHS) {
    const seen = contenders.map(() => [] as { pairs: number; refused: number; p99: number }[]);
    await inRandomOrder(contenders, rounds + 1, async (contender, round) => {
      await admin.flushall();
      await admin.set(contender.redisKey(HELD), 'another');
      const times: number[] = [];
      const pairs = await rate(count(width), width, async (n) => {
        const began = performance.now();
        await contender.pair(`k${n}`);
        times.push(performance.now() - began);
      });
      const refused = await rate(count(width), width, () => contender.refused(HELD));
      // The first round is for the compiler.
      if (round > 0) {
        seen[contenders.indexOf(contender)]?.push({ pairs, refused, p99: quantile(times, 0.99) });
      }
    });
    const ours = seen[0] ?? [];
    const rows = contenders.map((contender, at): [Contender, WidthRow] => {
      const theirs = seen[at] ?? [];
      const middle = (kind: 'pairs' | 'refused' | 'p99') => median(theirs.map((row) => row[kind]));
      const over = (kind: 'pairs' | 'refused') =>
        median(theirs.map((row, round) => (ours[round]?.[kind] ?? Number.NaN) / row[kind]));
      return [
        contender,
        {
          ...{ pairs: middle('pairs'), refused: middle('refused'), p99: middle('p99') },
          oursOver: { pairs: over('pairs'), refused: over('refused') },
        },
      ];
    });
    table.set(width, new Map(rows));
  }
  return table;
}
