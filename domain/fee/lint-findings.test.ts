/** What a check of a tariff says is true: of caps, schemes and examples, and of what has no price. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Chosen, Meter, Scheme, Tariff } from './form.ts';
import { lintRule } from './lint.ts';
import type { Finding, LintLaw } from './lint-types.ts';
import { priceByScheme } from './tariff.ts';

const zone = 'Asia/Shanghai';
const label = (en: string) => ({ zh: en, en });
const hourly = (fen: Chosen<number>): Meter => ({
  id: 'time',
  again: 'stay',
  edge: 'ends',
  ladder: [{ unitMinutes: 60, fen }],
});
const of = (...schemes: Partial<Scheme>[]): Tariff => ({
  form: 2,
  schemes: schemes.map((each) => ({ meters: [hourly(500)], ...each })),
});
const found = (tariff: Tariff, law: LintLaw, where: string): Finding => {
  const finding = lintRule(tariff, { zone }).find((each) => each.law === law && each.where === where);
  assert.ok(finding, `${law} at ${where}`);
  return finding;
};

test('a cap that takes something only from the third span on is reached', () => {
  const cap: Chosen<number> = { by: 'nth', of: { 1: 100_000, 2: 100_000 }, else: 6000 };
  const finding = found(of({ after: [{ cap, per: { minutes: 1440 } }] }), 'cap-reached', 'schemes[0].after[0]');
  assert.equal(finding.ok, true, finding.words.en);
  assert.equal(finding.example!.fen, 12_000 * 2 + 6000);
});

test('a cap of a scheme for short stays, or for some exits, is reached by such a stay', () => {
  const short = of({ when: [{ stayAtMostMinutes: 240 }], after: [{ cap: 1500, per: 'day' }] }, {});
  const one = found(short, 'cap-reached', 'schemes[0].after[0]');
  assert.equal(one.ok, true, one.words.en);
  assert.equal(one.example!.fen, 1500);
  const evening = of(
    { when: [{ exit: { from: '20:00', to: '22:00' }, stayAtMostMinutes: 600 }], after: [{ cap: 1500, per: 'stay' }] },
    {},
  );
  assert.equal(found(evening, 'cap-reached', 'schemes[0].after[0]').ok, true);
});

test('a cap that was not fully searched is not reported as never reached', () => {
  const visits = found(
    of({ after: [{ cap: 100_000_000, per: 'day', visits: true }] }),
    'cap-reached',
    'schemes[0].after[0]',
  );
  assert.equal(visits.ok, 'unknown');
  assert.match(visits.words.en, /not all was searched/);
  const never = found(of({ after: [{ cap: 100_000_000, per: 'day' }] }), 'cap-reached', 'schemes[0].after[0]');
  assert.equal(never.ok, false);
  assert.match(never.words.en, /never takes anything/);
});

test('every example is of a stay that the scheme it is shown for prices, and costs what it says', () => {
  const tariffs: Tariff[] = [
    of(
      {
        label: label('short'),
        when: [{ stayAtMostMinutes: 120 }],
        meters: [hourly(100)],
        after: [{ cap: 150, per: 'stay' }],
      },
      { label: label('long'), after: [{ cap: 3000, per: 'day' }] },
    ),
    of(
      { when: [{ value: 'zone', is: ['remote'] }], meters: [hourly(0)] },
      { meters: [{ ...hourly(700), windows: [{ from: '08:00', to: '18:00' }] }], after: [{ cap: 2000, per: 'day' }] },
    ),
    {
      ...of(
        { meters: [hourly(800)], after: [{ cap: 9000, per: 'day' }] },
        { meters: [{ ...hourly(0), ladder: [{ fen: 5000 }] }] },
      ),
      choose: 'cheapest',
    },
  ];
  let examples = 0;
  for (const tariff of tariffs)
    for (const { where, law, counterExample, example } of lintRule(tariff, { zone })) {
      const scheme = /^schemes\[(\d+)\]/u.exec(where)?.[1];
      const shown = counterExample ?? example;
      if (scheme === undefined || !shown || shown.fen === null) continue;
      const priced = priceByScheme(tariff, shown.inAt, shown.outAt, shown.carKind ?? '', {
        zone,
        ...(shown.values ? { values: shown.values } : {}),
      });
      assert.ok(!('refused' in priced));
      assert.deepEqual([priced.scheme, priced.priced.totalFen], [Number(scheme), shown.fen], `${law} at ${where}`);
      examples += 1;
    }
  assert.ok(examples > 8, String(examples));
});

test('the scheme for all that is not named is found: cars in no named area, values not given, kinds not named', () => {
  for (const when of [
    [{ entry: { area: 'inner' } }],
    [{ value: 'zone', is: ['remote'] }],
    [{ vehicle: ['small'] }],
    [{ value: 'zone', is: ['remote'] }, { vehicle: ['small'] }, { entry: { area: 'inner' } }],
  ]) {
    const tariff = of({ when, meters: [hourly(100)] }, {});
    for (const where of ['schemes[0]', 'schemes[1]'])
      assert.equal(found(tariff, 'scheme-reached', where).ok, true, where);
  }
});

test('where there are too many answers to try them all, each scheme is still found by its own', () => {
  const schemes = Array.from({ length: 29 }, (_, nth): Partial<Scheme> => ({
    when: [{ value: 'shop', is: [`s${nth}`] }],
    meters: [hourly(nth)],
  }));
  const tariff = of(...schemes, {});
  const found_ = lintRule(tariff, { zone }).filter(({ law }) => law === 'scheme-reached');
  assert.deepEqual(
    found_.filter(({ ok }) => ok !== true),
    [],
  );
});

test('a rule that has no price at any gate is an error: a value only trials give, without else', () => {
  const byZone: Chosen<number> = { by: 'zone', of: { near: 800, remote: 400 } };
  const finding = found(of({ meters: [hourly(byZone)] }), 'all-priced', '');
  assert.deepEqual([finding.ok, finding.severity], [false, 'error']);
  assert.match(finding.words.en, /zone/);
  assert.equal(finding.counterExample!.fen, null);
  const night: Meter = { ...hourly(byZone), id: 'night', windows: [{ from: '20:00', to: '08:00' }] };
  assert.equal(found(of({ meters: [night, hourly(500)] }), 'all-priced', '').ok, false);
  assert.equal(found(of({ meters: [hourly({ ...byZone, else: 500 })] }), 'all-priced', '').ok, true);
  assert.equal(
    found(of({ meters: [hourly({ by: 'newEnergy', of: { yes: 100, no: 200 } })] }), 'all-priced', '').severity,
    'note',
  );
});

test('a maximum stay beyond which there is no price is reported with the stay one minute longer; not where another scheme takes over', () => {
  const where = 'schemes[0].maxStayMinutes';
  const finding = found(of({ maxStayMinutes: 600 }), 'all-priced', where);
  assert.deepEqual([finding.ok, finding.severity, finding.counterExample!.fen], [false, 'note', null]);
  const nothing = found(of({ free: { minutes: 60, lost: true }, maxStayMinutes: 60 }), 'all-priced', where);
  assert.equal(nothing.severity, 'warning');
  const both = of({ when: [{ stayAtMostMinutes: 600 }], maxStayMinutes: 600 }, {});
  assert.equal(
    lintRule(both, { zone }).some((each) => each.where === where),
    false,
  );
});

test('prices are shown in the currency of the tariff', () => {
  const finding = found(
    { ...of({ after: [{ cap: 1000, per: 'day' }] }), currency: 'JPY' },
    'cap-reached',
    'schemes[0].after[0]',
  );
  assert.match(finding.words.zh, /1,500日元降为1,000日元/);
});
