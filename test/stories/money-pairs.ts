/** Lists and reports of coupons, invoices, settlements and adverts that show the same quantity: none contradicts another. */
import assert from 'node:assert/strict';
import { addDays, dayOf } from '#domain/time/day.ts';
import { reports as allReports } from '#apps/models.ts';
import type { Ask } from './pairs.ts';

type Row = Record<string, any>;
type Sums = Readonly<Record<string, number>>;
type Shown = readonly (readonly [who: string, figure: number | undefined])[];

const lists = {
  coupons: '/api/updown/plat/couponInfo/list',
  rules: '/api/updown/plat/couponRule/listPage',
  stores: '/api/updown/couponStore/list',
  deductions: '/api/updown/plat/couponInfo/getParkCheckList',
  invoices: '/api/updown/invoiceApplyForm/list',
  settlements: '/api/updown/plat/settlementrecord/getPageList',
  days: '/api/gatehouse/moneyDay/list',
  items: '/api/gatehouse/moneyItem/list',
  lines: '/api/gatehouse/bankLine/list',
  bills: '/api/gatehouse/channelDay/list',
  roots: '/api/gatehouse/dayRoot/list',
  payments: '/api/updown/static/getPageTempWCPays',
  adverts: '/api/gatehouse/adver/list',
  visits: '/api/gatehouse/adVisit/list',
  networks: '/api/gatehouse/adNetworkDay/list',
} as const;

const today = dayOf(Date.now(), 'Asia/Shanghai');
/** The widest span of a report. */
const ALL = { startTime: `${addDays(today, -600)} 00:00:00`, endTime: `${addDays(today, 200)} 23:59:59` };
const sum = (rows: readonly Row[], of: string): number => rows.reduce((all, row) => all + Number(row[of] ?? 0), 0);

function asker(ask: Ask) {
  const list = async (name: keyof typeof lists, query: Row = {}): Promise<Sums> => {
    const { total, totals } = await ask(lists[name], { ...query, size: 1 });
    return { ...totals, total };
  };
  const every = async (path: string, query: Row = {}): Promise<Row[]> => {
    const all: Row[] = [];
    for (let current = 1; ; current += 1) {
      const { records, total } = await ask(path, { ...query, current, size: 500 });
      all.push(...records);
      if (records.length === 0 || all.length >= total) return all;
    }
  };
  const rows = (name: keyof typeof lists): Promise<Row[]> => every(lists[name]);
  const pathOf = (name: string): string => allReports.find((each) => each.name === name)!.wire.path;
  const report = async (name: string, query: Row = {}): Promise<Sums> =>
    (await ask(pathOf(name), { ...ALL, ...query, size: 1 })).totals;
  /** Where the chart is about something else than the lines. */
  const charted = async (name: string, query: Row = {}): Promise<Row[]> =>
    (await ask(pathOf(name), { ...ALL, ...query, size: 1 })).charted;
  const lines = (name: string): Promise<Row[]> => every(pathOf(name), ALL);
  return { list, rows, report, charted, lines };
}
type Asker = ReturnType<typeof asker>;

async function coupons({ list, report, charted }: Asker): Promise<Record<string, Shown>> {
  const [all, used, voided, rules, stores, deductions, byStore, summary, ofStores] = [
    await list('coupons', ALL),
    await list('coupons', { ...ALL, status: 'used' }),
    await list('coupons', { ...ALL, status: 'cancelled' }),
    await list('rules'),
    await list('stores'),
    await list('deductions', { ...ALL, status: 'used' }),
    await list('deductions', { ...ALL, status: 'used', bearer: 'store' }),
    await report('couponSummary'),
    await report('couponSummary', { bearer: 'store' }),
  ];
  const byDay = await charted('couponSummary');
  return {
    'coupons claimed': [
      ['summary', summary['claimed']],
      ['its chart by day', sum(byDay, 'claimed')],
    ],
    'coupons issued': [
      ['coupons', all['total']],
      ['rules', rules['issued']],
      ['summary', summary['issued']],
      ['its chart by day', sum(byDay, 'issued')],
    ],
    'coupons used': [
      ['coupons', used['total']],
      ['rules', rules['used']],
      ['summary', summary['used']],
      ['its chart by day', sum(byDay, 'used')],
    ],
    'coupons void': [
      ['coupons', voided['total']],
      ['rules', rules['cancelled']],
      ['summary', summary['cancelled']],
    ],
    'taken off by coupons': [
      ['coupons', all['benefitFen']],
      ['rules', rules['benefitFen']],
      ['deductions', deductions['benefitFen']],
      ['summary', summary['benefitFen']],
    ],
    'paid by bearers': [
      ['coupons', all['chargedFen']],
      ['deductions', deductions['chargedFen']],
      ['summary', summary['chargedFen']],
    ],
    'given up by car parks': [
      ['deductions', deductions['lotFen']],
      ['summary', summary['benefitFen']! - summary['chargedFen']!],
    ],
    'held for coupons': [
      ['coupons', all['reservedFen']],
      ['summary', summary['reservedFen']],
    ],
    'held of stores': [
      ['stores', stores['reservedFen']],
      ['summary', ofStores['reservedFen']],
    ],
    'used of stores': [
      ['stores', stores['usedFen']],
      ['deductions', byStore['chargedFen']],
      ['summary', ofStores['chargedFen']],
    ],
  };
}

async function invoices({ list, report }: Asker): Promise<Record<string, Shown>> {
  const issued = await Promise.all(
    ['issued', 'redPending', 'red'].map((status) => list('invoices', { ...ALL, status })),
  );
  const rates = await report('invoiceRates');
  return Object.fromEntries(
    (
      [
        ['invoiced', 'amountFen', 'blueGrossFen'],
        ['invoiced net', 'netFen', 'blueNetFen'],
        ['invoiced tax', 'taxFen', 'blueTaxFen'],
        ['reversed', 'redFen', 'redGrossFen'],
      ] as const
    ).map(([what, ofList, ofReport]): [string, Shown] => [
      what,
      [
        ['invoices', sum(issued, ofList)],
        ['by tax rate', rates[ofReport]],
      ],
    ]),
  );
}

async function settlements({ list, rows, report }: Asker): Promise<Record<string, Shown>> {
  const [records, days, items, lines, bills, roots] = await Promise.all(
    (['settlements', 'days', 'items', 'lines', 'bills', 'roots'] as const).map((name) => rows(name)),
  );
  const ofRoots = await list('roots');
  const closed = records!.filter(({ rootNo }) => rootNo);
  const total = await list('settlements');
  const byDay = await report('settlementDays');
  const first = records!.map(({ day }) => String(day)).toSorted()[0] ?? '2039-01-01';
  const last =
    records!
      .map(({ day }) => String(day))
      .toSorted()
      .at(-1) ?? first;
  const wechat = await list('payments', {
    payType: 'wechat',
    startTime: `${addDays(first, -2)} 00:00:00`,
    endTime: `${last} 23:59:59`,
    paidTimeFrom: `${first} 00:00:00`,
    paidTimeTo: `${last} 23:59:59`,
  });
  const ofWechat = records!.filter(({ payType }) => payType === 'wechat');
  const late = sum(ofWechat, 'adjustFen');
  const proved = new Set(days!.map(({ day, merchantNo }) => `${day} ${merchantNo}`));
  const atMerchants = records!.filter(({ day, merchantNo }) => merchantNo && proved.has(`${day} ${merchantNo}`));
  const billed = bills!.filter(({ day, merchantNo }) => proved.has(`${day} ${merchantNo}`));
  const open = items!.filter(({ status }) => status !== 'settled');
  const pairs = (what: string, of: string): [string, Shown] => [
    what,
    [
      ['settlements', total[of]],
      ['their rows', sum(records!, of)],
      ['by day', byDay[of]],
    ],
  ];
  return Object.fromEntries([
    pairs('received through channels', 'grossFen'),
    pairs('given back through channels', 'refundFen'),
    pairs('fees of channels', 'channelFeeFen'),
    pairs('to arrive', 'netFen'),
    pairs('service fees', 'serviceFeeFen'),
    pairs('owed for coupons', 'couponFen'),
    pairs('due from the platform', 'dueFen'),
    ...(
      [
        ['settlements of closed days', 'rows', closed.length],
        ['received on closed days', 'grossFen', sum(closed, 'grossFen')],
        ['to arrive of closed days', 'netFen', sum(closed, 'netFen')],
      ] as const
    ).map(([what, of, figure]): [string, Shown] => [
      what,
      [
        ['day roots', ofRoots[of]],
        ['their rows', sum(roots!, of)],
        ['settlements', figure],
      ],
    ]),
    // What is late is a payment of an earlier day of the same account.
    ...(late === 0
      ? [
          [
            'by WeChat',
            [
              ['payments', wechat['amountFen']],
              ['settlements', sum(ofWechat, 'grossFen')],
            ],
          ] as [string, Shown],
        ]
      : []),
    [
      'books of proved days',
      [
        ['days', sum(days!, 'booksFen')],
        ['settlements', sum(atMerchants, 'grossFen') - sum(atMerchants, 'refundFen')],
      ],
    ],
    [
      'fees of proved days',
      [
        ['days', sum(days!, 'feeFen')],
        ['settlements', sum(atMerchants, 'channelFeeFen')],
      ],
    ],
    [
      'bills of proved days',
      [
        ['days', sum(days!, 'billFen')],
        ['bills', sum(billed, 'theirFen') - sum(billed, 'theirRefundFen')],
      ],
    ],
    [
      'arrived',
      [
        ['days', sum(days!, 'bankFen')],
        ['lines', sum(lines!, 'amountFen')],
      ],
    ],
    [
      'named differences',
      [
        ['days', sum(days!, 'billItemsFen') + sum(days!, 'feeItemsFen') + sum(days!, 'bankItemsFen')],
        ['items', sum(open, 'amountFen')],
      ],
    ],
  ] as [string, Shown][]);
}

async function adverts({ list, report }: Asker): Promise<Record<string, Shown>> {
  const days = await report('adverDays');
  const byPlat = await Promise.all([
    report('adverDays', { plat: 'own' }),
    ...(['pp', 'js', 'h', 'xinlin'] as const).map((plat) => report(`${plat}AdverDays`)),
  ]);
  const all = await list('adverts');
  const counted = (kind: string) => list('visits', { ...ALL, kind, counted: 'true' });
  const [views, clicks] = [await counted('viewable'), await counted('click')];
  const shown = (of: string, ofList: string, visits?: number): Shown => [
    ['days', days[of]],
    ['by platform', sum(byPlat, of)],
    ['adverts', all[ofList]],
    ...(visits === undefined ? [] : [['visits', visits] as const]),
  ];
  return {
    views: shown('viewable', 'views', views['total']),
    clicks: shown('clicks', 'clicks', clicks['total']),
    'charged for adverts': shown('chargeFen', 'spentFen'),
    'of adverts to car parks': shown('lotFen', 'lotFen'),
  };
}

/** What networks' days say was counted here, of days that were over when they were compared. */
async function networks({ list, rows, lines }: Asker): Promise<Record<string, Shown>> {
  const [all, reported, counted] = [await list('networks'), await rows('networks'), await lines('adverDays')];
  const over = reported.filter(({ day, comparedTime }) => day < dayOf(Date.parse(comparedTime), 'Asia/Shanghai'));
  const days = new Set(over.map(({ day, plat }) => `${day} ${plat}`));
  const ours = counted.filter(({ day, plat }) => days.has(`${day} ${plat}`));
  const shown = (ofNetwork: string, ofReport: string): Shown => [
    ['network days', sum(over, ofNetwork)],
    ['advert days', sum(ours, ofReport)],
  ];
  const off = (of: string, theirs: string, own: string): Shown => [
    ['network days', all[of]],
    ['theirs less ours', all[theirs]! - all[own]!],
  ];
  return {
    'views of networks': shown('ourViews', 'viewable'),
    'charged for networks': shown('ourFen', 'chargeFen'),
    'views that differ': off('viewsOff', 'theirViews', 'ourViews'),
    'charges that differ': off('fenOff', 'theirFen', 'ourFen'),
  };
}

/** Fails naming the quantity and who says what of it. Answers how many quantities were other than nothing. */
export async function moneyAgrees(ask: Ask): Promise<number> {
  const asks = asker(ask);
  const all = {
    ...(await coupons(asks)),
    ...(await invoices(asks)),
    ...(await settlements(asks)),
    ...(await adverts(asks)),
    ...(await networks(asks)),
  };
  const wrong = Object.entries(all).filter(([, shown]) => shown.some(([, figure]) => figure !== shown[0]![1]));
  assert.deepEqual(Object.fromEntries(wrong), {}, 'figures that contradict each other');
  return Object.values(all).filter(([first]) => (first![1] ?? 0) !== 0).length;
}
