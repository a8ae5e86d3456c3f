import Link from 'next/link';
import { words } from '@/app/reader.ts';
import { Button } from '@/components/ui/button.tsx';

export default async function NotFound() {
  const { t } = await words();
  return (
    <main className="grid min-h-[70dvh] place-items-center px-4">
      <div className="text-center">
        <h1>{t('not-found.title')}</h1>
        <p className="mt-1.5 text-ink2">{t('not-found.text')}</p>
        <Button asChild className="mt-4">
          <Link href="/">{t('not-found.home')}</Link>
        </Button>
      </div>
    </main>
  );
}
