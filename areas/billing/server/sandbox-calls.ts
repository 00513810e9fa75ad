import {
  channelNotice,
  merchantNotice,
  moneyCheck,
  readSandbox,
  setSandbox as setCall,
} from '#areas/billing/model/sandbox-calls.ts';
import { park } from '#areas/lot/model/park.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { isDayOfTime } from '#kit/server/filter.ts';
import { scoped } from '#kit/server/scope.ts';
import { Raw, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { eq } from 'drizzle-orm';
import { channelNamed } from './channel/channels.ts';
import { sandboxBooks, sandboxSettings, setSandbox, settleSandbox } from './channel/sandbox.ts';
import { checkMoney } from './check.ts';
import type { MoneyCheck } from './check.ts';
import { placesOf } from './load.ts';
import { acceptNotices } from './notice.ts';

/** The sandbox is one for all tenants, so only the platform's operators change how it behaves. */
function platformOnly(work: Pick<Work, 'person'>): void {
  if (!work.person.platform) throw new Refused('not_permitted', { what: text('支付沙箱', 'the payment sandbox') });
}

async function notice(work: Work): Promise<unknown> {
  const { channel, configId } = work.input as { channel: string; configId?: string };
  const { bytes, header } = work.request;
  const results = await acceptNotices(
    work.database,
    channel,
    [{ body: bytes ?? Buffer.alloc(0), header }],
    configId ?? null,
  );
  const result = results?.[0];
  if (results === null) throw new Refused('no_such_record', { what: text('支付渠道', 'Payment channel') });
  if (result === null || result === undefined) throw new Refused('bad_input');
  if (result === 'unknown-trade') throw new Refused('no_such_record', { what: text('交易', 'Trade') });
  if (result === 'wrong-signature' || result === 'wrong-amount')
    throw new Refused('not_permitted', {
      what: result === 'wrong-amount' ? text('金额不符', 'wrong amount') : text('签名错误', 'wrong signature'),
    });
  const { type, body } = channelNamed(channel)!.thanks;
  return new Raw((reply) => reply.type(type).send(body));
}

const MOST_DAYS = 100;

function requestedDays(work: Work): { from: string; to: string } {
  const { zone } = work.person;
  const today = dayOf(work.now.getTime(), zone);
  const day = (raw: unknown, other: string) => {
    const spoken = String(raw ?? '').slice(0, 10);
    return isDayOfTime(spoken) ? spoken : other;
  };
  const to = day(work.raw['endTime'], today);
  const from = day(work.raw['startTime'], addDays(to, -6));
  if (from > to || addDays(from, MOST_DAYS) < to)
    throw new Refused('bad_input', {}, [
      { field: 'startTime', msg: text('时间范围应在100天以内', 'The range must be within 100 days') },
    ]);
  return { from, to };
}

/** `{ from, to, right, parks: MoneyCheck[] }` over the lots in scope, or the given one. */
async function check(work: Work): Promise<unknown> {
  const { from, to } = requestedDays(work);
  const t = tableOf(park);
  const wanted = work.raw['parkId'];
  const rows = await work.db
    .select({ id: t.id!, tenantId: t.tenantId! })
    .from(t)
    .where(scoped(park, work.db.scope, [isId(wanted) ? eq(t.id!, wanted) : undefined]))
    .orderBy(t.id!)
    .limit(500);
  const parks: MoneyCheck[] = [];
  for (const [tenantId, group] of Map.groupBy(rows, (row) => row.tenantId as number)) {
    for (const place of (
      await placesOf(
        work.db,
        group.map((row) => row.id as string),
        tenantId,
      )
    ).values())
      parks.push(await checkMoney(work.db, place, from, to));
  }
  return { from, to, right: parks.every((each) => each.right), parks };
}

export const sandboxServed: Served[] = [
  serve(
    readSandbox,
    async (work) => {
      platformOnly(work);
      const { tradeNo } = work.input;
      return {
        settings: await sandboxSettings(work.database),
        trade: tradeNo ? ((await sandboxBooks(work.database, [tradeNo]))[0] ?? null) : null,
      };
    },
    { mode: 'open' },
  ),
  serve(
    setCall,
    async (work) => {
      platformOnly(work);
      const { pay, delayMs, copies, wrongSignature, amountOffFen, refuseRefunds, refundDelayMs } = work.input;
      if (pay) return { trade: await settleSandbox(work.database, pay) };
      await setSandbox(work.database, {
        delayMs: delayMs ?? 0,
        copies: copies ?? 1,
        wrongSignature: wrongSignature ?? false,
        amountOffFen: amountOffFen ?? 0,
        refuseRefunds: refuseRefunds ?? false,
        refundDelayMs: refundDelayMs ?? 0,
      });
      return { settings: await sandboxSettings(work.database) };
    },
    { mode: 'open' },
  ),
  ...[channelNotice, merchantNotice].map((each) =>
    serve(each as typeof channelNotice, (work) => notice(work), { mode: 'open', signed: true }),
  ),
  serve(moneyCheck, (work) => check(work)),
];
