import pg from 'pg';
import { sweepSessions } from '#areas/access/server/door.ts';
import { placesOf, reconcileAll, recompute } from '#areas/billing/server/door.ts';
import { watchLists, watchStorage } from '#areas/device/server/door.ts';
import { endDerates } from '#areas/derate/server/door.ts';
import { judgeEndedDuties } from '#areas/duty/server/door.ts';
import { replayRound, retireSuperseded } from '#areas/fee/server/door.ts';
import { refreshFreeSpaces, refreshServiceStates } from '#areas/lot/server/door.ts';
import { ensurePartitions } from '#db/partitions.ts';
import { partitions } from '#db/schema.ts';
import { refreshPasses } from '#areas/pass/server/door.ts';
import { escalateOverdue } from '#areas/workorder/server/door.ts';
import { chaseDebts, endTerms } from '#areas/road/server/door.ts';
import { refreshBookings } from '#areas/vehicle/server/door.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { Job } from '#kit/server/jobs.ts';

/** Holds yesterday's sums of every lot against the raw rows; a difference to the fen fails the job with its words. */
async function checkYesterday(database: Database, now: Date): Promise<void> {
  const lots = await database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number; id: string }>('SELECT tenant_id, id FROM park WHERE deleted_at IS NULL'),
  );
  const wrong: string[] = [];
  for (const lot of lots) {
    await database.read(tenantScope(lot.tenant_id), async (db) => {
      const place = (await placesOf(db, [lot.id])).get(lot.id);
      if (!place) return;
      for (const each of await recompute(db, place, addDays(dayOf(now.getTime(), place.zone), -1)))
        wrong.push(`${lot.id} ${each.day} ${each.name}: kept ${each.kept}, counted ${each.counted}`);
    });
  }
  if (wrong.length > 0)
    throw new Error(`${wrong.length} sums differ from their rows:\n${wrong.slice(0, 50).join('\n')}`);
}

/** What only the owner of the tables may do. */
async function asOwner(database: Database, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(database.config as pg.ClientConfig);
  client.on('error', () => undefined); // whoever asks next is told
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Everything the clock does. */
export const jobs: readonly Job[] = [
  {
    name: 'check-yesterday',
    title: text('核对昨日汇总', 'Check of yesterday'),
    cron: '20 3 * * *',
    work: checkYesterday,
  },
  {
    name: 'channel-bills',
    title: text('渠道日账单对账', 'Bills of payment channels'),
    cron: '30 10 * * *',
    work: reconcileAll,
  },
  {
    name: 'partitions',
    title: text('建立月分区', 'Monthly partitions'),
    cron: '10 2 * * *',
    work: (database, now) => asOwner(database, (client) => ensurePartitions(client, partitions, now)),
  },
  {
    name: 'service-states',
    title: text('服务到期检查', 'Expiring services'),
    cron: '5 0 * * *',
    work: async (database, now) => {
      await refreshServiceStates(database, now);
    },
  },
  {
    name: 'passes',
    title: text('月租到期检查', 'Ended passes'),
    cron: '2,32 * * * *',
    work: async (database, now) => {
      await refreshPasses(database, now);
    },
  },
  {
    name: 'derates',
    title: text('优惠到期检查', 'Ended discounts'),
    cron: '*/5 * * * *',
    work: async (database, now) => {
      await endDerates(database, now);
    },
  },
  {
    name: 'debt-terms',
    title: text('欠费到期检查', 'Debts past their term'),
    cron: '*/5 * * * *',
    work: endTerms,
  },
  {
    name: 'debt-notices',
    title: text('欠费催缴', 'Notices of debts'),
    cron: '0 9 * * *',
    work: async (database, now) => {
      await chaseDebts(database, now);
    },
  },
  {
    name: 'camera-lists',
    title: text('核对相机名单', "Check of the cameras' lists"),
    cron: '*/5 * * * *',
    work: watchLists,
  },
  {
    name: 'device-storage',
    title: text('检查设备存储', "Check of the devices' storage"),
    cron: '*/5 * * * *',
    work: watchStorage,
  },
  {
    name: 'bookings',
    title: text('预约到期检查', 'Ended bookings'),
    cron: '*/5 * * * *',
    work: async (database, now) => {
      await refreshBookings(database, now);
    },
  },
  {
    name: 'attendance',
    title: text('判定已结束的班次', 'Judging ended shifts'),
    cron: '*/10 * * * *',
    work: async (database, now) => {
      await judgeEndedDuties(database, now);
    },
  },
  {
    name: 'overdue-work',
    title: text('超时工单升级', 'Escalating overdue work orders'),
    cron: '*/5 * * * *',
    work: async (database, now) => {
      await escalateOverdue(database, now);
    },
  },
  {
    name: 'sessions',
    title: text('清理过期会话', 'Ended sessions'),
    cron: '15 * * * *',
    work: async (database) => {
      await sweepSessions(database);
    },
  },
  {
    name: 'free-spaces',
    title: text('更新剩余车位', 'Free spaces'),
    cron: '* * * * *',
    work: (database) => refreshFreeSpaces(database),
  },
  {
    name: 'tariffs',
    title: text('停用被取代的收费规则', 'Superseded tariffs'),
    cron: '*/5 * * * *',
    work: async (database, now) => {
      await retireSuperseded(database, now);
    },
  },
  {
    name: 'tariff-replays',
    title: text('收费规则回放', 'Replays of tariffs'),
    cron: '* * * * *',
    work: async (database, now) => {
      await replayRound(database, now);
    },
  },
  {
    name: 'kept-keys',
    title: text(
      '清理幂等键、导出记录、已发短信与无主的充电事件',
      'Old idempotency keys, export runs, messages and what chargers told of cars never seen',
    ),
    cron: '40 2 * * *',
    work: (database) =>
      database.write(platformScope, async (db) => {
        await db.raw(`DELETE FROM idempotency WHERE at < now() - interval '7 days'`);
        await db.raw(`DELETE FROM export_run WHERE started_at < now() - interval '7 days'`);
        await db.raw(
          `DELETE FROM outbox WHERE kind = 'sms' AND state <> 'pending' AND created_at < now() - interval '30 days'`,
        );
        await db.raw(`DELETE FROM told_event WHERE at < now() - interval '90 days'`);
      }),
  },
];
