/** What a stay of a chosen length costs at a car park, for the sample bill of a rule that is being written. */
import type { SampleFee } from '#domain/coupon/sample.ts';
import { price } from '#domain/fee/price.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import { dayOf, wallOfDay } from '#domain/time/day.ts';
import { instantAt, MINUTE } from '#domain/time/zone.ts';
import { calendarOf, ruleInForce } from '#areas/fee/server/door.ts';
import { park } from '#areas/lot/model/park.ts';
import { carKindOf, carKindsOf, typeOfKind } from '#areas/vehicle/server/door.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { sampleFee } from '../model/calls.ts';
import { requestedId } from './own.ts';

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

async function sample(work: Work<typeof sampleFee.input>): Promise<SampleFee> {
  const { entry, minutes, minutesOff } = work.input;
  const lot = await rowOf(park, requestedId(work.input.parkId, park.title), work.db);
  const zone = lot.zone ? String(lot.zone) : 'Asia/Shanghai';
  const inAt = instantAt(wallOfDay(dayOf(work.now.getTime(), zone)) + minutesOf(entry ?? '09:00') * MINUTE, zone);
  const outAt = inAt + minutes! * MINUTE;
  const kinds = await carKindsOf(work.db, lot.id);
  const type = typeOfKind(kinds, 'temp');
  const model = kinds.models.find(({ isDefault }) => isDefault);
  const tariff = type && (await ruleInForce(work.db, lot.id, type.id, work.now.getTime(), model?.id ?? null));
  if (!tariff)
    throw ruleRefused(
      text('该车场没有生效的临时车收费规则', 'No tariff for temporary cars is in force at this car park'),
    );
  const calendar = await calendarOf(work.db, lot.id);
  const feeAt = (at: number): number => {
    const stay = { inAt, outAt: Math.max(inAt, at), ...(model ? { carKind: carKindOf(model) } : {}) };
    const priced = price(tariff.rule, stay, { zone, calendar });
    if (isFeeRefusal(priced)) throw ruleRefused(priced.words);
    return priced.totalFen;
  };
  return {
    inTime: new Date(inAt).toISOString(),
    outTime: new Date(outAt).toISOString(),
    zone,
    tariff: tariff.name,
    feeFen: feeAt(outAt),
    earlierFen: feeAt(outAt - (minutesOff ?? 0) * MINUTE),
  };
}

export const sampleServed: Served[] = [serve(sampleFee, sample)];
