import { expect, test } from 'vitest';
import { CoverageSpans } from './coverage-spans.ts';

const reason = 'away';

test('a time not observed ends one span and begins another', () => {
  const spans = new CoverageSpans();
  spans.extend(100, true);
  spans.extend(500, true);
  spans.interrupt({ from: 300, to: 400, reason });
  spans.extend(600, true);
  expect(spans.untold()).toEqual({
    spans: [
      { from: 100, to: 300 },
      { from: 400, to: 600 },
    ],
    interruption: { at: 300, reason },
  });
});

test('of several servers the last to be observed is when observing begins', () => {
  const spans = new CoverageSpans();
  for (const to of [120, 140, 130]) spans.interrupt({ from: 100, to, reason: 'started' });
  spans.extend(200, true);
  expect(spans.untold().spans).toEqual([{ from: 140, to: 200 }]);
});
