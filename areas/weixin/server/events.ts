import type { MessageWords } from '#domain/weixin/push-words.ts';
import { wallAt } from '#domain/time/zone.ts';
import { arrearsMoved, dayDiffered, moneyMoved } from '#areas/billing/model/events.ts';
import { couponsEnding, couponsTaken } from '#areas/coupon/model/events.ts';
import type { HeldCoupons } from '#areas/coupon/model/events.ts';
import { invoiceFailed, invoiceIssued } from '#areas/invoice/model/events.ts';
import { passDecided, passesEnding } from '#areas/pass/model/events.ts';
import { staysMoved } from '#areas/passage/model/events.ts';
import type { Db } from '#kit/server/db.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import { on } from '#kit/server/events.ts';
import { pushDebts, pushMoney, pushMessages, pushStays } from './push-messages.ts';
import type { PushMessage, MessageOwner } from './push-messages.ts';

/** Days of what belongs to no one car park are those of the mainland. */
const ZONE = 'Asia/Shanghai';
const clock = (words: MessageWords, at: number, zone = ZONE): string => words.time(wallAt(at, zone));

const ofCompany = ({ tenantId, companyId }: { tenantId: number; companyId: string }): MessageOwner => ({
  tenantId,
  companyId,
  parkId: null,
  zone: ZONE,
});

const pushCoupons = (db: Db, event: 'coupon' | 'couponEnding', held: HeldCoupons): Promise<void> =>
  pushMessages(db, ofCompany(held), [
    {
      event,
      subject: `${event}/${held.couponIds[0]}`,
      plate: held.plate,
      phone: held.phone,
      at: held.at,
      values: (words) => ({
        couponName: held.name,
        num: String(held.couponIds.length),
        endTime: clock(words, held.validUntil),
      }),
    },
  ]);

/** Each plate's followers; the phone once. */
const byPlate = (
  plates: readonly string[],
  phone: string | null,
  content: Omit<PushMessage, 'plate' | 'phone'>,
): PushMessage[] => plates.map((plate, nth) => ({ ...content, plate, phone: nth === 0 ? phone : null }));

/** What public accounts handle: every event somebody may be notified of, in the transaction that writes it. */
export const weixinEvents: AreaEvents = {
  name: 'weixin',
  emits: [],
  handles: [
    on(staysMoved, ({ place, moved }, { db }) => pushStays(db, place, moved)),
    on(moneyMoved, ({ place, moved }, { db }) => pushMoney(db, place, moved)),
    on(arrearsMoved, ({ place, moves }, { db }) => pushDebts(db, place, moves)),
    on(couponsTaken, (held, { db }) => pushCoupons(db, 'coupon', held)),
    on(couponsEnding, (held, { db }) => pushCoupons(db, 'couponEnding', held)),
    on(passesEnding, ({ place, passes, at }, { db }) =>
      pushMessages(
        db,
        place,
        passes.flatMap(({ key, plates, phone, endDay, days }) =>
          byPlate(plates, phone, {
            event: 'passEnding',
            subject: key,
            at,
            values: (words) => ({ endDay: words.day(endDay), days: String(days) }),
          }),
        ),
      ),
    ),
    on(passDecided, ({ place, pass: { key, plates, phone }, isGranted, comment, at }, { db }) =>
      pushMessages(
        db,
        place,
        byPlate(plates, phone, {
          event: 'passDecided',
          subject: key,
          at,
          values: (words) => ({
            result: isGranted ? words.granted : words.refused,
            said: comment || words.none,
            time: clock(words, at, place.zone),
          }),
        }),
      ),
    ),
    on(invoiceIssued, ({ formId, invoiceNo, amountFen, plates, phone, at, ...own }, { db }) =>
      pushMessages(
        db,
        ofCompany(own),
        byPlate(plates, phone, {
          event: 'invoice',
          subject: `invoice/${formId}`,
          at,
          values: (words) => ({ invoiceNo, amount: words.money(amountFen), time: clock(words, at) }),
        }),
      ),
    ),
    on(invoiceFailed, ({ formId, applyNo, title, amountFen, why, at, ...own }, { db }) =>
      pushMessages(db, ofCompany(own), [
        {
          event: 'invoiceFailed',
          subject: `invoice-failed/${formId}`,
          plate: null,
          at,
          values: (words) => ({ applyNo, title, amount: words.money(amountFen), why, time: clock(words, at) }),
        },
      ]),
    ),
    on(dayDiffered, ({ configId, channel, merchantNo, day, differences, at, ...own }, { db }) =>
      pushMessages(db, ofCompany(own), [
        {
          event: 'dayDiffers',
          subject: `day/${configId}/${day}`,
          plate: null,
          at,
          values: (words) => ({
            day: words.day(day),
            channel: words.channels[channel] ?? channel,
            merchantNo,
            count: String(differences),
          }),
        },
      ]),
    ),
  ],
};
