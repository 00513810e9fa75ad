import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { rules, zones } from './arbitrary.fixture.ts';
import type { Meter, Scheme, Tariff } from './form.ts';
import { growsByForm, splitsByForm } from './lint-form.ts';
import { placeWords } from './lint-words.ts';
import { lintRule } from './lint.ts';
import type { Finding, LintExample, LintLaw } from './lint-types.ts';
import { price } from './price.ts';
import { asTariff } from './simple.ts';
import { anyTariffs, minuteStays, tariffs } from './tariff-arbitrary.fixture.ts';
import { isFeeRefusal } from './types.ts';
import type { FeeContext, FeeRule, SimpleRule } from './types.ts';

const ZONE = 'Asia/Shanghai';
const MINUTE = 60_000;
const folder = join(import.meta.dirname, 'tariffs');
const published = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as { id: string; zone: string; tariff: Tariff },
);

function fenOf(
  rule: FeeRule,
  zone: string,
  example: LintExample,
  { inAt, outAt }: { inAt: number; outAt: number },
): number | null {
  const { carKind, values, calendar, area } = example;
  const context: FeeContext = {
    zone,
    ...(values ? { values } : {}),
    ...(calendar ? { calendar } : {}),
    ...(area ? { areas: [{ at: Number.NEGATIVE_INFINITY, area }] } : {}),
  };
  const priced = price(rule, { inAt, outAt, ...(carKind ? { carKind } : {}) }, context);
  return isFeeRefusal(priced) ? null : priced.totalFen;
}

/** Prices the stays of a finding again and checks them against its law. */
function verify(rule: FeeRule, zone: string, { law, ok, counterExample, example }: Finding): void {
  const shown = counterExample ?? example;
  if (!shown) return;
  for (const stay of [shown, ...shown.others]) assert.equal(fenOf(rule, zone, shown, stay), stay.fen);
  const [first, second] = shown.others;
  if (law === 'longer-no-cheaper' && ok === false)
    assert.ok(shown.fen! < first!.fen! && shown.inAt === first!.inAt && shown.outAt > first!.outAt);
  if (law === 'return-no-gain' && ok === false) {
    assert.ok(first!.fen! + second!.fen! < shown.fen!);
    assert.deepEqual([first!.inAt, first!.outAt, second!.outAt], [shown.inAt, second!.inAt, shown.outAt]);
  }
}

const found = (rule: FeeRule, law: LintLaw, where?: string): Finding => {
  const findings = lintRule(rule, { zone: ZONE });
  for (const finding of findings) if (finding.aside === undefined) verify(rule, ZONE, finding);
  return (
    findings.find(
      (finding) => finding.law === law && (where === undefined || finding.where === where) && finding.ok !== true,
    ) ?? findings.find((finding) => finding.law === law && (where === undefined || finding.where === where))!
  );
};
const minutes = ({ inAt, outAt }: { inAt: number; outAt: number }): number => (outAt - inAt) / MINUTE;

const hourly: Meter = { id: 'time', again: 'stay', edge: 'ends', ladder: [{ unitMinutes: 60, fen: 800 }] };
const of = (scheme: Partial<Scheme>, more: Partial<Tariff> = {}): Tariff => ({
  form: 2,
  schemes: [{ meters: [hourly], ...scheme }],
  ...more,
});

/** What each published tariff is found to do: law and place of all that does not hold, edges aside. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'cn-beijing-roadside-c1': ['return-no-gain '],
  'cn-chengdu-roadside-c1': ['all-priced ', 'return-no-gain free'],
  'cn-guangzhou-commercial-c1': ['return-no-gain free', 'return-no-gain '],
  'cn-hangzhou-xiaoshan-airport-2017': ['all-priced ', 'return-no-gain free', 'return-no-gain '],
  'cn-nested-garage-generic': ['return-no-gain free'],
  'cn-shenzhen-roadside-c1': ['day-covered schemes[0]', 'return-no-gain free', 'return-no-gain '],
  'cn-suqian-goldeneagle-mall': ['return-no-gain free'],
  'fr-paris-zone1-visitor-2021': ['day-covered schemes[0]', 'return-no-gain '],
  'hk-meter-wang-chin-street': ['day-covered schemes[0]'],
  'jp-tokyo-shintokyo-building': [],
  'kr-incheon-airport': ['all-priced ', 'return-no-gain free'],
  'sg-hdb-noncentral-eps': ['day-covered schemes[0]'],
  'uk-london-stgeorges-hospital': ['day-covered schemes[0]', 'return-no-gain '],
  'us-chicago-loop-meter': ['return-no-gain '],
  'us-sfpark-battery-2012': ['day-covered schemes[0]', 'return-no-gain '],
};

for (const { id, zone, tariff } of published) {
  test(`${id}: every law is proved, or broken by a stay that breaks it`, () => {
    const findings = lintRule(tariff, { zone });
    assert.deepEqual(
      findings.filter(({ ok }) => ok === 'unknown'),
      [],
    );
    assert.deepEqual(
      findings.filter(({ ok }) => ok === false).map(({ law, where }) => `${law} ${where}`),
      KNOWN[id],
    );
    // Free time aside, a stay is priced by the tariff without it.
    for (const finding of findings) if (finding.aside === undefined) verify(tariff, zone, finding);
    assert.ok(findings.reduce((sum, { searched }) => sum + searched.stays, 0) < 150_000, 'a second of a browser');
    for (const { words } of findings) assert.ok(/\p{Script=Han}/u.test(words.zh) && words.en.length > 0);
  });
}

test('the smallest stay is shown: shortest first, to the second', () => {
  const guangzhou = published.find(({ id }) => id === 'cn-guangzhou-commercial-c1')!.tariff;
  const shown = found(guangzhou, 'return-no-gain', 'free').counterExample!;
  assert.deepEqual([minutes(shown) * 60, shown.others.map(minutes)], [901, [15, 1 / 60]]);
  const night = found(guangzhou, 'return-no-gain', '').counterExample!;
  assert.equal(
    minutes(night) * 60,
    901,
    'a unit begun a minute before the day begins covers the first fourteen minutes of it',
  );
});

test('a longer stay that is cheaper is found: an evening price that asks for the exit, a long-stay price', () => {
  const evening = of(
    {},
    {
      choose: 'cheapest',
      schemes: [
        { meters: [hourly] },
        { when: [{ exit: { from: '18:00', to: '24:00' } }], meters: [{ ...hourly, ladder: [{ fen: 1000 }] }] },
      ],
    },
  );
  const dear = found(evening, 'longer-no-cheaper').counterExample!;
  assert.deepEqual([dear.fen, dear.others[0]!.fen], [1000, 1600]);
  assert.equal(new Date(dear.outAt + 8 * 60 * MINUTE).toISOString().slice(11, 16), '18:00');
  assert.equal(minutes(dear), 61, 'the shortest is a minute and an hour long');
  const long = of(
    {},
    {
      choose: 'first',
      schemes: [
        { when: [{ stayAtMostMinutes: 240 }], meters: [hourly] },
        { meters: [{ ...hourly, ladder: [{ fen: 1000 }] }] },
      ],
    },
  );
  const shown = found(long, 'longer-no-cheaper').counterExample!;
  assert.deepEqual([minutes(shown) * 60, shown.fen, shown.others[0]!.fen], [4 * 3600 + 1, 1000, 3200]);
  assert.equal(found(long, 'longer-no-cheaper').severity, 'error');
});

test('time without a meter is reported, and refused where the tariff says so', () => {
  const daytime = { ...hourly, windows: [{ from: '08:00', to: '20:00' }] };
  const free = found(of({ meters: [daytime] }), 'day-covered');
  assert.deepEqual([free.ok, free.severity, free.counterExample?.fen], [false, 'note', 0]);
  const refused = found(of({ meters: [daytime], otherwise: 'refuse' }), 'day-covered');
  assert.deepEqual([refused.ok, refused.severity, refused.counterExample?.fen], [false, 'error', null]);
  assert.match(refused.words.zh, /20:00–24:00/);
  const weekend = found(of({ meters: [{ ...hourly, windows: [{ days: ['workday'] }] }] }), 'day-covered');
  assert.match(weekend.words.en, /days off/);
});

test('findings say days, periods and places in the words of the trade', () => {
  const label = { zh: '日间', en: 'Day' };
  const rule = of({
    meters: [{ ...hourly, label, windows: [{ from: '08:00', to: '20:00', days: ['workday'] }] }],
    after: [{ cap: 1_000, per: 'day' }],
  });
  const gap = found(rule, 'day-covered');
  assert.match(
    gap.words.zh,
    /^\d{4}-\d\d-\d\d（周.、(工作日|休息日)）\d\d:\d\d–\d\d:\d\d（这样的时间共\d+处）不属于任何收费时段，不收费$/,
  );
  assert.match(
    gap.words.en,
    /^\d{4}-\d\d-\d\d \(\w{3}, (working days|days off)\) .* lies in no period: free of charge$/,
  );
  assert.equal(found(rule, 'rung-reached').words.zh, '“日间”的1级阶梯都会用到');
  const place = (tariff: FeeRule, where: string) => placeWords(tariff, where, new Map());
  assert.deepEqual(
    [place(rule, ''), place(rule, 'free'), place(rule, 'schemes[0]'), place(rule, 'schemes[0].meters[0]')],
    [null, null, null, null],
  );
  assert.deepEqual(place(rule, found(rule, 'cap-reached').where), {
    zh: '每日封顶10.00元',
    en: 'at most CNY 10.00 per day',
  });
  const two = { ...rule, schemes: [...rule.schemes, { label: { zh: '夜票', en: 'Night ticket' }, meters: [hourly] }] };
  assert.deepEqual(
    [place(two, 'schemes[0].after[0]')!.zh, place(two, 'schemes[1].meters[0]')!.en],
    ['方案1，每日封顶10.00元', 'Night ticket'],
  );
  const rest = of({
    meters: [
      { ...hourly, windows: [{ from: '08:00', to: '20:00' }] },
      { ...hourly, id: 'x7f3' },
    ],
  });
  assert.equal(found(rest, 'meter-seen', 'schemes[0].meters[1]').words.zh, '“其余时间”在自己的时段内计费');
});

test('a meter hidden by others is reported, fully or partly', () => {
  const behind = (to: string): Tariff =>
    of({
      meters: [
        { ...hourly, windows: [{ from: '08:00', to: '20:00' }] },
        { ...hourly, id: 'noon', windows: [{ from: '11:00', to }] },
        { ...hourly, id: 'rest' },
      ],
    });
  const hidden = found(behind('13:00'), 'meter-seen', 'schemes[0].meters[1]');
  assert.deepEqual([hidden.ok, hidden.severity], [false, 'warning']);
  assert.deepEqual(
    [
      found(behind('22:00'), 'meter-seen', 'schemes[0].meters[1]').severity,
      found(behind('22:00'), 'meter-seen', 'schemes[0].meters[2]').ok,
    ],
    ['note', true],
  );
});

test('a cap that is never reached is reported with the dearest stay; one that is reached with the shortest', () => {
  const cap = (fen: number) =>
    found(
      of({ meters: [{ ...hourly, windows: [{ from: '08:00', to: '20:00' }] }], after: [{ cap: fen, per: 'day' }] }),
      'cap-reached',
    );
  assert.deepEqual([cap(9600).ok, cap(9600).counterExample?.fen], [false, 19_200]);
  assert.deepEqual([cap(9500).ok, minutes(cap(9500).example!)], [true, 720]);
  assert.equal(minutes(cap(1500).example!), 120);
});

test('a boundary without a price is reported', () => {
  const closed = of({}, { schemes: [{ when: [{ exit: { from: '08:00', to: '20:00' } }], meters: [hourly] }] });
  assert.equal(found(closed, 'edge-decided').ok, false);
  const free = lintRule(of({ free: { minutes: 15, inclusive: false, lost: true } }), { zone: ZONE }).find(
    ({ law, words }) => law === 'edge-decided' && words.en.includes('15 min'),
  )!;
  assert.deepEqual([free.example!.others[0]!.fen, free.example!.fen, free.example!.others[1]!.fen], [0, 800, 800]);
  assert.equal(free.words.zh, '00:00进场停满15分：早一秒0.00元，恰好8.00元，晚一秒8.00元');
});

test('a rung or scheme that never applies is reported', () => {
  const ladder = [
    { minutes: 1440, unitMinutes: 60, fen: 100 },
    { unitMinutes: 60, fen: 50 },
  ];
  assert.equal(
    found(of({ meters: [{ ...hourly, again: 'day', ladder }] }), 'rung-reached').where,
    'schemes[0].meters[0].ladder[1]',
  );
  assert.equal(found(of({ meters: [{ ...hourly, ladder }] }), 'rung-reached').ok, true);
  const never = of({}, { schemes: [{ meters: [hourly] }, { when: [{ vehicle: ['large'] }], meters: [hourly] }] });
  assert.deepEqual(
    [found(never, 'scheme-reached').where, found(never, 'scheme-reached').searched.by],
    ['schemes[1]', 'form'],
  );
  const dear = of(
    {},
    {
      choose: 'cheapest',
      schemes: [{ meters: [hourly] }, { meters: [{ ...hourly, ladder: [{ unitMinutes: 60, fen: 900 }] }] }],
    },
  );
  assert.equal(found(dear, 'scheme-reached').where, 'schemes[1]');
});

test('stays without a price are reported', () => {
  const zoned = of({ meters: [{ ...hourly, ladder: [{ unitMinutes: 60, fen: { by: 'zone', of: { a: 100 } } }] }] });
  assert.deepEqual([found(zoned, 'all-priced').ok, found(zoned, 'all-priced').counterExample?.fen], [false, null]);
  assert.equal(
    lintRule(zoned, { zone: ZONE, values: { zone: 'a' } }).find(({ law }) => law === 'all-priced')!.ok,
    true,
  );
});

test('charging minutes grow during the stay: no law about them is claimed proven by form or fully searched', () => {
  const gift = of({
    free: { minutes: 0, lost: true, gifts: [{ value: 'chargingMinutes', atLeast: 60, minutes: 120 }] },
  });
  const inAt = Date.parse('2026-03-04T09:00:00+08:00');
  const cost = (minutesLong: number): unknown =>
    price(gift, { inAt, outAt: inAt + minutesLong * MINUTE }, { zone: ZONE, events: { chargingStart: inAt } });
  assert.deepEqual(
    [cost(59), cost(60)].map((priced) => (priced as { totalFen: number }).totalFen),
    [800, 0],
  );
  assert.equal(growsByForm(gift), false);
  assert.equal(found(gift, 'longer-no-cheaper').ok, 'unknown');
  assert.equal(growsByForm(of({ startsAt: 'chargingEnd' })), true);
});

test('a search cut short says unknown, and how far it went', () => {
  const guangzhou = published.find(({ id }) => id === 'cn-guangzhou-commercial-c1')!.tariff;
  const short = lintRule(guangzhou, { zone: ZONE }, { stays: 200 }).find(
    ({ law, where }) => law === 'return-no-gain' && where === '',
  )!;
  assert.equal(short.ok, 'unknown');
  assert.match(short.words.zh, /查到停车/);
});

const RUNS = { numRuns: 60 };
const fee = (rule: FeeRule, inAt: number, outAt: number, zone = ZONE): number => {
  const priced = price(rule, { inAt, outAt }, { zone });
  assert.ok(!isFeeRefusal(priced));
  return priced.totalFen;
};

test('where the form says that a longer stay is never cheaper, none is', () =>
  fc.assert(
    fc.property(
      fc.oneof(tariffs, anyTariffs),
      minuteStays,
      fc.integer({ min: 1, max: 2000 }),
      (tariff, { inAt, outAt }, more) => {
        fc.pre(growsByForm(tariff));
        assert.ok(fee(tariff, inAt, outAt + more * MINUTE) >= fee(tariff, inAt, outAt));
      },
    ),
    { numRuns: 3000 },
  ));

const splitting = fc.oneof(
  rules.map((rule): Tariff => asTariff({ ...rule, freeMinutes: 0 })),
  tariffs.map((tariff): Tariff => ({
    ...tariff,
    schemes: tariff.schemes.map((scheme) => ({
      ...scheme,
      meters: scheme.meters.map((meter) => ({ ...meter, ladder: [{ unitMinutes: 1, fen: 7 }] })),
    })),
  })),
  tariffs.map((tariff): Tariff => ({
    ...tariff,
    schemes: tariff.schemes.map((scheme) => ({
      ...scheme,
      meters: scheme.meters.map((meter) => ({
        ...meter,
        edge: 'ends' as const,
        ladder: meter.ladder
          .slice(-1)
          .map(({ unitMinutes = 15, fen, round }) => ({ unitMinutes, fen, ...(round ? { round } : {}) })),
      })),
    })),
  })),
);

test('where the form says that leaving and coming back saves nothing, it does not', () =>
  fc.assert(
    fc.property(
      splitting,
      minuteStays,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (tariff, { inAt, outAt }, share) => {
        fc.pre(splitsByForm(tariff));
        const middle = inAt + Math.floor(((outAt - inAt) / MINUTE) * share) * MINUTE;
        assert.ok(fee(tariff, inAt, middle) + fee(tariff, middle, outAt) >= fee(tariff, inAt, outAt));
      },
    ),
    { numRuns: 2000 },
  ));

test('what is reported of any simple rule or tariff holds when it is priced', () =>
  fc.assert(
    fc.property(fc.oneof(rules, tariffs), zones, (rule: FeeRule, zone) => {
      const findings = lintRule(rule, { zone }, { stays: 2000, hours: 12 });
      for (const finding of findings) if (finding.aside === undefined) verify(rule, zone, finding);
    }),
    { numRuns: 40 },
  ));

test('no stay violates a law reported to hold', () =>
  fc.assert(
    fc.property(
      fc.oneof(rules, tariffs),
      minuteStays,
      fc.integer({ min: 1, max: 600 }),
      (rule: SimpleRule | Tariff, { inAt }, length) => {
        const findings = lintRule(rule, { zone: ZONE }, { stays: 4000, hours: 24 });
        const holds = (law: LintLaw): boolean =>
          findings.filter((finding) => finding.law === law).every(({ ok }) => ok === true);
        const outAt = inAt + length * MINUTE;
        const whole = fee(rule, inAt, outAt);
        for (let at = inAt; at < outAt; at += 7 * MINUTE) {
          if (holds('longer-no-cheaper')) assert.ok(fee(rule, inAt, at) <= whole);
          if (holds('return-no-gain')) assert.ok(fee(rule, inAt, at) + fee(rule, at, outAt) >= whole);
        }
      },
    ),
    RUNS,
  ));
