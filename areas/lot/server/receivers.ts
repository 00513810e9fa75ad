import { and, arrayContains, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { present } from '#kit/server/rows.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { bindQrCode, currentOpenId, messageReceiver, receiverByTag } from '#areas/lot/model/message-receiver.ts';
import { park } from '#areas/lot/model/park.ts';
import { village } from '#areas/lot/model/village.ts';
import { companyLine } from '#areas/org/server/door.ts';
import { qrOf } from './qr.ts';
import { receiverBinding } from './store.ts';

const VALID_MS = 10 * 60_000;

type Binding = typeof receiverBinding.$inferSelect;

const bindingOf = async (work: Pick<Work, 'db' | 'person'>, randomstr: string): Promise<Binding | undefined> =>
  (
    await work.db
      .select()
      .from(receiverBinding)
      .where(and(eq(receiverBinding.tenantId, work.person.tenantId), eq(receiverBinding.randomstr, randomstr)))
  )[0];

/** `waiting` until scanned, `bound` with an open id, `expired` when nobody scanned in time. */
export function bindingState(
  binding: Pick<Binding, 'openId' | 'expiresAt'>,
  now: Date,
): 'waiting' | 'bound' | 'expired' {
  if (binding.openId !== null) return 'bound';
  return Date.parse(binding.expiresAt) > now.getTime() ? 'waiting' : 'expired';
}

/** A receiver added with a binding code takes the open id that scanned it. */
async function bound(work: Work, randomstr: unknown): Promise<Record<string, unknown>> {
  if (typeof randomstr !== 'string') return {};
  const binding = await bindingOf(work, randomstr);
  if (!binding)
    throw new Refused('bad_input', {}, [{ field: 'randomstr', msg: text('绑定码不存在', 'No such binding code') }]);
  const status = bindingState(binding, work.now);
  return { status, ...(status === 'bound' ? { openId: binding.openId, boundTime: binding.boundAt } : {}) };
}

export const receiverRules: Rules = {
  fill: (_, before, work) =>
    work.raw.randomstr === undefined || (before as { status?: string } | null)?.status === 'bound'
      ? {}
      : bound(work, work.raw.randomstr),
  saved: async (after, _, work) => {
    // A plain `Resource` names no columns.
    const { randomstr, tenantId } = after as unknown as { randomstr: string | null; tenantId: number };
    if (randomstr)
      await work.db
        .update(receiverBinding)
        .set({ receiverId: after.id })
        .where(and(eq(receiverBinding.tenantId, tenantId), eq(receiverBinding.randomstr, randomstr)));
  },
};

/** Shows a code for a lot, a village or a receiver; the same random string shows the same one until it ends. */
async function startBinding(work: Work): Promise<unknown> {
  const { randomstr, pid, vid, uid } = work.input as { randomstr: string; pid?: string; vid?: string; uid?: string };
  if ([pid, vid, uid].filter(Boolean).length > 1)
    throw new Refused('bad_input', {}, [
      {
        field: 'pid',
        msg: text('车场、小区、接收人只能选一个', 'Name a car park, a community or a receiver, not several'),
      },
    ]);
  if (pid) await rowOf(park, pid, work.db);
  if (vid) await rowOf(village, vid, work.db);
  if (uid) await rowOf(messageReceiver, uid, work.db);
  const expiresAt = new Date(work.now.getTime() + VALID_MS).toISOString();
  const [made] = await work.db
    .insert(receiverBinding)
    .values({
      tenantId: work.person.tenantId,
      randomstr,
      parkId: pid ?? null,
      villageId: vid ?? null,
      receiverId: uid ?? null,
      expiresAt,
    })
    .onConflictDoNothing()
    .returning();
  const binding = made ?? (await bindingOf(work, randomstr))!;
  if (bindingState(binding, work.now) === 'expired')
    throw new Refused('bad_input', {}, [
      { field: 'randomstr', msg: text('绑定码已过期，请重新生成', 'This code has expired; please make a new one') },
    ]);
  return { ...(await qrOf(work.request.host, 'bind', { state: randomstr })), expiresAt: binding.expiresAt };
}

/**
 * Called by the public account with the follower who scanned a code. Binds the receiver it was shown for; answers false
 * for a code unknown, ended or bound to somebody else. Works across tenants, as the account knows only the random
 * string.
 */
export async function bindOpenId(
  database: Database,
  randomstr: string,
  openId: string,
  now = new Date(),
): Promise<boolean> {
  return database.write(platformScope, async (db) => {
    const [binding] = await db
      .update(receiverBinding)
      .set({ openId, boundAt: now.toISOString() })
      .where(
        and(
          eq(receiverBinding.randomstr, randomstr),
          isNull(receiverBinding.openId),
          gt(receiverBinding.expiresAt, now.toISOString()),
        ),
      )
      .returning();
    if (!binding) {
      const [again] = await db
        .select()
        .from(receiverBinding)
        .where(and(eq(receiverBinding.randomstr, randomstr), eq(receiverBinding.openId, openId)));
      return again !== undefined;
    }
    const t = tableOf(messageReceiver);
    if (binding.receiverId)
      await db
        .update(t)
        .set({ openId, status: 'bound', boundTime: now.toISOString(), updatedAt: now.toISOString() })
        .where(and(eq(t.tenantId!, binding.tenantId), eq(t.id!, binding.receiverId)));
    return true;
  });
}

export type LotPlace = {
  readonly tenantId: number;
  readonly parkId: string;
  readonly villageId: string | null;
  readonly companyId: string;
};

/**
 * Who is notified about a lot by phone: receivers of that lot, of its village, of its company or one above, subscribed
 * to that kind of message.
 */
export async function receiversOf(db: Db, lot: LotPlace, kind: string): Promise<{ id: string; phone: string }[]> {
  const t = tableOf(messageReceiver);
  const line = new Set((await companyLine(db, lot.tenantId, lot.companyId)).map(({ id }) => id));
  const rows = (await db
    .select({ id: t.id!, phone: t.phone!, parkId: t.parkId!, villageId: t.villageId!, companyId: t.companyId! })
    .from(t)
    .where(
      and(
        eq(t.tenantId!, lot.tenantId),
        isNull(t.deletedAt!),
        isNotNull(t.phone!),
        arrayContains(t.messageKinds!, [kind]),
      ),
    )) as { id: string; phone: string; parkId: string | null; villageId: string | null; companyId: string }[];
  return rows.filter((row) =>
    row.parkId ? row.parkId === lot.parkId : row.villageId ? row.villageId === lot.villageId : line.has(row.companyId),
  );
}

export const receiversServed: Served[] = [
  serve(bindQrCode, startBinding),
  serve(currentOpenId, async (work) => {
    const binding = await bindingOf(work, work.input.randomstr!);
    if (!binding) return null;
    const state = bindingState(binding, work.now);
    return state === 'waiting' ? { state, openId: null } : { state, openId: state === 'bound' ? binding.openId : null };
  }),
  serve(receiverByTag, async (work) => {
    const t = tableOf(messageReceiver);
    const { tagId, tagType } = work.input;
    const rows = (await work.db
      .select()
      .from(t)
      .where(scoped(messageReceiver, work.db.scope, [eq(t.tagId!, tagId!), eq(t.tagType!, tagType!)]))
      .orderBy(t.createdAt!, t.id!)) as Stored[];
    return (await present(messageReceiver, rows, work.db, work.person, work.lang))[0] ?? null;
  }),
];
