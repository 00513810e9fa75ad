import type { LotPlan } from './city.ts';
import { day } from './build-base.ts';
import type { Ask } from './build-base.ts';

/** Each part of a stay by its area: the inner one by the hour, the rest as elsewhere. */
export async function tariffOfAreas(
  ask: Ask,
  { name, rule }: LotPlan,
  parkId: string,
  innerId: string,
  unitFen: number,
): Promise<void> {
  const { records } = await ask('GET', 'plat/parkCarType/list', { parkId, kind: 'temp', size: 20 });
  const period = { again: 'stay', edge: 'pauses', sort: 0 };
  const steps = [
    ...(rule.firstMinutes ? [{ startMinute: 0, endMinute: rule.firstMinutes, unitFee: rule.firstFen }] : []),
    { startMinute: rule.firstMinutes ?? 0, unitMinutes: rule.unitMinutes, unitFee: rule.unitFen },
  ];
  const { id } = await ask('POST', '/api/gatehouse/feeRule/saveComplex', {
    parkId,
    carTypeId: records[0]!.id,
    ruleName: `${name.replace(/停车.*$/, '')}分区收费`,
    freeMinutes: rule.freeMinutes,
    freeMinutesCounted: true,
    areas: [
      {
        areaId: innerId,
        dayMaxFee: rule.dayCapFen,
        periods: [{ ...period, subPeriods: [{ startMinute: 0, unitMinutes: 60, unitFee: unitFen }] }],
      },
      { areaId: null, dayMaxFee: rule.dayCapFen, periods: [{ ...period, subPeriods: steps }] },
    ],
  });
  await publish(ask, id);
}

/** In force since before the first stay of the past, which it priced. */
const publish = (ask: Ask, id: string): Promise<unknown> =>
  ask('POST', '/api/gatehouse/feeRule/publish', { id, effectiveFrom: `${day(-120)}T00:00:00+08:00` });

export async function tariff(ask: Ask, plan: LotPlan, parkId: string): Promise<void> {
  const { records } = await ask('GET', 'plat/parkCarType/list', { parkId, kind: 'temp', size: 20 });
  const { rule } = plan;
  const { id } = await ask('POST', 'platParkFeeRule/submit', {
    parkId,
    carTypeId: records[0]!.id,
    ruleName: `${plan.name.replace(/停车.*$/, '')}临停收费`,
    freeMinutes: rule.freeMinutes,
    freeMinutesCounted: true,
    unitMinutes: rule.unitMinutes,
    unitFee: rule.unitFen,
    dayMaxFee: rule.dayCapFen,
    ...(rule.firstMinutes ? { firstMinutes: rule.firstMinutes, firstFee: rule.firstFen } : {}),
  });
  for (const [name, outTime, expectFen] of casesOf(rule))
    await ask('POST', '/api/gatehouse/feeCase/submit', {
      parkId,
      carTypeId: records[0]!.id,
      name,
      inTime: '2026-03-02T09:00:00+08:00',
      outTime,
      expectFen,
    });
  await publish(ask, id);
}

/**
 * What is known for certain of a lot's tariff: the last free minute, the first that costs, and a day until late, which
 * its cap ends.
 */
function casesOf({
  freeMinutes,
  firstMinutes,
  firstFen,
  unitMinutes,
  unitFen,
  dayCapFen,
}: LotPlan['rule']): readonly (readonly [name: string, outTime: string, fen: number])[] {
  const out = (minutes: number) => new Date(Date.parse('2026-03-02T09:00:00+08:00') + minutes * 60_000).toISOString();
  const first = firstMinutes ? firstFen! : Math.ceil((freeMinutes + 1) / unitMinutes) * unitFen;
  return [
    [`停 ${freeMinutes} 分钟，免费`, out(freeMinutes), 0],
    [`停 ${freeMinutes + 1} 分钟，起步`, out(freeMinutes + 1), first],
    ['停到深夜，封顶', out(899), dayCapFen],
  ];
}
