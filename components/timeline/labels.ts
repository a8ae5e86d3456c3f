/** Every word of the timeline and the pictures beside it. English here; pass others to translate. */

export const timelineLabels = {
  title: 'Ownership of {lease}',
  hint: 'drag to pan · scroll to zoom · ← → step',
  empty: 'No change of owner is known yet.',
  now: 'now',
  zoomIn: 'Look closer',
  zoomOut: 'Look wider',
  fit: 'Show everything',
  follow: 'Go to now',
  unknownProcess: 'process not known',
  notObserved: 'not observed',
  notObservedFor: 'not observed for {time}',
  handedOn: 'handed on',
  released: 'released',
  expired: 'expired',
  evicted: 'evicted',
  held: 'held now',
  unknownEnd: 'end not seen',
  unknownBegin: 'beginning not seen',
  seenLater: '{event}, seen later',
  by: '{event} by {actor}',
  twoOwners: 'two owners at once',
  silent: 'renewed, but nothing produced for {time}',
  leaked: 'renewed, though the run was over {time} ago',
  several: '{count} holds',
  acquired: 'acquired',
  recorded: 'recorded',
  observed: 'observed',
  reconciled: 'reconciled',
  heldFor: 'held for {time}',
  renewals: '{count} renewals',
  fence: 'fence {fence}',
  because: '“{reason}”',
  tableOwner: 'Owner',
  tableProcess: 'Process',
  tableFrom: 'From',
  tableTo: 'To',
  tableLength: 'Held for',
  tableEnd: 'End',
  chainTitle: 'From run to run',
  chainMedian: 'median hold {time}',
  chainLongest: 'longest {time}',
  chainFree: 'free for {time}',
  chainEmpty: 'It has not been handed on yet.',
  chartTitle: 'Changes per minute',
  chartHint: 'drag over a time to show only that',
  chartClear: 'All times',
  chartTotal: '{count} changes',
} as const;

export type TimelineLabels = Readonly<Record<keyof typeof timelineLabels, string>>;

/** Puts values into a label's `{places}`. */
export function filled(label: string, values: Readonly<Record<string, string | number>>): string {
  return label.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
