import { committedEvent } from '#kit/declare/event.ts';
import { text } from '#kit/declare/text.ts';

/** Sessions were ended, or rights have changed: what was allowed may be so no more. */
export const sessionsChanged = committedEvent<{ sessionIds: readonly string[] | null }>({
  name: 'sessionsChanged',
  area: 'access',
  title: text('会话或权限变动', 'Sessions or rights changed'),
  payload: { sessionIds: text('会话编号；为空时指全部', 'The ids of the sessions; all where there are none') },
});

export const events = [sessionsChanged];
