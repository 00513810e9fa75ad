import type { Kind } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Lang } from '#kit/declare/text.ts';
import { valueText } from '#kit/declare/value-text.ts';

const nameless = text('', '');

/** A figure as lists write it. */
export const written = (value: string | number | null, kind: Kind, lang: Lang, zone: string): string =>
  valueText({ kind, label: nameless }, value, { lang, zone, nameOf: (_, id) => id }) || '—';
