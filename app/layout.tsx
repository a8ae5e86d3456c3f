import './globals.css';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ReactNode } from 'react';
import { messagesFor } from '@/components/messages/catalog.ts';
import { MessagesProvider } from '@/components/messages/messages-provider.tsx';
import { PreferencesProvider } from '@/components/preferences/preferences-provider.tsx';
import { StyleNonce } from '@/components/shell/style-nonce.tsx';
import { NONCE_HEADER } from '@/lib/http/response-headers.ts';
import { inter, jetbrainsMono } from './fonts.ts';
import { requestPreferences } from './request-preferences.ts';

/** Nothing is rendered ahead of a request: a build needs neither settings nor a Redis. */
export const dynamic = 'force-dynamic';

export const metadata: Metadata = {
  title: { default: 'Leases · Leaseboard', template: '%s · Leaseboard' },
  description: 'Who holds which lease, and how to free it.',
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

/** The document: language, look and fonts, as the reader chose them, from the first byte on. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const { preferences, locale } = await requestPreferences();
  return (
    <html
      lang={locale}
      data-theme={preferences.theme === 'system' ? undefined : preferences.theme}
      className={`${inter.variable} ${jetbrainsMono.variable}`}
    >
      <body>
        <StyleNonce nonce={(await headers()).get(NONCE_HEADER) ?? ''} />
        <NuqsAdapter>
          <MessagesProvider locale={locale} messages={messagesFor(locale)}>
            <PreferencesProvider initial={preferences}>{children}</PreferencesProvider>
          </MessagesProvider>
        </NuqsAdapter>
      </body>
    </html>
  );
}
