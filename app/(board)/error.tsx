'use client';

import { useMessages } from '@/components/messages/messages-provider.tsx';
import { Button } from '@/components/ui/button.tsx';

/** A page that could not be made: nothing was changed, and the way back is one click. */
export default function BoardError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const { t } = useMessages();
  return (
    <div role="alert" className="grid min-h-[60dvh] place-items-center px-4 text-center">
      <div>
        <h1>{t('error.title')}</h1>
        <p className="mt-1.5 text-ink2">{t('error.text')}</p>
        {error.digest ? (
          <p translate="no" className="mono mt-1 text-ink3">
            {t('error.code', { code: error.digest })}
          </p>
        ) : null}
        <Button look="primary" className="mt-4" onClick={reset}>
          {t('error.again')}
        </Button>
      </div>
    </div>
  );
}
