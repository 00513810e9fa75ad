/**
 * The demo's webhooks: out of use, for there is nobody at their addresses; with a past of deliveries, an outage and
 * dead letters.
 */
import { insertRows } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Ask } from './build-base.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** The key was made and used so long ago; a receiver gave its webhook up a while later. */
const MADE = 58 * DAY;
const GIVEN_UP = 9 * DAY;
/** Yesterday the address did not answer for so long. */
const AWAY = 95 * MINUTE;
const MOST = 240;

type Hook = { readonly id: string; readonly companyId: string };
type Fact = {
  readonly id: string;
  readonly parkId: string;
  readonly companyId: string;
  readonly kind: 'stay.entered' | 'stay.left' | 'order.paid';
  readonly at: string;
};

const iso = (at: number): string => new Date(at).toISOString();

/** What happened on the last two days at the group's car parks, as much as a page or two shows. */
const FACTS = `
  SELECT * FROM (
    SELECT s.id, s.park_id AS "parkId", s.company_id AS "companyId", 'stay.entered' AS kind, s.in_time AS at
    FROM stay s WHERE s.tenant_id = $1 AND s.begin_time >= $2::timestamptz AND s.in_time BETWEEN $2 AND $3
    UNION ALL
    SELECT s.id, s.park_id, s.company_id, 'stay.left', s.out_time
    FROM stay s WHERE s.tenant_id = $1 AND s.begin_time >= $2::timestamptz AND s.out_time BETWEEN $2 AND $3
    UNION ALL
    SELECT p.id, p.park_id, p.company_id, 'order.paid', p.paid_time
    FROM payment p WHERE p.tenant_id = $1 AND p.created_time >= $2::timestamptz AND p.paid_time BETWEEN $2 AND $3
  ) f WHERE f.at IS NOT NULL ORDER BY md5(f.id::text || f.kind) LIMIT ${MOST}`;

const payloadOf = ({ id, parkId, kind, at }: Fact) =>
  kind === 'order.paid'
    ? { parkId, paymentId: id }
    : { parkId, stayId: id, [kind === 'stay.left' ? 'outTime' : 'inTime']: at };

/** Delivered a moment after they happened; during the outage after it; a few refused for a day. */
const fates = (facts: readonly Fact[], awayFrom: number) =>
  facts.map((fact, nth) => {
    const at = Date.parse(fact.at);
    const isDead = nth % 61 === 7;
    const wasAway = at >= awayFrom && at < awayFrom + AWAY;
    const sentAt = (wasAway ? awayFrom + AWAY + nth * 40 : at) + 900 + ((nth * 131) % 900);
    return { fact, at, isDead, wasAway, sentAt, nth };
  });

type Fate = ReturnType<typeof fates>[number];

const deliveryOf = (tenantId: number, hook: Hook, { fact, at, isDead, wasAway, sentAt, nth }: Fate) => ({
  tenant_id: tenantId,
  company_id: fact.companyId,
  park_id: fact.parkId,
  id: newId(at),
  created_at: iso(at),
  updated_at: iso(sentAt),
  hook_id: hook.id,
  kind: fact.kind,
  status: isDead ? 'dead' : 'sent',
  event_time: iso(at),
  made_time: iso(at),
  sent_time: isDead ? null : iso(sentAt),
  tries: isDead ? 52 : wasAway ? 2 : 1,
  due_at: iso(sentAt),
  give_up_at: iso(at + DAY),
  answer: isDead ? '422 unknown car park' : '200 ok',
  seq: at * 1_000 + (nth % 1_000),
  fact: `${fact.kind}/${fact.id}`,
  payload: payloadOf(fact),
});

const timedOut = {
  outcome: 'away',
  nth: 1,
  ms: 10_000,
  http_status: null,
  answer: 'The operation was aborted due to timeout',
};

/** What came of each attempt, the first and the last of many. */
const triesOf = ({ at, isDead, wasAway, sentAt, nth }: Fate) => [
  ...(wasAway ? [{ at: at + 800, ...timedOut }] : []),
  isDead
    ? { at: sentAt, outcome: 'again', nth: 1, ms: 41 + (nth % 30), http_status: 422, answer: 'unknown car park' }
    : {
        at: sentAt,
        outcome: 'sent',
        nth: wasAway ? 2 : 1,
        ms: 35 + ((nth * 37) % 140),
        http_status: 200,
        answer: 'ok',
      },
];

async function fillPast(db: Db, tenantId: number, hook: Hook, now: number): Promise<void> {
  const facts = await db.raw<Fact>(FACTS, [tenantId, iso(now - 2 * DAY), iso(now - 30 * MINUTE)]);
  const own = fates(facts, now - DAY);
  const rows = own.map((fate) => deliveryOf(tenantId, hook, fate));
  await insertRows(db, 'webhook_delivery', rows, '');
  const tries = own.flatMap((fate) =>
    triesOf(fate).map(({ at, ...more }) => ({
      tenant_id: tenantId,
      company_id: hook.companyId,
      id: newId(at),
      created_at: iso(at),
      updated_at: iso(at),
      time: iso(at),
      hook_id: hook.id,
      delivery_id: rows[fate.nth]!.id,
      kind: fate.fact.kind,
      ...more,
    })),
  );
  await insertRows(db, 'webhook_try', tries, '');
  await db.raw(
    `UPDATE webhook w SET dead = (SELECT count(*) FROM webhook_delivery d WHERE d.tenant_id = $1 AND d.hook_id = w.id
      AND d.status = 'dead'),
       last_ok = (SELECT max(d.sent_time) FROM webhook_delivery d WHERE d.tenant_id = $1 AND d.hook_id = w.id)
     WHERE w.tenant_id = $1 AND w.id = $2`,
    [tenantId, hook.id],
  );
}

/** Key and webhooks are as old as what they did: nothing was sent or switched off before they were made. */
async function madeBefore(db: Db, tenantId: number, keyId: string, now: number): Promise<void> {
  const values = [tenantId, keyId, iso(now - MADE)];
  for (const [table, column] of [
    ['plat_base_interface', 'id'],
    ['webhook', 'key_id'],
  ])
    await db.raw(
      `UPDATE ${table} SET created_at = $3, updated_at = $3 WHERE tenant_id = $1 AND ${column} = $2`,
      values,
    );
}

/** Its receiver answered 410: switched off that moment, some minutes after the last that it took. */
const givenUp = (db: Db, tenantId: number, hookId: string, now: number): Promise<unknown> =>
  db.raw(
    `UPDATE webhook SET off_time = $3, updated_at = $3, last_ok = $4, last_error = '410 gone'
     WHERE tenant_id = $1 AND id = $2`,
    [tenantId, hookId, iso(now - GIVEN_UP), iso(now - GIVEN_UP - 47 * MINUTE)],
  );

/** One application for each group of companies, with a webhook that was used and one that its receiver gave up. */
export async function pushEvents(
  ask: Ask,
  database: Database,
  groupIds: readonly string[],
  now: number,
): Promise<void> {
  for (const [nth, companyId] of groupIds.entries()) {
    const key = await ask('POST', 'platBaseInterface/submit', {
      name: nth === 0 ? '物业一体化平台' : '园区服务平台',
      companyId,
      scopes: ['stay:read', 'payment:read', 'refund:read', 'parkMonth:read'],
      perMinute: 600,
      remark: '事件推送代替轮询',
    });
    const hook = (more: Record<string, unknown>) =>
      ask('POST', '/api/gatehouse/webhook/submit', { keyId: key.id, enabled: false, giveUpDays: 3, ...more });
    const used = await hook({
      name: '进出与收款',
      url: 'https://estate.example.com/hooks/parking',
      kinds: ['stay.entered', 'stay.left', 'order.paid', 'order.refunded'],
      ownerEmail: 'integration@estate.example.com',
      remark: '演示数据：没有这个地址，保持停用',
    });
    const left = await hook({
      name: '月租同步（旧版）',
      url: 'https://old-estate.example.com/hooks/passes',
      kinds: ['pass.changed'],
      remark: '对方已改版，答复410',
    });
    const [group] = await database.read(platformScope, (db) =>
      db.raw<{ tenantId: number }>('SELECT tenant_id AS "tenantId" FROM company WHERE id = $1', [companyId]),
    );
    await database.write(tenantScope(group!.tenantId), async (db) => {
      const { tenantId } = group!;
      await madeBefore(db, tenantId, key.id, now);
      await fillPast(db, tenantId, { id: used.id, companyId }, now);
      await givenUp(db, tenantId, left.id, now);
    });
  }
}
