import type { LotPlan } from './city.ts';
import { day } from './build-base.ts';
import type { Ask } from './build-base.ts';

type Draft = {
  readonly ask: Ask;
  readonly plan: LotPlan;
  readonly parkId: string;
  readonly carTypeId: string;
  readonly ruleName: string;
};

/**
 * The next two Saturdays of a shopping centre have a concert, and the tariff that will ask more on such days is in
 * draft: of one by the form, of another by hand.
 */
export async function concerts(ask: Ask, plan: LotPlan, parkId: string): Promise<void> {
  const saturday = (6 - new Date().getUTCDay() + 7) % 7;
  await ask('POST', 'parkHolidayDate/submit', {
    parkId,
    dates: [saturday, saturday + 7].map((days) => ({ day: day(days), dayKind: 'event', holidayName: '周末音乐会' })),
  });
  const { records } = await ask('GET', 'plat/parkCarType/list', { parkId, kind: 'temp', size: 20 });
  const draft = {
    ask,
    plan,
    parkId,
    carTypeId: records[0]!.id,
    ruleName: `${plan.name.replace(/停车.*$/, '')}临停收费（活动日）`,
  };
  await (plan.code === 'AB01' ? eveningsByForm(draft) : addEvenings(draft));
}

async function eveningsByForm({ ask, plan: { rule }, parkId, carTypeId, ruleName }: Draft): Promise<void> {
  const steps = [
    ...(rule.firstMinutes ? [{ startMinute: 0, endMinute: rule.firstMinutes, unitFee: rule.firstFen }] : []),
    { startMinute: rule.firstMinutes ?? 0, unitMinutes: rule.unitMinutes, unitFee: rule.unitFen },
  ];
  await ask('POST', '/api/gatehouse/feeRule/saveComplex', {
    parkId,
    carTypeId,
    ruleName,
    freeMinutes: rule.freeMinutes,
    freeMinutesCounted: true,
    areas: [
      {
        areaId: null,
        dayMaxFee: rule.dayCapFen,
        periods: [
          {
            periodName: '活动日晚间',
            startTime: '17:00',
            endTime: '00:00',
            days: ['event'],
            again: 'day',
            edge: 'ends',
            sort: 0,
            subPeriods: [{ startMinute: 0, unitMinutes: 60, unitFee: 1_500 }],
          },
          { periodName: '其余时间', again: 'stay', edge: 'pauses', sort: 1, subPeriods: steps },
        ],
      },
    ],
  });
}

async function addEvenings({ ask, plan: { rule }, parkId, carTypeId, ruleName }: Draft): Promise<void> {
  const rungs = { again: 'day', edge: 'ends' };
  await ask('POST', '/api/gatehouse/feeRule/saveTariff', {
    parkId,
    carTypeId,
    ruleName,
    tariff: {
      form: 2,
      schemes: [
        {
          free: { minutes: rule.freeMinutes, lost: true },
          meters: [
            {
              id: 'event',
              label: { zh: '活动日晚间', en: 'Evening of an event' },
              windows: [{ from: '17:00', to: '24:00', days: ['event'] }],
              ...rungs,
              ladder: [{ unitMinutes: 60, fen: 1500 }],
            },
            {
              id: 'time',
              label: { zh: '其余时间', en: 'Other time' },
              ...rungs,
              ladder: [{ unitMinutes: rule.unitMinutes, fen: rule.unitFen }],
            },
          ],
          after: [{ cap: rule.dayCapFen, per: 'day', of: ['time'] }],
        },
      ],
    },
  });
}
