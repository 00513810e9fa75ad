import { text } from '#kit/declare/text.ts';
import type { Job } from '#kit/server/jobs.ts';
import { forgetInbox } from './bought.ts';
import { watchCameraLists } from './camera-lists-round.ts';
import { watchLists } from './list-watch.ts';
import { watchStorage } from './storage-watch.ts';

export const jobs: readonly Job[] = [
  {
    name: 'camera-lists',
    title: text('核对相机名单', "Check of the cameras' lists"),
    cron: '*/5 * * * *',
    work: async (database, now) => {
      await watchLists(database, now);
      await watchCameraLists(database, now);
    },
  },
  {
    name: 'device-storage',
    title: text('检查设备存储', "Check of the devices' storage"),
    cron: '*/5 * * * *',
    work: watchStorage,
  },
  {
    name: 'device-inbox',
    title: text('清理设备收件', 'Deletes old messages of bought devices'),
    cron: '25 3 * * *',
    work: forgetInbox,
  },
];
