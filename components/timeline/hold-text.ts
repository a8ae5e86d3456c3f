/** What is said about a hold, in words. Pure. */

import type { TimeFormats } from './formats.ts';
import type { Hold } from './holds.ts';
import { counted, filled, type TimelineLabels } from './labels.ts';

/** How a hold ended: `released`, `expired, seen later`, `handed on by ops`. */
export function endText(hold: Hold, labels: TimelineLabels): string {
  const words = {
    transferred: labels.handedOn,
    released: labels.released,
    expired: labels.expired,
    evicted: labels.evicted,
    held: labels.held,
    unknown: labels.unknownEnd,
  };
  const event = words[hold.end];
  if (hold.actor) return filled(labels.by, { event, actor: hold.actor });
  if (hold.endSource === 'reconciled') return filled(labels.seenLater, { event });
  return event;
}

/** The length of a hold, as far as it is known. */
export function lengthMs(hold: Hold, now: number): number | null {
  return hold.from === null ? null : Math.max(0, (hold.to ?? now) - hold.from);
}

/** Everything known of a hold but its owner, piece by piece. */
export function holdFacts(
  hold: Hold,
  labels: TimelineLabels,
  formats: TimeFormats,
  now: number,
): string[] {
  const length = lengthMs(hold, now);
  const from = hold.from === null ? labels.unknownBegin : formats.moment(hold.from);
  const to = hold.to === null ? labels.now : formats.moment(hold.to);
  const facts = [`${from} – ${to}`];
  if (length !== null) facts.push(filled(labels.heldFor, { time: formats.duration(length) }));
  if (hold.renewals) facts.push(counted(labels, 'renewals', hold.renewals, formats.number));
  facts.push(endText(hold, labels));
  if (hold.reason) facts.push(filled(labels.because, { reason: hold.reason }));
  if (hold.fence) facts.push(filled(labels.fence, { fence: hold.fence }));
  const source = hold.endSource ?? hold.beginSource;
  if (source) facts.push(labels[source]);
  return facts;
}

/** The beginning of an owner, enough to tell it from others. */
export function shortOwner(owner: string): string {
  const characters = [...owner.slice(0, 64)];
  return characters.length > 10 ? `${characters.slice(0, 8).join('')}…` : owner;
}
