import { CircleAlert, CircleCheck, CircleX, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Finding, FindingState } from '@/lib/observe/diagnose/finding.ts';
import type { Translator } from '../messages/translate.ts';
import { Chip, type Tone } from '../ui/chip.tsx';
import { CopyLine } from './copy-line.tsx';
import { sayingText } from './finding-text.ts';

const LOOK: Record<FindingState, { tone: Tone; icon: ReactNode }> = {
  problem: { tone: 'bad', icon: <CircleX aria-hidden /> },
  warning: { tone: 'risk', icon: <CircleAlert aria-hidden /> },
  note: { tone: 'late', icon: <Info aria-hidden /> },
  good: { tone: 'ok', icon: <CircleCheck aria-hidden /> },
};

/** Findings, the worst first, each with what it means and the exact line that mends it. */
export function Findings({
  findings,
  words,
  enable,
}: {
  findings: readonly Finding[];
  words: Translator;
  /** The button that switches events on, for those who may. */
  enable: ReactNode;
}) {
  return (
    <section aria-label={words.t('diagnostics.server')} className="card mb-4 overflow-hidden">
      <h2 className="card-title">{words.t('diagnostics.server')}</h2>
      <ul>
        {findings.map((finding) => (
          <FindingItem
            key={`${finding.id} ${finding.node} ${finding.title.say}`}
            finding={finding}
            words={words}
            act={finding.fix?.act === 'enable-events' ? enable : null}
          />
        ))}
      </ul>
    </section>
  );
}

function FindingItem({
  finding,
  words,
  act,
}: {
  finding: Finding;
  words: Translator;
  act: ReactNode;
}) {
  const { tone, icon } = LOOK[finding.state];
  return (
    <li className="grid gap-x-4 gap-y-1.5 border-b border-line2 px-4 py-3 last:border-0 md:grid-cols-[110px_minmax(0,1fr)]">
      <span>
        <Chip tone={tone} icon={icon}>
          {words.t(`diagnostics.${finding.state}`)}
        </Chip>
      </span>
      <div className="min-w-0">
        <h3 className="font-semibold break-words">
          {sayingText([finding.title], words)}
          {finding.node ? (
            <span translate="no" className="mono ml-2 font-normal text-ink3">
              {finding.node}
            </span>
          ) : null}
        </h3>
        <p className="max-w-[80ch] text-pretty text-ink2">{sayingText(finding.detail, words)}</p>
        {finding.fix ? (
          <div className="mt-1.5">
            <p className="text-ink2">{sayingText([finding.fix.how], words)}</p>
            {finding.fix.line ? <CopyLine line={finding.fix.line} /> : null}
            {act}
          </div>
        ) : null}
      </div>
    </li>
  );
}
