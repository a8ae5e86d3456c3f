'use client';

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '../messages/messages-provider.tsx';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { confirmBriefly } from '../ui/toast.ts';

/** A line to type, with a button that copies it. */
export function CopyLine({ line }: { line: string }) {
  const words = useMessages();
  const [copied, setCopied] = useState(false);
  return (
    <div className="mt-1.5 flex max-w-full items-start gap-2">
      <code
        translate="no"
        className="mono min-w-0 rounded-[7px] border border-line bg-bg px-2.5 py-1.5 break-all whitespace-pre-wrap"
      >
        {line}
      </code>
      <Button
        size="icon"
        aria-label={words.t('diagnostics.copy')}
        onClick={async () => {
          if (await copyText(line)) setCopied(true);
          else await confirmBriefly(words.t('copy.failed'), 'wrong');
        }}
      >
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </Button>
    </div>
  );
}
