/** The protocol page: its introduction from `intro.md`, the messages from the declarations. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Field } from '#kit/declare/field.ts';
import type { Message } from '#kit/declare/message.ts';
import { downMessages, upMessages } from './index.ts';

const kinds: Readonly<Record<string, string>> = {
  text: 'text',
  integer: 'whole number',
  decimal: 'number',
  money: 'whole number (fen)',
  boolean: 'true/false',
  dateTime: 'time, ISO 8601',
  image: 'address of a picture',
  json: 'JSON',
  colour: '#RRGGBB',
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function values(field: Field): string {
  if (field.options)
    return Object.entries(field.options)
      .map(([key, label]) => `\`${key}\` ${label.zh}`)
      .join(', ');
  const range = [
    field.min === undefined ? '' : `≥ ${field.min}`,
    field.max === undefined ? '' : field.kind === 'text' ? `≤ ${field.max} characters` : `≤ ${field.max}`,
  ]
    .filter(Boolean)
    .join(', ');
  const otherwise = field.default === undefined ? '' : `default \`${String(field.default)}\``;
  return [kinds[field.kind] ?? field.kind, range, otherwise].filter(Boolean).join('; ');
}

function needed(field: Field): string {
  if (!field.when) return field.required ? 'yes' : '';
  const condition = field.when.is
    ? `${field.when.field} = ${field.when.is.join(', ')}`
    : `${field.when.field} is given`;
  return field.required ? `yes, when ${condition}` : `only when ${condition}`;
}

function section(of: Message): string {
  const rows = Object.entries(of.fields).map(
    ([name, field]) =>
      `| \`${name}\` | ${cell(field.label.zh)} / ${cell(field.label.en)} | ${needed(field)} | ${cell(values(field))} | ${cell(field.help ? `${field.help.zh} / ${field.help.en}` : '')} |`,
  );
  return [
    `### \`${of.direction}/${of.name}\` ${of.title.zh} / ${of.title.en}`,
    '',
    `${of.note.zh}`,
    '',
    `${of.note.en}`,
    '',
    `${of.direction === 'up' ? 'Sent by' : 'For'}: ${of.devices.join(', ')}`,
    '',
    '| Field | Meaning | Needed | Values | Note |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    '```json',
    JSON.stringify(of.example),
    '```',
    '',
  ].join('\n');
}

const list = (messages: readonly unknown[]): string => (messages as readonly Message[]).map(section).join('\n');

/** The whole page, as committed. */
export function protocolPage(): string {
  const intro = readFileSync(join(import.meta.dirname, 'intro.md'), 'utf8').trimEnd();
  return (
    `${intro}\n\n## 事件 Events (up)\n\n${list(upMessages)}\n## 指令 Commands (down)\n\n${list(downMessages)}`.trimEnd() +
    '\n'
  );
}
