import * as model from '#areas/fund/model/index.ts';
import { area } from '#kit/area/area.ts';
import { text } from '#kit/declare/text.ts';
import { loseSilent, transferEffects, transferServed } from './transfers.ts';
import { proveAll, proveChanged } from './prove.ts';
import { bankLineEffects, moneyItemEffects, proofServed } from './statement.ts';
import { cashoutRules, cashoutServed } from './cashout.ts';
import { closeAll } from './day-roots.ts';
import { settlementEffects, settlementServed } from './close.ts';
import { countAll } from './count.ts';
import { receiverEffects, receiverRules, shareEffects, sharingServed } from './sharing/actions.ts';
import { fundEvents } from './sharing/refunds.ts';
import { shareRound } from './sharing/round.ts';

export const fund = area({
  name: 'fund',
  model,
  rules: { cashoutSet: cashoutRules, shareReceiver: receiverRules },
  effects: {
    settlementRecord: settlementEffects,
    transferRecord: transferEffects,
    bankLine: bankLineEffects,
    moneyItem: moneyItemEffects,
    shareReceiver: receiverEffects,
    profitShare: shareEffects,
  },
  calls: [...settlementServed, ...cashoutServed, ...transferServed, ...proofServed, ...sharingServed],
  events: fundEvents,
  jobs: [
    // After the channels' bills of the same morning.
    { name: 'settlements', title: text('结算统计', 'Settlements'), cron: '0 11 * * *', work: countAll },
    { name: 'day-proofs', title: text('资金日核对', 'Days of money'), cron: '20 11 * * *', work: proveAll },
    {
      name: 'day-proofs-changed',
      title: text('资金日变动重新核对', 'Changed days of money'),
      cron: '* * * * *',
      work: proveChanged,
    },
    { name: 'profit-shares', title: text('渠道分账', 'Profit sharing'), cron: '* * * * *', work: shareRound },
    { name: 'day-roots', title: text('结日', 'Closing of days'), cron: '*/10 * * * *', work: closeAll },
    {
      name: 'silent-transfers',
      title: text('转账无回音检查', 'Silent transfers'),
      cron: '15 * * * *',
      work: loseSilent,
    },
  ],
});
