import * as model from '#areas/weixin/model/index.ts';
import { area } from '#kit/area/area.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Job } from '#kit/server/jobs.ts';
import { accountsServed, configRules, keywordRules, publicplatRules } from './accounts.ts';
import { receiveServed } from './receive.ts';
import { menuRules } from './menu.ts';
import { miniConfigRules, miniRules, miniServed } from './mini.ts';
import { weixinEvents } from './events.ts';
import { homeServed } from './home.ts';
import { menuServed } from './publish.ts';
import { pushRules, pushServed } from './push.ts';
import { syncAll, syncServed } from './sync.ts';

const DAY_MS = 86_400_000;

/** The platform repeats a message within seconds; a signature is valid for five minutes. */
const KEPT_DAYS = 90;
const jobs: readonly Job[] = [
  {
    name: 'weixin-messages',
    title: text('清理公众号消息记录', 'Old messages of public accounts'),
    cron: '17 3 * * *',
    work: async (database, now) => {
      await database.write(platformScope, (db) =>
        db.raw(`DELETE FROM wx_message WHERE time < $1 RETURNING 1`, [new Date(now.getTime() - DAY_MS).toISOString()]),
      );
    },
  },
  {
    name: 'weixin-followers',
    title: text('同步公众号用户', 'Followers of public accounts'),
    cron: '10 4 * * *',
    missed: 'skip',
    work: syncAll,
  },
  {
    name: 'old-pushes',
    title: text('清理消息推送与同步记录', 'Old messages by event and synchronisations'),
    cron: '27 3 * * *',
    work: async (database, now) => {
      await database.write(platformScope, async (db) => {
        const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString();
        await db.raw(`DELETE FROM wx_push WHERE made_time < $1 AND status NOT IN ('queued', 'sending') RETURNING 1`, [
          before,
        ]);
        await db.raw(`DELETE FROM wx_sync WHERE start_time < $1 AND status IN ('done', 'failed') RETURNING 1`, [
          before,
        ]);
      });
    },
  },
];

export const weixin = area({
  name: 'weixin',
  model,
  rules: {
    publicplat: publicplatRules,
    wxkeyword: keywordRules,
    wxOtherConfig: configRules,
    wxmenu: menuRules,
    parkminiprogram: miniRules,
    parkMiniOtherConfig: miniConfigRules,
    systemplatemsgconfig: pushRules,
  },
  calls: [
    ...receiveServed,
    ...accountsServed,
    ...menuServed,
    ...miniServed,
    ...homeServed,
    ...pushServed,
    ...syncServed,
  ],
  jobs,
  events: weixinEvents,
});
