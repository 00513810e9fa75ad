import { newKey } from '#kit/console/ask.ts';
import type { ParameterKind, TemplateParameter } from '../model/report-template.ts';

/** A parameter while it is written; `key` distinguishes lines whose names are not unique yet. */
export type DraftParameter = TemplateParameter & { readonly key: string };

/** Names a statement uses, in their order. Strings, quoted names, comments and casts hold none. */
export function namesIn(sql: string): string[] {
  const bare = sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g, ' ');
  return [...new Set([...bare.matchAll(/(?<![:\w]):([a-z][a-z0-9_]{1,29})/g)].map(([, name]) => name!))];
}

const usual: Readonly<Record<string, readonly [label: string, labelEn: string, kind: ParameterKind]>> = {
  from: ['开始日期', 'From', 'date'],
  to: ['结束日期', 'To', 'date'],
  day: ['日期', 'Day', 'date'],
  park: ['车场', 'Car park', 'park'],
  park_id: ['车场', 'Car park', 'park'],
  company: ['单位', 'Company', 'company'],
  company_id: ['单位', 'Company', 'company'],
};

/** A new line for a name: what such a name mostly stands for. */
export function guessed(name: string): DraftParameter {
  const [label, labelEn, kind] = usual[name] ?? [name, '', 'text'];
  return { key: newKey(), name, label, labelEn, kind, required: kind === 'date' };
}

export const drafted = (parameters: readonly TemplateParameter[]): DraftParameter[] =>
  parameters.map((each) => ({ ...each, key: newKey() }));
