import type { Messages, Translator } from '../messages/translate.ts';
import { type TimelineLabels, timelineLabels } from '../timeline/labels.ts';

/** The timeline's words in the page's language, with their `{places}` still open. */
export function timelineWords({ template }: Pick<Translator, 'template'>): TimelineLabels {
  const names = Object.keys(timelineLabels) as (keyof TimelineLabels)[];
  const labels = names.map((name) => [name, template(`timeline.${name}` as keyof Messages)]);
  return Object.fromEntries(labels) as TimelineLabels;
}
