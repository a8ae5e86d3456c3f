import Link from 'next/link';
import { Button } from '@/components/ui/button.tsx';
import { words } from './request-preferences.ts';

/** That a page is not there, in whatever holds the content of a page. */
export async function NotFoundText() {
  const { t } = await words();
  return (
    <div className="grid min-h-[70dvh] place-items-center px-4">
      <div className="text-center">
        <h1>{t('not-found.title')}</h1>
        <p className="mt-1.5 text-ink2">{t('not-found.text')}</p>
        <Button asChild className="mt-4">
          <Link href="/">{t('not-found.home')}</Link>
        </Button>
      </div>
    </div>
  );
}
