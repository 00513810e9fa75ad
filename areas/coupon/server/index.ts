import * as model from '#areas/coupon/model/index.ts';
import { area } from '#kit/area/area.ts';
import { couponInfo } from '../model/coupon-info.ts';
import { couponDeduction, couponGift, couponGiftItem, couponRuleBanner } from '../model/records.ts';
import { bannersServed } from './banners.ts';
import { claimServed } from './claim.ts';
import { driverPageServed } from './driver-page.ts';
import { couponEvents } from './events.ts';
import { ofStore } from './own.ts';
import { replayServed } from './replay.ts';
import { ruleEffects, ruleRules, rulesServed } from './rules.ts';
import { sampleServed } from './sample.ts';
import { storeRules, storesServed } from './stores.ts';
import { jobs, voidServed } from './sweep.ts';

export const coupon = area({
  name: 'coupon',
  model,
  rules: {
    couponStore: storeRules,
    couponRule: ruleRules,
    couponInfo: { narrow: ofStore(couponInfo) },
    couponGift: { narrow: ofStore(couponGift) },
    couponGiftItem: { narrow: ofStore(couponGiftItem) },
    couponDeduction: { narrow: ofStore(couponDeduction) },
    couponRuleBanner: { narrow: ofStore(couponRuleBanner) },
  },
  effects: { couponRule: ruleEffects },
  calls: [
    ...storesServed,
    ...rulesServed,
    ...replayServed,
    ...sampleServed,
    ...claimServed,
    ...voidServed,
    ...driverPageServed,
    ...bannersServed,
  ],
  jobs,
  events: couponEvents,
});
