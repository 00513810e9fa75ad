/** What rows without a table of their own are drawn from, put there for the rules to try them on. */
import type { Database } from '#kit/server/db.ts';
import { platformScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Drawn } from './fixture.ts';

/** Where the money of a row came, each time to another account; the other side is what was earned. */
const taken = [
  ['drawer', ''],
  ['channel', 'wechat'],
  ['stored-value', ''],
] as const;

export const drawnOn = (database: Database): Readonly<Record<string, Drawn>> => ({
  ledgerEntry: async ({ tenantId, companyId, parkId }, nth, at) => {
    const [posting, order, time] = [newId(), newId(), new Date(at).toISOString()];
    const [account, party] = taken[nth % taken.length]!;
    return database.write(platformScope, async (db) => {
      await db.raw(
        "INSERT INTO parking_order (tenant_id, company_id, park_id, id, created_at, updated_at, created_time, order_no, kind, status, plate_number) VALUES ($1, $2, $3, $4, $5, $5, $5, $6, 'exit', 'paid', $7)",
        [tenantId, companyId, parkId, order, time, `CONF${tenantId}${nth}`, `苏A0000${nth}`],
      );
      for (const [line, to, channel, fen] of [
        [0, account, party, 100 + nth],
        [1, 'revenue', '', -100 - nth],
      ] as const) {
        await db.raw(
          "INSERT INTO ledger_line (tenant_id, company_id, park_id, posting, line_no, at, kind, account, party, amount_fen, operator, subject_id) VALUES ($1, $2, $3, $4, $5, $6, 'payment', $7, $8, $9, $10, $11)",
          [tenantId, companyId, parkId, posting, line, time, to, channel, fen, `收费员${nth}`, order],
        );
      }
      return `${posting.slice(0, 34)}00`;
    });
  },
  visitorRecord: async ({ tenantId, companyId, parkId }, nth, at) => {
    const [id, visit, time] = [newId(), newId(), new Date(at).toISOString()];
    return database.write(platformScope, async (db) => {
      await db.raw(
        "INSERT INTO stay (tenant_id, company_id, park_id, id, created_at, updated_at, begin_time, in_time, plate_number, kind, status, receivable_fen, paid_fen, stay_seconds) VALUES ($1, $2, $3, $4, $5, $5, $5, $5, $6, 'visitor', 'closed', $7::int, $7::int, $7::int)",
        [tenantId, companyId, parkId, id, time, `苏V0000${nth}`, 100 + nth],
      );
      await db.raw(
        "INSERT INTO visit (tenant_id, company_id, park_id, id, visit_no, visitor_name, host_name, status) VALUES ($1, $2, $3, $4, $5, $6, $7, 'left')",
        [tenantId, companyId, parkId, visit, `V-CONF-${tenantId}-${nth}`, `访客${nth}`, `主人${nth}`],
      );
      await db.raw(
        "INSERT INTO visit_event (tenant_id, company_id, park_id, id, visit_id, time, kind, way, stay_id) VALUES ($1, $2, $3, $4, $5, $6, 'in', 'car', $7)",
        [tenantId, companyId, parkId, newId(), visit, time, id],
      );
      return id;
    });
  },
  tackManagement: async ({ tenantId, companyId }, nth, at) => {
    const [id, time] = [newId(), new Date(at).toISOString()];
    await database.write(platformScope, (db) =>
      db.raw(
        "INSERT INTO task_run (tenant_id, company_id, id, created_at, updated_at, task_kind, title, status, done, total, made, started_by, start_time, end_time) VALUES ($1, $2, $3, $4, $4, 'catchUp', $5, 'done', $6::int, $6::int, 9, $7, $4, $4)",
        [tenantId, companyId, id, time, `任务${nth}`, 1 + nth, `发起人${nth}`],
      ),
    );
    return id;
  },
});
