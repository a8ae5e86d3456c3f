/** Every word of the timeline and the pictures beside it, in the reader's language. */

import type { Messages, Translator } from '../messages/translate.ts';

const NAMES = [
  'title',
  'hint',
  'empty',
  'now',
  'zoomIn',
  'zoomOut',
  'fit',
  'follow',
  'unknownProcess',
  'notObserved',
  'notObservedFor',
  'handedOn',
  'released',
  'expired',
  'evicted',
  'held',
  'unknownEnd',
  'unknownBegin',
  'seenLater',
  'by',
  'twoOwners',
  'silent',
  'leaked',
  'several',
  'acquired',
  'recorded',
  'observed',
  'reconciled',
  'heldFor',
  'renewals',
  'renewalsOne',
  'fence',
  'because',
  'tableOwner',
  'tableProcess',
  'tableFrom',
  'tableTo',
  'tableLength',
  'tableEnd',
  'chainTitle',
  'chainMedian',
  'chainLongest',
  'chainFree',
  'chainEmpty',
  'busiestTitle',
  'busiestNone',
  'busiestCount',
  'busiestCountOne',
  'chartTitle',
  'chartHint',
  'chartClear',
  'chartTotal',
  'chartTotalOne',
] as const;

export type TimelineLabels = Readonly<Record<(typeof NAMES)[number], string>>;

/** The words of a language, with their `{places}` still open. */
export function timelineWords({ template }: Pick<Translator, 'template'>): TimelineLabels {
  const labels = NAMES.map((name) => [name, template(`timeline.${name}` satisfies keyof Messages)]);
  return Object.fromEntries(labels) as TimelineLabels;
}

/** Puts values into a label's `{places}`. */
export function filled(label: string, values: Readonly<Record<string, string | number>>): string {
  return label.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Labels that count something; each has another form for one. */
type Counting = 'renewals' | 'busiestCount' | 'chartTotal';

/** How many, in the form that its number asks for. */
export function counted(
  labels: TimelineLabels,
  name: Counting,
  count: number,
  number: (n: number) => string,
): string {
  return filled(count === 1 ? labels[`${name}One`] : labels[name], { count: number(count) });
}
