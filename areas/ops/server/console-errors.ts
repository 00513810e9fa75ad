import type { Fields } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { newId } from '#kit/server/id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { consoleError, uploadErrors } from '#areas/ops/model/console-error.ts';

const most = 200;
/** What a browser says of itself: the server adds who sent it and whence. */
const loggedFields = ['type', 'message', 'url', 'stack', 'info'] as const;
/** The engine holds no NUL in text. */
const cut = (raw: unknown, length: number): string =>
  typeof raw === 'string' ? raw.replaceAll('\0', '').slice(0, length) : '';

/** When it was, by the browser's clock, which may be ahead of ours. */
function timeOf(raw: unknown, now: Date): string {
  const at = typeof raw === 'string' ? Date.parse(raw) : Number.NaN;
  return new Date(at > 0 && at < now.getTime() ? at : now.getTime()).toISOString();
}

function rowOf(entry: unknown, work: Work): Record<string, unknown> {
  const given = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
  const fields: Fields = consoleError.fields;
  return {
    ...Object.fromEntries(loggedFields.map((name) => [name, cut(given[name], fields[name]!.max!)])),
    tenantId: work.person.tenantId,
    id: newId(),
    time: timeOf(given.time, work.now),
    reporter: work.person.userId,
    serviceId: 'console',
    serverHost: work.request.host.slice(0, 200),
    agent: work.request.agent,
    createdBy: work.person.userId,
  };
}

/** What one person's browsers may report in a day. */
const A_DAY = 1_000;

/** @throws Refused 429 once the day's share is used up; requests of the same moment are counted one after another */
async function ensureQuota({ db, person }: Work, count: number): Promise<void> {
  await db.raw('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`errors:${person.tenantId}:${person.userId}`]);
  const [row] = await db.raw<{ entered: number }>(
    `SELECT count(*)::int AS entered FROM console_error WHERE tenant_id = $1 AND reporter = $2 AND created_at > now() - interval '1 day'`,
    [person.tenantId, person.userId],
  );
  if (row!.entered + count > A_DAY)
    throw new Refused('too_many', {}, [
      {
        field: 'entries',
        msg: text(`每人每天最多上传${A_DAY}条`, `A person may upload at most ${A_DAY} entries a day`),
      },
    ]);
}

async function take(work: Work): Promise<{ count: number }> {
  const { entries } = work.input as { entries?: unknown };
  if (!Array.isArray(entries) || entries.length > most)
    throw new Refused('bad_input', {}, [
      { field: 'entries', msg: text(`应为列表，一次最多${most}条`, `must be a list of at most ${most}`) },
    ]);
  await ensureQuota(work, entries.length);
  await work.db.insert(tableOf(consoleError)).values(entries.map((entry) => rowOf(entry, work)));
  work.record({ resource: consoleError.name, action: 'upload', rowId: null, after: { count: entries.length } });
  return { count: entries.length };
}

export const consoleErrorServed: readonly Served[] = [serve(uploadErrors, (work) => take(work))];
