'use client';

import { useMessages } from '../messages/messages-provider.tsx';
import type { PlainKey } from '../messages/translate.ts';
import { Dialog, DialogBody, DialogContent, DialogTitle } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';

const KEYS: readonly { keys: readonly string[]; label: PlainKey }[] = [
  { keys: ['/'], label: 'keys.search' },
  { keys: ['⌘K', 'Ctrl K'], label: 'keys.palette' },
  { keys: ['j', '↓'], label: 'keys.down' },
  { keys: ['k', '↑'], label: 'keys.up' },
  { keys: ['Enter'], label: 'keys.open' },
  { keys: ['x'], label: 'keys.toggle' },
  { keys: ['c'], label: 'keys.copy' },
  { keys: ['s'], label: 'keys.stop' },
  { keys: ['r'], label: 'keys.release' },
  { keys: ['t'], label: 'keys.transfer' },
  { keys: ['h'], label: 'keys.hold' },
  { keys: ['Space'], label: 'keys.pause' },
  { keys: ['Esc'], label: 'keys.escape' },
  { keys: ['?'], label: 'keys.help' },
];

/** Every key, and where the guide is. */
export function KeysHelp({ onClose }: { onClose(): void }) {
  const words = useMessages();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent aria-describedby={undefined}>
        <DialogBody>
          <DialogTitle>{words.t('keys.title')}</DialogTitle>
          <dl className="mt-3 grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
            {KEYS.map(({ keys, label }) => (
              <div key={label} className="flex min-h-7 items-center justify-between gap-3">
                <dt className="text-ink2">{words.t(label)}</dt>
                <dd className="flex gap-1">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
          <p className="mt-4 text-ink3">{words.t('keys.guide')}</p>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
