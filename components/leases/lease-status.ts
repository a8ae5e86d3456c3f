import type { LeaseRow } from '@/lib/board/wire.ts';
import type { Health } from '@/lib/observe/health.ts';
import type { RunState } from '@/lib/runs/run-view.ts';
import type { Translator } from '../messages/translate.ts';
import { roughDuration } from '../time/duration.ts';
import type { Tone } from '../ui/chip.tsx';

/** What a lease's row says about it in one chip. */
export interface LeaseStatus {
  tone: Tone;
  /** A shape beside the colour; `null` where all is well. */
  shape: 'circle' | 'triangle' | 'diamond' | 'square' | null;
  /** The word, with how long it has been so where that matters. */
  text(now: number, words: Translator): string;
  explain(words: Translator): string;
}

type Look = Pick<LeaseStatus, 'tone' | 'shape'>;

const HEALTH_LOOK: Record<Health, Look> = {
  healthy: { tone: 'ok', shape: null },
  late: { tone: 'late', shape: 'square' },
  'at-risk': { tone: 'risk', shape: 'triangle' },
  expired: { tone: 'risk', shape: 'triangle' },
  'no-expiry': { tone: 'bad', shape: 'circle' },
  'long-held': { tone: 'idle', shape: null },
  flapping: { tone: 'odd', shape: 'diamond' },
  unreadable: { tone: 'bad', shape: 'circle' },
  unknown: { tone: 'idle', shape: 'square' },
};

const RUN_LOOK: Record<RunState, Look> = {
  preparing: { tone: 'ok', shape: null },
  working: { tone: 'ok', shape: null },
  'in-tool': { tone: 'ok', shape: null },
  'waiting-for-person': { tone: 'idle', shape: null },
  silent: { tone: 'bad', shape: 'circle' },
  leaked: { tone: 'odd', shape: 'diamond' },
  ghost: { tone: 'odd', shape: 'diamond' },
  over: { tone: 'idle', shape: null },
  unknown: { tone: 'idle', shape: null },
};

/** Lease states that outweigh anything the run may be doing. */
const GRAVE: readonly Health[] = ['at-risk', 'expired', 'no-expiry', 'unreadable', 'unknown'];
/** Run states that outweigh a lease that is late or the like. */
const TROUBLED: readonly RunState[] = ['silent', 'leaked', 'ghost'];

/** The one thing to know about a lease: the gravest of its own state and its run's. */
export function leaseStatusOf(row: LeaseRow): LeaseStatus {
  if (row.holdBy !== null) return holdStatus(row.holdBy);
  const { health, run } = row;
  if (GRAVE.includes(health)) return healthStatus(health);
  if (run && TROUBLED.includes(run.state)) return runStatus(run);
  if (health === 'late' || health === 'flapping') return healthStatus(health);
  if (run && run.state !== 'unknown') return runStatus(run);
  return healthStatus(health);
}

/** The state of the lease itself, whatever its run does. */
export function healthStatus(health: Health): LeaseStatus {
  return {
    ...HEALTH_LOOK[health],
    text: (_now, words) => words.t(`state.${health}`),
    explain: (words) => words.t(`explain.${health}`),
  };
}

function holdStatus(name: string): LeaseStatus {
  return {
    tone: 'idle',
    shape: 'square',
    text: (_now, words) => words.t('state.held-by', { name }),
    explain: (words) => words.t('state.held-by', { name }),
  };
}

function runStatus(run: NonNullable<LeaseRow['run']>): LeaseStatus {
  const { state } = run;
  return {
    ...RUN_LOOK[state],
    text: (now, words) => runText(run, now, words),
    explain: (words) =>
      state === 'unknown' ? words.t('explain.run-unknown') : words.t(`explain.${state}`),
  };
}

function runText(run: NonNullable<LeaseRow['run']>, now: number, words: Translator): string {
  const time = run.since === null ? null : roughDuration(now - run.since, words);
  switch (run.state) {
    case 'in-tool': {
      const tool = run.tool ?? words.t('state.a-tool');
      return time
        ? words.t('state.in-tool-for', { tool, time })
        : words.t('state.in-tool', { tool });
    }
    case 'waiting-for-person':
      return time
        ? words.t('state.waiting-for-person-for', { time })
        : words.t('state.waiting-for-person');
    case 'silent':
      return time ? words.t('state.silent-for', { time }) : words.t('state.silent');
    default:
      return words.t(`state.${run.state}`);
  }
}
