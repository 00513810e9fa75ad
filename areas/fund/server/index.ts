import * as model from '#areas/fund/model/index.ts';
import { area } from '#kit/area/area.ts';
import { text } from '#kit/declare/text.ts';
import { cashoutRules, cashoutServed } from './cashout.ts';
import { settlementEffects, settlementServed } from './close.ts';
import { countAll } from './count.ts';

export const fund = area({
  name: 'fund',
  model,
  rules: { cashoutSet: cashoutRules },
  effects: { settlementRecord: settlementEffects },
  calls: [...settlementServed, ...cashoutServed],
  jobs: [
    // After the channels' bills of the same morning.
    { name: 'settlements', title: text('结算统计', 'Settlements'), cron: '0 11 * * *', work: countAll },
  ],
});
