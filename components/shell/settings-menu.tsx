'use client';

import { LogOut, SlidersHorizontal } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { LOCALE_NAMES, LOCALES, type Locale } from '../messages/locale.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import type { Preferences } from '../preferences/preferences.ts';
import { usePreferences } from '../preferences/preferences-provider.tsx';
import { Button } from '../ui/button.tsx';
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from '../ui/menu.tsx';

/** How the page looks and speaks, and the way out. */
export function SettingsMenu({ actor, signOut }: { actor: string; signOut: () => Promise<void> }) {
  const words = useMessages();
  const router = useRouter();
  const { preferences, change } = usePreferences();
  const speak = (locale: Locale) => {
    change({ locale });
    router.refresh();
  };
  return (
    <Menu modal={false} defaultOpen>
      <MenuTrigger asChild>
        <Button look="quiet" size="icon" aria-label={words.t('nav.settings')} title={actor}>
          <SlidersHorizontal aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent>
        <Choice
          label={words.t('settings.theme')}
          value={preferences.theme}
          options={[
            ['system', words.t('settings.theme.system')],
            ['light', words.t('settings.theme.light')],
            ['dark', words.t('settings.theme.dark')],
          ]}
          onChange={(theme: Preferences['theme']) => change({ theme })}
        />
        <Choice
          label={words.t('settings.moments')}
          value={preferences.moments}
          options={[
            ['absolute', words.t('settings.moments.absolute')],
            ['relative', words.t('settings.moments.relative')],
          ]}
          onChange={(moments: Preferences['moments']) => change({ moments })}
        />
        <Choice
          label={words.t('settings.zone')}
          value={preferences.zone}
          options={[
            ['local', words.t('settings.zone.local')],
            ['utc', words.t('settings.zone.utc')],
          ]}
          onChange={(zone: Preferences['zone']) => change({ zone })}
        />
        <Choice
          label={words.t('settings.language')}
          value={words.locale}
          options={LOCALES.map((locale) => [locale, LOCALE_NAMES[locale]])}
          onChange={(locale) => speak(locale as Locale)}
        />
        <MenuSeparator />
        <MenuItem onSelect={() => void signOut()}>
          <LogOut aria-hidden />
          {words.t('nav.sign-out')}
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange(value: Value): void;
}) {
  return (
    <MenuRadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
      <MenuLabel>{label}</MenuLabel>
      {options.map(([option, name]) => (
        <MenuRadioItem key={option} value={option} onSelect={(event) => event.preventDefault()}>
          {name}
        </MenuRadioItem>
      ))}
    </MenuRadioGroup>
  );
}
