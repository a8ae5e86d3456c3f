'use client';

import Link from 'next/link';
import type { Restart } from '@/lib/observe/observed-trust.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { Moment } from '../time/moment.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Shape } from '../ui/shape.tsx';
import { AttentionItem } from './attention-item.tsx';

/** Says that Redis was started anew and what that cost: an empty table is not a quiet day. */
export function Restarted({ restart: { at, held, lost } }: { restart: Restart }) {
  const words = useMessages();
  return (
    <AttentionItem
      chip={
        <Chip tone="bad" icon={<Shape of="circle" />}>
          {words.t('needs.restarted-chip')}
        </Chip>
      }
      actions={
        <Button asChild>
          <Link href="/history">{words.t('nav.history')}</Link>
        </Button>
      }
    >
      {words.rich('needs.restarted', {
        when: <Moment at={at} className="num" />,
        lost: <b>{words.count('needs.restarted-lost', lost)}</b>,
        held: words.number(held),
      })}
    </AttentionItem>
  );
}
