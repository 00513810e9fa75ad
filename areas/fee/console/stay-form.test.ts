import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inputsOf } from '#domain/fee/inputs.ts';
import type { FeeRule } from '#domain/fee/types.ts';
import { begunAs, billForStay, formOf, stayFromForm, stayFields } from './stay-form.ts';

const rule: FeeRule = {
  form: 2,
  entryArea: 'outer',
  schemes: [
    {
      startsAt: 'chargingEnd',
      meters: [
        {
          id: 'inner',
          windows: [{ area: 'inner' }],
          again: 'stay',
          edge: 'ends',
          ladder: [
            {
              unitMinutes: 60,
              fen: { by: 'vehicle', of: { small: 200, large: { by: 'zone', of: { near: 400 }, else: 300 } } },
            },
          ],
        },
      ],
      after: [{ cap: 5000, per: 'day', visits: true }, { times: { value: 'bays', else: 1 } }],
    },
  ],
};

const lot = {
  areaNames: new Map([['inner', '内场']]),
  kinds: [
    { modelId: 'm1', kind: 'small', name: '小型车', isDefault: true },
    { modelId: 'm2', kind: 'large', name: '大型车', isDefault: false },
  ],
};

test('a form asks for what the rule asks, and no more', () => {
  assert.deepEqual(Object.keys(stayFields(inputsOf(rule), lot)), [
    'inTime',
    'outTime',
    'carKind',
    'value:zone',
    'value:bays',
    'area:outer',
    'area:inner',
    'event:chargingStart',
    'event:chargingEnd',
    'earlierAt',
    'earlierFen',
  ]);
  const { carKind, 'area:inner': inner } = stayFields(inputsOf(rule), lot);
  assert.deepEqual(
    Object.values(carKind!.options!).map(({ zh }) => zh),
    ['默认车型', '小型车（small）', '大型车（large）'],
  );
  assert.equal(inner!.label.en, 'Enters area 内场 at');
  assert.deepEqual(Object.keys(stayFields(inputsOf({ form: 2, schemes: [] }), lot)), ['inTime', 'outTime']);
});

test('what a form says goes to the engine and to a kept case, and comes back the same', () => {
  const form = {
    inTime: '2026-11-21T01:00:00.000Z',
    outTime: '2026-11-21T03:00:00.000Z',
    carKind: 'large',
    'value:zone': 'near',
    'value:bays': 2,
    'area:inner': '2026-11-21T02:00:00.000Z',
    'area:outer': null,
    'event:chargingEnd': '2026-11-21T01:30:00.000Z',
    earlierAt: '2026-11-21T00:00:00.000Z',
    earlierFen: 1200,
  };
  const known = stayFromForm(form)!;
  assert.deepEqual(known.known, {
    values: { zone: 'near', bays: 2 },
    areas: [{ at: '2026-11-21T02:00:00.000Z', area: 'inner' }],
    events: { chargingEnd: '2026-11-21T01:30:00.000Z' },
    earlier: [{ at: '2026-11-21T00:00:00.000Z', fen: 1200 }],
  });
  const { 'area:outer': _, ...kept } = form;
  assert.deepEqual(formOf(known), kept);
  const at = { zone: 'Asia/Shanghai', calendar: {}, ...lot };
  const { stay, context } = begunAs(known, at, null);
  assert.equal(stay.carKind, 'large');
  assert.equal(context.areas![0]!.at, Date.parse(form['area:inner']));
  assert.equal(context.events!['chargingEnd'], Date.parse(form['event:chargingEnd']));
  assert.equal(begunAs({ ...known, carKind: null }, at, null).stay.carKind, 'small');
  assert.equal(begunAs({ ...known, carKind: null }, at, 'm2').stay.carKind, 'large');
  assert.equal(stayFromForm({ inTime: null, outTime: '' }), null);
});

test('a kept case is priced by what it knows itself before what its lot knows, and what was paid is taken off', () => {
  const hourly: FeeRule = {
    form: 2,
    leaveMinutes: 15,
    schemes: [
      {
        meters: [
          {
            id: 'workday',
            windows: [{ days: ['workday'] }],
            again: 'stay',
            edge: 'ends',
            ladder: [{ unitMinutes: 60, fen: 500 }],
          },
        ],
      },
    ],
  };
  const stay = { inTime: '2026-11-20T01:00:00.000Z', outTime: '2026-11-20T03:00:00.000Z', carKind: null, known: {} };
  const at = { zone: 'Asia/Shanghai', calendar: { holidays: ['2026-11-20'], workdays: [] }, ...lot };
  const due = (known: object) => (billForStay(hourly, { ...stay, known }, at, null) as { totalFen: number }).totalFen;
  assert.equal(due({}), 0);
  assert.equal(due({ holidays: [] }), 1000);
  assert.equal(due({ holidays: [], payments: [{ at: '2026-11-20T02:00:00.000Z', fen: 500 }] }), 500);
});
