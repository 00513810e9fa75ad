/** Reports and lists that show the same quantity, requested for the same days: none contradicts another. */
import assert from 'node:assert/strict';
import { reports as allReports } from '#apps/models.ts';

type Answer = { totals: Record<string, number>; total: number; records: Record<string, any>[] };
/** Asks a list or report as the person whose view is compared. */
export type Ask = (path: string, input: Record<string, unknown>) => Promise<any>;
/** `from`, `to`: the lot's days, both included, `from` the first of a month; `only` narrows to a lot or company. */
export type Span = { readonly from: string; readonly to: string; readonly only?: Readonly<Record<string, unknown>> };

const lists = {
  payments: '/api/updown/static/getPageTempWCPays',
  refunds: '/api/updown/static/getSearchRefundOrder',
  renewals: '/api/updown/static/getSearchCardExtension',
  discounts: '/api/updown/static/getPageCarDerates',
  releases: '/api/updown/static/getPageManualRelease',
  recharges: '/api/updown/static/getPageSellerRecharges',
  sellers: '/api/updown/parkseller/list',
  shifts: '/api/gatehouse/shift/list',
} as const;

function asker(ask: Ask, { from, to, only = {} }: Span) {
  const range = { startTime: `${from} 00:00:00`, endTime: `${to} 23:59:59` };
  const between = (field: string) => ({ [`${field}From`]: range.startTime, [`${field}To`]: range.endTime });
  return {
    between,
    report: async (name: string): Promise<Record<string, number>> => {
      const [path, query] = allReports.find((each) => each.name === name)!.wire.path.split('?');
      return (
        (await ask(path!, {
          ...Object.fromEntries(new URLSearchParams(query)),
          ...range,
          startMonth: from.slice(0, 7),
          endMonth: to.slice(0, 7),
          size: 1,
          ...only,
        })) as Answer
      ).totals;
    },
    list: async (
      name: keyof typeof lists,
      query: Record<string, unknown> = {},
      inRange = true,
    ): Promise<Record<string, number>> =>
      ((await ask(lists[name], { ...(inRange ? range : {}), ...query, size: 1, ...only })) as Answer).totals,
  };
}

/** Fails naming the quantity and who says what of it. Answers how many quantities were above nothing. */
export async function neverDisagree(ask: Ask, span: Span): Promise<number> {
  const { report, list, between } = asker(ask, span);
  const names = [
    'daySum',
    'monthFeeSum',
    'dayFees',
    'parkFees',
    'dailyPaper',
    'dayPaySum',
    'payTypeSum',
    'userFees',
    'passSum',
    'dayInOut',
    'monthInOut',
    'thirdInOut',
    'thirdMonthInOut',
    'plateSum',
    'occupancyHours',
    'spaceTurnover',
    'stayLengths',
    'shiftSum',
    'onlyShiftSum',
    'openingSum',
  ];
  const of = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await report(name)] as const)),
  ) as Record<string, Record<string, number>>;
  const [paid, cash, wechat, passes, refunds, renewals, discounts, releases, recharges, sellers, shifts, home] = [
    await list('payments', between('paidTime')),
    await list('payments', { ...between('paidTime'), payType: 'cash' }),
    await list('payments', { ...between('paidTime'), payType: 'wechat' }),
    await list('payments', { ...between('paidTime'), kind: 'pass' }),
    await list('refunds', { ...between('doneTime'), status: 'refunded' }),
    await list('renewals', between('time'), false),
    await list('discounts', between('usedTime'), false),
    await list('releases'),
    await list('recharges', {}, false),
    await list('sellers', {}, false),
    await list('shifts', between('openedTime'), false),
    (await ask('/api/updown/staticFirst/getFirstPayMoney', { ...span.only })) as Record<string, number>,
  ];
  const fees = ['daySum', 'monthFeeSum', 'dayFees', 'parkFees', 'dailyPaper'];
  const all = (measure: string, ...from: string[]): [string, number | undefined][] =>
    from.map((name) => [name, of[name]![measure]]);
  const quantities: Record<string, [string, number | undefined][]> = {
    receivable: all('receivableFen', ...fees),
    discounts: [
      ...all('derateFen', ...fees),
      ['list of discounts', discounts['benefitFen']! + discounts['returnedFen']!],
    ],
    waived: [...all('waivedFen', ...fees, 'openingSum'), ['list of releases', releases['waivedFen']]],
    paid: [...all('paidFen', 'dayPaySum', 'payTypeSum', 'userFees'), ['list of payments', paid['amountFen']]],
    'by WeChat': [...all('wechatFen', 'dayPaySum'), ['list of payments', wechat['amountFen']]],
    cash: [...all('cashFen', ...fees, 'dayPaySum', 'userFees'), ['list of payments', cash['amountFen']]],
    online: all('onlineFen', ...fees, 'userFees'),
    refunded: [...all('refundFen', ...fees, 'payTypeSum', 'userFees'), ['list of refunds', refunds['amountFen']]],
    net: all('netFen', ...fees, 'payTypeSum', 'userFees', 'spaceTurnover'),
    'passes sold': [
      ...all('paidFen', 'passSum'),
      ['list of payments', passes['amountFen']],
      ['list of renewals', renewals['moneyFen']],
    ],
    entries: all(
      'entries',
      ...fees.filter((name) => name !== 'dayFees'),
      'dayInOut',
      'monthInOut',
      'thirdInOut',
      'thirdMonthInOut',
      'plateSum',
      'occupancyHours',
    ),
    exits: all(
      'exits',
      'daySum',
      'parkFees',
      'dailyPaper',
      'dayInOut',
      'monthInOut',
      'thirdInOut',
      'thirdMonthInOut',
      'occupancyHours',
      'spaceTurnover',
      'stayLengths',
    ),
    'cash of shifts': [...all('cashFen', 'shiftSum', 'onlyShiftSum'), ['list of shifts', shifts['cashFen']]],
    'cash short or over': [
      ...all('differenceFen', 'shiftSum', 'onlyShiftSum'),
      ['list of shifts', shifts['differenceFen']],
    ],
    'charged up by sellers': [
      ['list of recharges', recharges['amountFen']],
      ['list of sellers', sellers['chargedFen']],
    ],
  };
  for (const [quantity, expected] of Object.entries(quantities))
    assert.deepEqual([quantity, expected], [quantity, expected.map(([who]) => [who, expected[0]![1]])]);
  const day = await asker(ask, { ...span, from: String(home['day']), to: String(home['day']) }).report('daySum');
  assert.deepEqual(
    [home['cashFen'], home['onlineFen'], home['refundFen'], home['netFen']],
    [day['cashFen'], day['onlineFen'], day['refundFen'], day['netFen']],
    'home and its day',
  );
  return Object.values(quantities).filter(([first]) => (first![1] ?? 0) !== 0).length;
}
