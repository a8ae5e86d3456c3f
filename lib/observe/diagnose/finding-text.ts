/** Sentences by name: what is found is told in the reader's language, by whoever shows it. */

export const SAYINGS = [
  'events-keyspace',
  'events-tracking',
  'events-sampled',
  'flags-hidden',
  'flags-none',
  'events-all',
  'events-blind',
  'tracking-means',
  'sampled-means',
  'why',
  'this-user',
  'rights-lacking',
  'rights-some',
  'rights-all',
  'rights-unsure',
  'rights-asked',
  'rights-fix',
  'replica',
  'replica-means',
  'replica-fix',
  'evicts',
  'evicts-not',
  'evicts-means',
  'evicts-not-means',
  'evicts-fix',
  'expiry',
  'expiry-means',
  'server',
  'server-old',
  'server-means',
  'silent',
  'silent-means',
  'coverage',
  'known',
  'gaps-none',
  'gaps',
  'rate',
  'rate-alone',
  'lag-means',
  'scanned',
  'scanned-never',
  'clock-same',
  'clock-ahead',
  'clock-behind',
  'clock-good',
  'clock-off',
  'clock-fix',
  'versions',
  'process',
  'fix-parameter-group',
  'fix-serverless',
  'fix-azure',
  'fix-memorystore',
  'fix-heroku',
  'fix-here',
  'fix-elsewhere',
] as const;

export type SayingName = (typeof SAYINGS)[number];

/** What goes into a sentence: names as they are, numbers, lengths of time, other sayings. */
export type SayingValue = string | number | { ms: number } | Saying;

export interface Saying {
  say: SayingName;
  with: Readonly<Record<string, SayingValue>>;
}

export function say(name: SayingName, values: Saying['with'] = {}): Saying {
  return { say: name, with: values };
}
