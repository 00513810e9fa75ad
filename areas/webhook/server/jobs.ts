import { text } from '#kit/declare/text.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Job } from '#kit/server/jobs.ts';

const DELIVERED_DAYS = 30;
const ENDED_DAYS = 90;
const DAY = 86_400_000;

export const jobs: readonly Job[] = [
  {
    name: 'old-deliveries',
    title: text('清理事件推送', 'Old deliveries of events'),
    cron: '35 3 * * *',
    work: async (database, now) => {
      const before = (days: number): string => new Date(now.getTime() - days * DAY).toISOString();
      await database.write(platformScope, (db) =>
        db.raw(
          `DELETE FROM webhook_delivery WHERE status = 'sent' AND event_time < $1 AND made_time < $1
             OR status IN ('dead', 'dropped') AND event_time < $2 AND made_time < $2 RETURNING 1`,
          [before(DELIVERED_DAYS), before(ENDED_DAYS)],
        ),
      );
    },
  },
];
