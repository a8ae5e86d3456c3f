'use client';

import { useSyncExternalStore } from 'react';
import { useLive } from '../live/live-provider.tsx';
import { useMessages } from '../messages/messages-provider.tsx';
import { usePreferences } from '../preferences/preferences-provider.tsx';
import { roughDuration } from './duration.ts';
import { Ticking } from './ticking.tsx';

/**
 * A moment, as the reader likes to have it: clock time or how long ago, in local time or UTC. The
 * whole date is its tooltip.
 */
export function Moment({
  at,
  precise = false,
  className,
}: {
  /** Milliseconds since 1970. */
  at: number;
  /** Tenths of a second too. */
  precise?: boolean;
  className?: string;
}) {
  const words = useMessages();
  const { preferences } = usePreferences();
  const zone = useZone(preferences.zone);
  const whole = wholeDate(at, words.locale, zone);
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={whole}
      className={className}
      suppressHydrationWarning
    >
      {preferences.moments === 'relative' ? (
        <Ticking text={(now) => words.t('time.ago', { time: roughDuration(now - at, words) })} />
      ) : (
        <ClockTime at={at} zone={zone} precise={precise} />
      )}
    </time>
  );
}

function ClockTime({
  at,
  zone,
  precise,
}: {
  at: number;
  zone: string | undefined;
  precise: boolean;
}) {
  const { locale } = useMessages();
  const { clock } = useLive();
  const time = clockTime(at, zone, precise);
  const sameDay = Math.abs(clock.now() - at) < 12 * 3_600_000;
  return (
    <span suppressHydrationWarning>
      {sameDay ? time : `${shortDate(at, locale, zone)} ${time}`}
    </span>
  );
}

const never = () => () => {};

/** `UTC`, or `undefined` for the reader's own zone; the server, which does not know it, writes UTC. */
function useZone(zone: 'local' | 'utc'): string | undefined {
  const onServer = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  return zone === 'utc' || onServer ? 'UTC' : undefined;
}

function clockTime(at: number, timeZone: string | undefined, precise: boolean): string {
  const time = formatter('en-GB', { timeZone, timeStyle: 'medium' }).format(at);
  return precise ? `${time}.${Math.floor((((at % 1000) + 1000) % 1000) / 100)}` : time;
}

function shortDate(at: number, locale: string, timeZone: string | undefined): string {
  return formatter(locale, { timeZone, month: 'short', day: 'numeric' }).format(at);
}

function wholeDate(at: number, locale: string, timeZone: string | undefined): string {
  const text = formatter(locale, { timeZone, dateStyle: 'full', timeStyle: 'long' }).format(at);
  return `${text} (${Math.round(at)})`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs more than using one a thousand times. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, known);
  return known;
}
