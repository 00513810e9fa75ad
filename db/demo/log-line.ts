import { newId } from '#kit/server/id.ts';

type Wide = Readonly<Record<string, unknown>>;

/**
 * A line of the operation log as the product writes one: who did what to which row, and how it looked before and after.
 */
export const logLine = (
  owner: Wide,
  resource: string,
  action: string,
  done: { at: unknown; person: unknown; rowId: unknown; before: Wide | null; after: Wide },
): Record<string, unknown> => ({
  ...owner,
  id: newId(),
  at: done.at,
  person_name: done.person,
  account: null,
  ip: '10.20.0.10',
  request_id: null,
  call_name: `${resource}.${action}`,
  resource,
  action,
  row_id: done.rowId,
  before: done.before,
  after: done.after,
});
