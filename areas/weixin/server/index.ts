import * as model from '#areas/weixin/model/index.ts';
import { area } from '#kit/area/area.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Job } from '#kit/server/jobs.ts';
import { accountsServed, configRules, keywordRules, publicplatRules } from './accounts.ts';
import { hearServed } from './hear.ts';
import { menuRules } from './menu.ts';
import { miniConfigRules, miniRules, miniServed } from './mini.ts';
import { homeServed } from './home.ts';
import { menuServed } from './publish.ts';

/** The platform tells a message again within seconds; a signature is believed for five minutes. */
const jobs: readonly Job[] = [
  {
    name: 'weixin-messages',
    title: text('清理公众号消息记录', 'Old messages of public accounts'),
    cron: '17 3 * * *',
    work: async (database, now) => {
      await database.write(platformScope, (db) =>
        db.raw(`DELETE FROM wx_message WHERE time < $1 RETURNING 1`, [
          new Date(now.getTime() - 86_400_000).toISOString(),
        ]),
      );
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
  },
  calls: [...hearServed, ...accountsServed, ...menuServed, ...miniServed, ...homeServed],
  jobs,
});
