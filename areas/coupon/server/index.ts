import * as model from '#areas/coupon/model/index.ts';
import { placedMoved } from '#areas/derate/model/events.ts';
import { carsCame } from '#areas/passage/model/events.ts';
import { area } from '#kit/area/area.ts';
import { on } from '#kit/server/events.ts';
import { couponInfo } from '../model/coupon-info.ts';
import { couponDeduction, couponGift, couponGiftItem, couponRuleBanner } from '../model/records.ts';
import { claimServed } from './claim.ts';
import { followPlaced, placeFor } from './follow.ts';
import { ofStore } from './own.ts';
import { ruleEffects, ruleRules, rulesServed } from './rules.ts';
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
  calls: [...storesServed, ...rulesServed, ...claimServed, ...voidServed],
  jobs,
  events: {
    emits: [],
    handles: [
      on(placedMoved, ({ tenantId, moves }, { db }) => followPlaced(db, tenantId, moves)),
      on(carsCame, ({ place, cars }, { db }) => placeFor(db, place, cars, new Date())),
    ],
  },
});
