import type { Trust } from '@/lib/board/wire.ts';
import type { LinkState } from '../live/link-state.ts';
import { SILENCE_LIMIT_MS } from '../live/stream-trial.ts';
import type { Translator } from '../messages/translate.ts';
import { roughDuration } from '../time/duration.ts';

export type Level = 'good' | 'doubt' | 'bad';

export interface Fact {
  name: string;
  level: Level;
  /** Two or three words beside the name; `null` where the light says it all. */
  short: string | null;
  /** The whole sentence, on hover and focus. */
  reason: string;
}

/** Heartbeats come at least every 5 s: one late by 2 s is a doubt, two missing are bad. */
const DOUBT_AFTER_MS = 7000;

export function browserLevel(link: LinkState, monotonicNow: number): Level {
  if (link.mode === 'signed-out') return 'bad';
  // In every mode: a page that connects, or is shown again, is as old as what it heard last.
  const age = monotonicNow - (link.heardAt ?? monotonicNow);
  if (age > SILENCE_LIMIT_MS) return 'bad';
  return age > DOUBT_AFTER_MS || link.mode === 'lost' ? 'doubt' : 'good';
}

export function browserFact(link: LinkState, monotonicNow: number, words: Translator): Fact {
  const level = browserLevel(link, monotonicNow);
  const time = roughDuration(monotonicNow - (link.heardAt ?? 0), words);
  const asking = link.mode === 'asking';
  return {
    name: words.t('trust.browser'),
    level,
    short: asking ? words.t('trust.browser.asking-short') : null,
    reason: browserReason(link, level, time, words),
  };
}

function browserReason(link: LinkState, level: Level, time: string, words: Translator): string {
  if (link.mode === 'signed-out') return words.t('banner.signed-out');
  if (link.mode === 'lost') return words.t('trust.browser.lost', { time });
  if (level !== 'good') return words.t('trust.browser.late', { time });
  if (link.mode === 'opening' || link.mode === 'hidden') return words.t('trust.browser.opening');
  if (link.heldBack) return words.t('trust.browser.held-back');
  if (link.mode === 'asking') return words.t('trust.browser.asking');
  return words.t('trust.browser.ok', { time });
}

export function redisFact({ redis }: Trust, words: Translator): Fact {
  const level = redis.state === 'up' ? 'good' : redis.state === 'down' ? 'bad' : 'doubt';
  const away = redis.refused ? 'refused' : 'down';
  const reason = words.t(`trust.redis.${redis.state === 'down' ? away : redis.state}`);
  return {
    name: words.t('trust.redis'),
    level,
    short: redis.state === 'down' ? words.t(`trust.redis.${away}-short`) : null,
    reason: redis.detail ? `${reason} ${redis.detail}` : reason,
  };
}

export function eventsFact({ events }: Trust, words: Translator): Fact {
  const name = words.t('trust.events');
  if (events.mode === 'sampling') {
    const time = roughDuration(events.periodMs ?? 0, words);
    const reason = words.t('trust.events.sampling', { time });
    return {
      name,
      level: 'doubt',
      short: words.t('trust.events.sampling-short'),
      reason: events.reason ? `${reason} ${events.reason}` : reason,
    };
  }
  if (!events.complete) {
    return {
      name,
      level: 'doubt',
      short: words.t('trust.events.incomplete-short'),
      reason: words.t('trust.events.incomplete'),
    };
  }
  const lag = events.lagMs === null ? null : words.t('time.ms', { n: Math.round(events.lagMs) });
  const reason = words.t(`trust.events.${events.mode}`);
  return {
    name,
    level: 'good',
    short: lag,
    reason: events.reason ? `${reason} ${events.reason}` : reason,
  };
}

export function recorderFact({ recorder }: Trust, words: Translator): Fact {
  const { state } = recorder;
  const reason = words.t(`trust.recorder.${state}`);
  return {
    name: words.t('trust.recorder'),
    level:
      state === 'failing' ? 'bad' : state === 'writing' || state === 'standby' ? 'good' : 'doubt',
    short:
      state === 'failing' || state === 'memory' ? words.t(`trust.recorder.${state}-short`) : null,
    reason: recorder.reason ? `${reason} ${recorder.reason}` : reason,
  };
}
