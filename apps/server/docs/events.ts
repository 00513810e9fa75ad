import type { AreaEvent, EventTime } from '#kit/declare/event.ts';
import type { Text } from '#kit/declare/text.ts';
import type { AreaEvents } from '#kit/server/events.ts';

const both = ({ zh, en }: Text): string => `${zh} / ${en}`;

const times: { readonly [T in EventTime]: string } = {
  transaction: '发出者的事务内 / in the emitter’s transaction',
  committed: '提交之后 / after the commit',
};

function page(event: AreaEvent, handlers: readonly string[]): string {
  return [
    `## ${both(event.title)} (\`${event.name}\`)`,
    '',
    `- 发出 / Emitted by: ${event.area}, ${times[event.time]}`,
    `- 处理 / Handled by: ${handlers.join(', ') || '—'}${event.required ? '' : '（可无 / may be nobody）'}`,
    ...(Object.entries(event.payload) as [string, Text][]).map(([name, title]) => `- \`${name}\`: ${both(title)}`),
    ...(event.answer ? [`- 应答 / Answer: ${both(event.answer)}`] : []),
    '',
  ].join('\n');
}

/** The events between areas: a drawing, and who emits and handles each with what it carries. */
export function eventsPage(areas: readonly AreaEvents[]): string {
  const events = areas.flatMap(({ emits }) => emits).sort((a, b) => (a.name < b.name ? -1 : 1));
  const handlersOf = (event: AreaEvent): string[] =>
    areas.filter(({ handles }) => handles.some((each) => each.event === event)).map(({ name }) => name);
  return [
    '<!-- npm run documents -->',
    '# 事件 / Events',
    '',
    'Which area emits and which handles. Wired and checked at start; a handler inside the emitter’s transaction rolls it back by failing.',
    'The server’s link to devices handles `sessionsChanged` besides.',
    '',
    '```mermaid',
    'flowchart LR',
    ...events.flatMap((event) => handlersOf(event).map((to) => `  ${event.area} -->|${event.name}| ${to}`)),
    '```',
    '',
    ...events.map((event) => page(event, handlersOf(event))),
  ].join('\n');
}
