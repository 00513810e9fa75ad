/** What people do with webhooks besides entering them: try one, and deliver again. */
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { platBaseInterface } from '#areas/platform/model/open-platform.ts';
import { ofTenant, tenantScope } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Stored } from '#kit/server/rows.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { redeliverOne, webhookDelivery } from '../model/delivery.ts';
import { redeliverRange, rotateWebhook, testWebhook, webhook } from '../model/webhook.ts';
import { deliveryStates } from '../model/kinds.ts';
import { bodyOf } from './body.ts';
import { TRIED_MS } from './record.ts';
import { recount } from './recount.ts';
import { rotate } from './rules.ts';
import { noteTry, sendLetter } from './send.ts';
import type { Attempt, Target } from './send.ts';

const MOST_DAYS = 31;
/** Maximum per request: request more in shorter spans. */
const MOST = 20_000;
const AGAIN = { dead: ['dead'], all: ['dead', 'sent', 'dropped'] } as const;

const targetOf = (row: Stored): Target => ({
  tenantId: Number(row['tenantId']),
  id: row.id,
  companyId: String(row['companyId']),
  url: String(row['url']),
  secret: String(row['secret']),
  oldSecret: (row['oldSecret'] as string | null) ?? null,
  oldUntil: (row['oldUntil'] as string | null) ?? null,
});

/** Sent now and once, in use or not: an address is tried before it is switched on. */
async function test(work: Work<typeof testWebhook.input>): Promise<Attempt> {
  const row = await work.database.read(scopeOf(work.person), async (db) => {
    const found = await rowOf(webhook as Resource, work.input.id!, db);
    const key = await rowOf(platBaseInterface, String(found['keyId']), db);
    if (key['enabled'] === false)
      throw ruleRefused(text('应用的密钥已停用', 'The key of the application is out of use'), 'key_off');
    return found;
  });
  const target = targetOf(row);
  const now = Date.now();
  const id = newId();
  const kind = 'webhook.test';
  const body = bodyOf(
    { id, kind, at: new Date(now).toISOString(), seq: now * 1_000, data: { name: row['name'] } },
    true,
  );
  const attempt = await sendLetter(target, id, body, [], now);
  await work.database.write(tenantScope(target.tenantId), (db) =>
    noteTry(db, target, { deliveryId: null, kind, nth: 1 }, attempt, now),
  );
  return attempt;
}

async function inUse(work: Work, hookId: string): Promise<Stored> {
  const hook = await rowOf(webhook as Resource, hookId, work.db);
  if (hook['enabled'] === false)
    throw ruleRefused(text('订阅已停用，请先启用', 'The webhook is switched off; switch it on first'), 'off');
  return hook;
}

const QUEUED = `
  UPDATE webhook_delivery SET status = 'pending', tries = 0, due_at = $3, give_up_at = $4, updated_at = $3
  WHERE tenant_id = $1 AND hook_id = $2 AND deleted_at IS NULL`;

/** Requested by a person, who does not wait for an address that was away. */
async function queued(db: Db, tenantId: number, hookId: string): Promise<void> {
  await db.raw('UPDATE webhook SET probe_at = NULL WHERE tenant_id = $1 AND id = $2', [tenantId, hookId]);
  await recount(db, tenantId, [hookId]);
}

async function again(work: Work<typeof redeliverOne.input>): Promise<unknown> {
  const row = await rowOf(webhookDelivery as Resource, work.input.id!, work.db, { lock: true });
  const status = String(row['status']) as keyof typeof deliveryStates;
  if (!(AGAIN.all as readonly string[]).includes(status))
    throw new Refused('state_closed', { state: deliveryStates[status], action: redeliverOne.title });
  const hook = await inUse(work as Work, String(row['hookId']));
  const tenantId = Number(row['tenantId']);
  const db = ofTenant(work.db, tenantId);
  const [now, until] = [work.now.toISOString(), new Date(work.now.getTime() + TRIED_MS).toISOString()];
  await db.raw(`${QUEUED} AND id = $5 RETURNING 1`, [tenantId, hook.id, now, until, row.id]);
  await queued(db, tenantId, hook.id);
  work.record({
    resource: webhookDelivery.name,
    action: 'redeliver',
    rowId: row.id,
    before: { status },
    after: { status: 'pending' },
    tenantId,
    parkId: row['parkId'] as string | null,
  });
  return { id: row.id, status: 'pending' };
}

async function range(work: Work<typeof redeliverRange.input>): Promise<{ queued: number }> {
  const [from, to] = [Date.parse(work.input.startTime!), Date.parse(work.input.endTime!)];
  if (!(from < to)) throw ruleRefused(text('结束时间须晚于开始时间', 'It must end after it begins'));
  if (to - from > MOST_DAYS * 86_400_000) throw ruleRefused(text('一次最多31天', 'At most 31 days at once'));
  const hook = await inUse(work as Work, work.input.id!);
  const tenantId = Number(hook['tenantId']);
  const db = ofTenant(work.db, tenantId);
  const which = work.input.which === 'all' ? AGAIN.all : AGAIN.dead;
  const rows = await db.raw(
    `${QUEUED} AND status = ANY($5::text[]) AND event_time >= $6 AND event_time < $7 RETURNING 1`,
    [
      tenantId,
      hook.id,
      work.now.toISOString(),
      new Date(work.now.getTime() + TRIED_MS).toISOString(),
      which,
      new Date(from).toISOString(),
      new Date(to).toISOString(),
    ],
  );
  if (rows.length > MOST)
    throw ruleRefused(text('条数过多，请缩短时间范围', 'Too many: please ask for a shorter span'));
  await queued(db, tenantId, hook.id);
  work.record({
    resource: webhook.name,
    action: 'redeliver',
    rowId: hook.id,
    after: { startTime: work.input.startTime, endTime: work.input.endTime, which: work.input.which ?? 'dead' },
    tenantId,
    companyId: hook['companyId'] as string | null,
  });
  return { queued: rows.length };
}

export const webhookServed: readonly Served[] = [
  serve(rotateWebhook, (work) => rotate(work as Work)),
  serve(testWebhook, test, { mode: 'open' }),
  serve(redeliverRange, range),
  serve(redeliverOne, again),
];
