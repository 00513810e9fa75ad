import { onlineWays } from '#areas/billing/model/words.ts';
import { lotFilters } from '#areas/lot/model/lot-filters.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkBox } from '#areas/lot/model/park-box.ts';
import { dateTime, integer, money, relation, select, str } from '#kit/declare/field.ts';
import { report } from '#kit/declare/report.ts';
import type { Drill } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { shift } from './shift.ts';
import type { entryKinds } from './words.ts';
import { shiftStates } from './words.ts';

const filters = {
  ...lotFilters,
  operator: str(text('值班人', 'On duty'), { search: true, max: 60, alias: ['userId'] }),
};

/** Barrier openings during the shift without a stay or a pass. */
const openings = {
  remote: integer(text('远程开闸', 'Opened remotely')),
  unknown: integer(text('原因不明开闸', 'Unexplained openings')),
};

/**
 * Rows of the line's own shifts, whoever they name: a shift reaches over midnight, and takes cash that came before it
 * began. `counted` are those of them whose figures are written; a line of many shifts names none, and leads nowhere.
 */
const ofShifts = (route: string, ids: 'shifts' | 'counted', fixed: Readonly<Record<string, string>>): Drill => ({
  route,
  params: { shiftId: `${ids}Ids` },
  slack: [7, 7],
  fixed: { operator: '', ...fixed },
});
const entriesOf = (...kinds: (keyof typeof entryKinds)[]): Drill =>
  ofShifts('/work/shiftEntry', 'counted', { kind: kinds.join(',') });
/** Payments are listed by when they were begun, and come within a day. */
const paymentsOf = (fixed: Readonly<Record<string, string>> = {}): Drill =>
  ofShifts('/static/tempWCPays', 'shifts', fixed);
const toShifts: Drill = {
  route: '/work/shift',
  params: { operator: 'operator', parkId: 'parkId' },
  time: 'openedTime',
};

/**
 * What a shift began with, should have, counted and handed in has no rows but its own: the one shift of that box that
 * began then.
 */
const toItself: Drill = {
  route: '/work/shift',
  params: { parkId: 'parkId', boxId: 'boxId', openedTime: 'openedTime', open: 'shiftsIds' },
  time: null,
};

const cells = {
  cashFen: entriesOf('cash'),
  refundFen: entriesOf('refund'),
  ...Object.fromEntries(
    Object.keys(openings).map((cause) => [cause, ofShifts('/static/gateEvents', 'shifts', { cause })]),
  ),
};

/** What a person's shifts brought: everything collected at the box's lanes meanwhile, not the cash alone. */
export const shiftSum = report({
  name: 'shiftSum',
  title: text('按值班人', 'Shifts by person on duty'),
  area: 'shift',
  route: '/static/shiftSum',
  help: text(
    '按值班人汇总；现金为已清点班次收的，线上为班次期间在本岗亭车道收的，应收与优惠属于这些收款；日期为上班当日。',
    "By person on duty. Cash is what counted shifts took, online what was paid at the booth's lanes during the shift; amount due and discount belong to these payments. Dated by the start of the shift.",
  ),
  wire: { path: '/api/updown/staticSum/getOffShiftData', export: '/api/updown/staticSum/exportOffShiftData' },
  dimensions: { operator: str(text('值班人', 'On duty')), parkId: relation(text('车场', 'Car park'), () => park) },
  measures: {
    shifts: integer(text('班次', 'Shifts')),
    payments: integer(text('现金笔数', 'Cash payments')),
    receivableFen: money(text('应收', 'Amount due')),
    derateFen: money(text('优惠', 'Discount')),
    paidFen: money(text('实收', 'Paid')),
    cashFen: money(text('现金', 'Cash')),
    onlineFen: money(text('线上', 'Online')),
    refundFen: money(text('现金退款', 'Cash refunded')),
    releases: integer(text('人工放行', 'Manual releases')),
    ...openings,
    waivedFen: money(text('减免', 'Waived')),
    differenceFen: money(text('长短款', 'Difference')),
  },
  filters,
  chart: { kind: 'bar', x: 'operator', y: ['cashFen', 'onlineFen'] },
  order: { by: 'paidFen', desc: true },
  drill: toShifts,
  cells: {
    ...cells,
    shifts: toShifts,
    differenceFen: toShifts,
    receivableFen: paymentsOf(),
    derateFen: paymentsOf(),
    paidFen: paymentsOf(),
    onlineFen: paymentsOf({ payType: onlineWays }),
    payments: entriesOf('cash'),
    releases: entriesOf('release', 'free', 'key'),
    waivedFen: entriesOf('release'),
  },
});

export const onlyShiftSum = report({
  name: 'onlyShiftSum',
  title: text('按班次', 'Shift report'),
  area: 'shift',
  route: '/static/onlyShiftSum',
  help: text(
    '每个班次一行，不拆分费用；日期为上班当日。',
    'One row per shift, without a fee breakdown. Dated by the start of the shift.',
  ),
  wire: {
    path: '/api/updown/parkChangeshiftrecord/getOnlyShiftData',
    export: '/api/updown/parkChangeshiftrecord/exportOnlyShiftData',
  },
  dimensions: {
    openedTime: dateTime(text('上班时间', 'Started at')),
    cutTime: shift.fields.cutTime,
    parkId: relation(text('车场', 'Car park'), () => park),
    boxId: relation(text('岗亭', 'Booth'), () => parkBox),
    operator: str(text('值班人', 'On duty')),
    witness: str(text('接班或监督人', 'Taken over or supervised by')),
    status: select(text('状态', 'State'), shiftStates),
  },
  measures: {
    ...Object.fromEntries(
      (
        [
          'floatFen',
          'cashFen',
          'refundFen',
          'dropFen',
          'correctionFen',
          'expectedFen',
          'countedFen',
          'differenceFen',
          'handInFen',
          'depositFen',
        ] as const
      ).map((name) => [name, shift.fields[name]]),
    ),
    ...openings,
  },
  filters,
  chart: { kind: 'bar', x: 'operator', y: ['cashFen', 'refundFen', 'differenceFen'] },
  order: { by: 'openedTime', desc: true },
  drill: { ...toShifts, params: { ...toShifts.params, open: 'shiftsIds' } },
  cells: {
    ...cells,
    dropFen: entriesOf('drop'),
    correctionFen: entriesOf('correction'),
    ...Object.fromEntries(
      ['floatFen', 'expectedFen', 'countedFen', 'differenceFen', 'handInFen', 'depositFen'].map((name) => [
        name,
        toItself,
      ]),
    ),
  },
});
