import { text } from '#kit/declare/text.ts';
import type { Job } from '#kit/server/jobs.ts';
import { refreshBookings } from './space-booking.ts';

export const jobs: readonly Job[] = [
  {
    name: 'bookings',
    title: text('预约到期检查', 'Ended bookings'),
    cron: '*/5 * * * *',
    work: async (database, now) => {
      await refreshBookings(database, now);
    },
  },
];
