/** Arrivals that passed a board, what they were shown and whether they found a space; and the reserves that follow. */
import { call } from '#kit/declare/call.ts';
import { dateTime, integer, json, relation, select, str } from '#kit/declare/field.ts';
import { bound, byField, count, fieldsOf, hours, rate, report, share, sum, weekdays } from '#kit/declare/report.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';
import { devGroup } from './group.ts';
import { parkingSpace } from './space.ts';

const area = 'guidance';
const parkId = relation(text('车场', 'Car park'), () => park, { required: true, search: true });
const groupId = relation(text('分组', 'Group'), () => devGroup, { required: true, search: true, within: 'parkId' });
const weekday = select(text('星期', 'Weekday'), weekdays, { required: true, search: true });
const hour = select(text('钟点', 'Hour'), hours, { required: true, search: true });

export const boardArrival = resource({
  name: 'boardArrival',
  title: text('引导屏来车', 'Board arrival'),
  many: text('引导屏来车', 'Board arrivals'),
  area,
  page: 'record',
  route: '/navigation/boardArrival',
  scope: 'park',
  range: 'at',
  wire: { base: '/api/gatehouse/boardArrival' },
  verbs: ['list', 'detail', 'export'],
  help: text(
    '驶过引导屏的每辆车：屏上所示、实际空位、是否在三分钟内找到本组车位。来车与车位变为占用按先来先得一一对应，四分钟仍无对应即为未找到；保留 35 天。',
    'Each car that passed a board: what it showed, what was free, and whether a space of the group was found within three minutes. Arrivals and spaces becoming taken are paired one to one, first come first served; without a pair in four minutes none was found. Kept for 35 days.',
  ),
  fields: {
    parkId,
    at: dateTime(text('时间', 'Time'), { required: true }),
    groupId,
    weekday,
    hour,
    sign: select(
      text('屏上', 'Board'),
      { number: text('数字', 'Number'), full: text('满', 'FULL') },
      { required: true, search: true },
    ),
    shown: integer(text('所示', 'Shown'), { required: true }),
    free: integer(text('当时空闲', 'Free then'), { required: true }),
    reserve: integer(text('预留', 'Reserve'), { required: true }),
    margin: integer(text('余量', 'Margin'), {
      required: true,
      ordinal: true,
      help: text(
        '预留不超过此数时，屏上仍会显示数字',
        'With a reserve up to this the board would still have shown a number',
      ),
    }),
    result: select(
      text('结果', 'Result'),
      {
        kept: text('三分钟内找到', 'Found in 3 min'),
        missed: text('未及时找到', 'Not found in time'),
        onward: text('驶往下一组', 'Drove on'),
      },
      { required: true, search: true, tones: { kept: 'ok', missed: 'bad', onward: 'muted' } },
    ),
    foundAt: dateTime(text('车位占用时间', 'Space taken at')),
    waitS: integer(text('用时（秒）', 'Took (s)')),
    spaceId: relation(text('车位', 'Space'), () => parkingSpace, { within: 'parkId' }),
  },
  display: 'at',
  index: [['groupId', 'at'], ['at']],
  list: ['at', 'groupId', 'sign', 'shown', 'free', 'reserve', 'result', 'waitS', 'spaceId'],
  totals: ['waitS'],
  order: { by: 'at', desc: true },
});

/** Of those who were shown a number, how many found a space in time. */
export const boardPromise = report({
  name: 'boardPromise',
  title: text('引导屏兑现率', 'Promises of boards'),
  area,
  route: '/navigation/boardPromise',
  wire: { path: '/api/gatehouse/boardPromise', export: '/api/gatehouse/boardPromise/export' },
  help: text(
    '屏上显示数字时驶过的车，有多少在三分钟内找到本组车位，按分组、星期与钟点。上下限为 95% 置信区间：车少时区间宽，不宜据此下结论。',
    'Of the cars that passed while a number was shown, how many found a space of the group within three minutes, by group, weekday and hour. The true share lies between the two limits with 95 % confidence: with few cars they are far apart.',
  ),
  from: boardArrival,
  time: 'at',
  where: { sign: 'number', result: ['kept', 'missed'] },
  group: { groupId: byField('groupId'), weekday: byField('weekday'), hour: byField('hour') },
  measures: {
    arrivals: count(text('来车', 'Arrivals')),
    kept: count(text('找到', 'Found'), { result: 'kept' }),
    missed: count(text('未找到', 'Not found'), { result: 'missed' }),
    keptShare: share(text('兑现率', 'Kept'), 'kept', 'arrivals'),
    low: bound(text('兑现率下限', 'Kept, at least'), 'low', 'kept', 'arrivals'),
    high: bound(text('兑现率上限', 'Kept, at most'), 'high', 'kept', 'arrivals'),
    missedShare: share(text('未兑现率', 'Not kept'), 'missed', 'arrivals'),
    waitS: sum('waitS', { label: text('用时合计（秒）', 'Time, all (s)'), where: { result: 'kept' } }),
    meanWait: rate(text('平均用时（秒）', 'Average time (s)'), 'waitS', 'kept', { as: 'integer' }),
  },
  filters: {
    companyId: relation(text('单位', 'Company'), () => company, { search: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { search: true, within: 'companyId' }),
    ...fieldsOf(boardArrival, 'groupId', 'weekday', 'hour'),
  },
  defaultDays: 28,
  mostDays: 36,
  tiles: ['arrivals', 'keptShare', 'low', 'high', 'meanWait'],
  chart: { kind: 'heat', x: 'hour', y: ['missedShare'], by: 'weekday' },
  order: { by: 'missed', desc: true },
});

/** Changes of reserves: what a board holds back from which hour of the week on, who wants it so, and on what grounds. */
export const reserveChange = resource({
  name: 'reserveChange',
  title: text('预留变更', 'Changes of reserves'),
  area,
  page: 'record',
  scope: 'park',
  wire: { base: '/api/gatehouse/reserveChange' },
  verbs: ['list', 'detail', 'export'],
  help: text(
    '各钟点预留车位数的每次变更：何时、由谁、依据多少辆来车。',
    'Each change of how many spaces boards hold back in an hour of the week: when, by whom, and by how many arrivals.',
  ),
  fields: {
    parkId,
    groupId,
    at: dateTime(text('时间', 'Time'), { required: true }),
    weekday,
    hour,
    reserveBefore: integer(text('原预留', 'Before'), { required: true }),
    reserve: integer(text('预留', 'Reserve'), { required: true }),
    arrivals: integer(text('依据来车', 'By arrivals'), {
      help: text(
        '建议所依据的来车；不按建议设定的为空',
        'The arrivals a proposal rests on; empty where none was followed',
      ),
    }),
    kept: integer(text('其中找到', 'Of which found')),
    byName: str(text('操作人', 'By'), { max: 60, none: text('自动', 'By itself') }),
  },
  display: 'at',
  index: [['groupId', 'at']],
  list: ['at', 'groupId', 'weekday', 'hour', 'reserveBefore', 'reserve', 'arrivals', 'kept', 'byName'],
  order: { by: 'at', desc: true },
});

export const groupReserves = call({
  name: 'guide.reserves',
  title: text('分组各钟点的预留', 'Reserves of a group by hour'),
  area,
  method: 'GET',
  path: '/api/gatehouse/guide/reserves',
  permission: 'devGroup:read',
  answer: 'object',
  input: { groupId },
  note: text(
    '{ groupId, target, hours: [{ weekday, hour, reserve, proposed, basis, basisArrivals, basisKept, arrivals, kept }] }：一周 168 个钟点的现行预留与建议；proposed 为空表示来车不足，或加大预留也达不到 target（百分比）。basis 为 own（本钟点）或 alike（同类日的同一钟点）；arrivals 与 kept 为最近 35 天屏上有数字时的来车与其中及时找到的。',
    '{ groupId, target, hours: [{ weekday, hour, reserve, proposed, basis, basisArrivals, basisKept, arrivals, kept }] }: reserve in force and proposal for each of the 168 hours of a week. `proposed` is null where there were too few arrivals or no reserve reaches `target` (percent). `basis`: own, or alike for the same hour of similar days. `arrivals` and `kept`: those of the last 35 days who were shown a number, and who found a space in time.',
  ),
});

export const setReserves = call({
  name: 'guide.setReserves',
  title: text('设定预留', 'Set reserves'),
  area,
  method: 'POST',
  path: '/api/gatehouse/guide/reserves',
  permission: 'devGroup:edit',
  answer: 'object',
  input: {
    groupId,
    hours: json(text('钟点', 'Hours'), {
      required: true,
      help: text(
        '[{ weekday, hour, reserve }]，weekday 为 1（周一）至 7，reserve 为 0 至 50；未列出的不变',
        '[{ weekday, hour, reserve }]: weekday 1 (Monday) to 7, reserve 0 to 50. Others stay as they are',
      ),
    }),
  },
  note: text(
    '应答 {changed}：变更的钟点数。屏上所示从此为空位减去当时钟点的预留。',
    'Answers {changed}: how many hours changed. From then on boards show what is free less the reserve of the hour.',
  ),
});
