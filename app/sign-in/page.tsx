import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { type SearchParams, single } from '@/app/page-props.ts';
import { words } from '@/app/request-preferences.ts';
import { currentSession } from '@/app/session.ts';
import type { Translator } from '@/components/messages/translate.ts';
import { Brand } from '@/components/shell/brand.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Input } from '@/components/ui/input.tsx';
import { address } from '@/lib/http/address.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await words()).t('sign-in.title') };
}

/** The door: a plain form that works without a script. */
export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const { error, seconds, next } = await searchParams;
  if (!error && (await currentSession())) redirect('/');
  const messages = await words();
  const { t } = messages;
  const problem = problemText(single(error), single(seconds), messages);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-90">
        <div className="mb-5 flex justify-center">
          <Brand />
        </div>
        <form method="post" action={address('/api/sign-in')} className="card px-6 py-5.5">
          <h1>{t('sign-in.title')}</h1>
          <p className="mt-1.5 text-pretty text-ink2">{t('sign-in.text')}</p>
          {problem ? (
            <p
              role="alert"
              id="problem"
              className="mt-3.5 rounded-[9px] bg-bad-bg px-3 py-2.25 font-[550] text-bad"
            >
              {problem}
            </p>
          ) : null}
          <label htmlFor="token" className="mt-4 mb-1.25 block font-[550]">
            {t('sign-in.token')}
          </label>
          <Input
            id="token"
            name="token"
            type="password"
            required
            autoFocus
            autoComplete="current-password"
            aria-describedby={problem ? 'problem' : undefined}
          />
          <label htmlFor="name" className="mt-3.5 mb-1.25 block font-[550]">
            {t('sign-in.name')}
          </label>
          <Input id="name" name="name" maxLength={60} autoComplete="name" aria-describedby="hint" />
          <p id="hint" className="mt-1 text-sm text-ink3">
            {t('sign-in.name-hint')}
          </p>
          {single(next) ? <input type="hidden" name="next" value={single(next)} /> : null}
          <Button type="submit" look="primary" className="mt-5 w-full">
            {t('sign-in.submit')}
          </Button>
        </form>
      </div>
    </main>
  );
}

function problemText(error: string, seconds: string, { t }: Translator): string | null {
  switch (error) {
    case '':
      return null;
    case 'wrong-token':
    case 'other-site':
      return t(`sign-in.error.${error}`);
    case 'wait':
      return t('sign-in.error.wait', { seconds });
    default:
      return t('sign-in.error.other');
  }
}
