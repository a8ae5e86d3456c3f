import { createElement, Fragment, type ReactNode } from 'react';
import type { en } from './en.ts';

/** Every message key; English is the source, the other languages must have exactly these. */
export type MessageKey = keyof typeof en;
export type Messages = Record<MessageKey, string>;

/** The `{names}` inside a message's text. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type NamesOf<Key extends MessageKey> = Names<(typeof en)[Key]>;
type Values<Key extends MessageKey, Value> = [NamesOf<Key>] extends [never]
  ? []
  : [values: Record<NamesOf<Key>, Value>];

/** Messages that are complete as they stand. */
export type PlainKey = MessageKey extends infer Key
  ? Key extends MessageKey
    ? [NamesOf<Key>] extends [never]
      ? Key
      : never
    : never
  : never;

/** Keys that come as `<base>.one` and `<base>.other`. */
type PluralBase = MessageKey extends infer Key
  ? Key extends `${infer Base}.other`
    ? Base
    : never
  : never;
type PluralValues<Base extends PluralBase> = [
  Exclude<NamesOf<`${Base}.other` & MessageKey>, 'n'>,
] extends [never]
  ? []
  : [values: Record<Exclude<NamesOf<`${Base}.other` & MessageKey>, 'n'>, string | number>];

export interface Translator {
  locale: string;
  /** A message as text, its `{names}` filled in. */
  t<Key extends MessageKey>(key: Key, ...values: Values<Key, string | number>): string;
  /** A message whose `{names}` may be elements: the language decides on their order. */
  rich<Key extends MessageKey>(key: Key, ...values: Values<Key, ReactNode>): ReactNode;
  /** A message that depends on how many; `{n}` is the number, grouped as the language does it. */
  count<Base extends PluralBase>(base: Base, n: number, ...values: PluralValues<Base>): string;
  /** A message with its places still open, for those who fill them themselves. */
  template(key: MessageKey): string;
  /** A whole number, grouped. */
  number(n: number): string;
}

/** Binds messages to a language. */
export function translator(locale: string, messages: Messages): Translator {
  const plural = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  return {
    locale,
    t: (key, ...values) => fill(messages[key], values[0] ?? {}),
    rich: (key, ...values) =>
      fillRich(messages[key], (values[0] ?? {}) as Record<string, ReactNode>),
    count: (base, n, ...values) => {
      const form = plural.select(n) === 'one' ? 'one' : 'other';
      const template = messages[`${base}.${form}` as MessageKey];
      return fill(template, { ...(values[0] ?? {}), n: numbers.format(n) });
    },
    template: (key) => messages[key],
    number: (n) => numbers.format(n),
  };
}

function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

function fillRich(template: string, values: Record<string, ReactNode>): ReactNode {
  const parts = template
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : values[part]));
  return createElement(Fragment, null, ...parts);
}
