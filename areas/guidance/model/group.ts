import { dateTime, integer, json, longText, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { call } from '#kit/declare/call.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkArea } from '#areas/lot/model/park-area.ts';

const groupId = relation(text('分组', 'Group'), (): Resource => devGroup, { required: true });

export const adjustGroup = call({
  name: 'devGroup.adjust',
  title: text('更正车数', 'Correct the count'),
  area: 'guidance',
  method: 'POST',
  path: '/api/gatehouse/guide/adjust',
  permission: 'devGroup:adjust',
  answer: 'object',
  input: {
    groupId,
    delta: integer(text('增减', 'Difference'), {
      required: true,
      min: -10_000,
      max: 10_000,
      help: text('场内多算了填负数', 'Negative where too many were counted inside'),
    }),
    reason: str(text('原因', 'Reason'), { required: true, min: 2, max: 200 }),
  },
  note: text(
    '应答 {inside, free}。只对按过车计数的分组；不能使场内数小于零。',
    'Answers {inside, free}. Only for groups counted by passages; never below nobody inside.',
  ),
});

export const setBoards = call({
  name: 'devGroup.boards',
  title: text('分组的引导屏', 'Boards of a group'),
  area: 'guidance',
  method: 'POST',
  path: '/api/gatehouse/guide/boards',
  permission: 'devGroup:bind',
  input: {
    groupId,
    boards: json(text('引导屏', 'Boards'), {
      required: true,
      help: text(
        '[{ deviceId, line, arrow, label }]，取代原有的；line 为 1 至 8，一行只显示一个分组',
        '[{ deviceId, line, arrow, label }], in place of those before; `line` is 1 to 8, and a line shows one group',
      ),
    }),
  },
});

const fields = {
  groupName: str(text('分组名称', 'Group'), { required: true, search: true, max: 60 }),
  parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
  countBy: select(
    text('计数方式', 'Counted by'),
    {
      spaces: text('车位探测', 'Spaces'),
      passages: text('过车计数', 'Passages'),
    },
    { required: true, search: true, default: 'spaces', fixed: true },
  ),
  areaId: relation(text('车场区域', 'Park area'), () => parkArea, {
    within: 'parkId',
    help: text('该区域的车位也计入本组', 'Spaces of this area count here too'),
    when: { field: 'countBy', is: ['spaces'] },
  }),
  capacity: integer(text('车位数', 'Spaces'), {
    min: 0,
    max: 100_000,
    default: 0,
    when: { field: 'countBy', is: ['passages'] },
  }),
  startCount: integer(text('起始在场', 'Inside at the start'), {
    min: 0,
    max: 100_000,
    default: 0,
    when: { field: 'countBy', is: ['passages'] },
  }),
  fullAt: integer(text('满位阈值', 'Full at'), {
    required: true,
    min: 0,
    max: 1_000,
    default: 0,
    help: text('空位不多于此数时显示“满”', 'Shows FULL at this many free or fewer'),
  }),
  clearAt: integer(text('恢复阈值', 'Numbers again from'), {
    required: true,
    min: 1,
    max: 1_000,
    default: 3,
    help: text('满后空位达到此数才恢复显示数字', 'After FULL, shows numbers again from this many free'),
  }),
  reserveBy: select(
    text('预留调整', 'Reserves are set'),
    { person: text('由人确定', 'By a person'), auto: text('每周自动', 'By itself, weekly') },
    {
      default: 'person',
      when: { field: 'countBy', is: ['spaces'] },
      help: text(
        '各钟点预留多少车位不显示，使 95% 的来车三分钟内找到车位；自动时每周一按建议调整',
        'How many spaces boards hold back in each hour so that 95 % of cars find one within 3 minutes. By itself: as proposed, every Monday',
      ),
    },
  ),
  boards: json(text('引导屏', 'Boards'), { readOnly: true, hidden: true }),
  reserves: json(text('各钟点预留', 'Reserves by hour'), { readOnly: true, hidden: true }),
  judged: json(text('来车统计进度', 'Arrivals judged so far'), { readOnly: true, hidden: true }),
  free: integer(text('空闲', 'Free'), { readOnly: true, default: 0 }),
  taken: integer(text('占用', 'Taken'), { readOnly: true, default: 0 }),
  unknown: integer(text('不明', 'Unknown'), { readOnly: true, default: 0 }),
  closed: integer(text('停用', 'Closed'), { readOnly: true, default: 0 }),
  cameIn: integer(text('累计进', 'Counted in'), { readOnly: true, hidden: true, default: 0 }),
  wentOut: integer(text('累计出', 'Counted out'), { readOnly: true, hidden: true, default: 0 }),
  corrected: integer(text('累计更正', 'Corrected by'), { readOnly: true, default: 0 }),
  proposed: integer(text('待核差异', 'Proposed correction'), { readOnly: true }),
  countedAt: dateTime(text('计数时间', 'Counted at'), { readOnly: true, since: true }),
  remark: longText(text('备注', 'Remark'), { max: 500 }),
} as const;

/** Devices and the spaces they watch, counted together for boards. */
export const devGroup = resource({
  name: 'devGroup',
  title: text('设备分组', 'Device group'),
  area: 'guidance',
  route: '/navigation/group',
  scope: 'park',
  config: { folder: 'groups', key: ['groupName'] },
  wire: { base: '/api/updown/plat/navigation/devGroup', key: 'groupId' },
  help: text(
    '按车位：空位为组内普通、充电、短时车位中确知空闲的，不明的不算。按过车：在场 = 起始 + 进 − 出 + 更正。',
    'By spaces: free are the normal, charging and short-stay spaces known to be free; unknown is not free. By passages: inside = start + in − out + corrections.',
  ),
  fields,
  display: 'groupName',
  unique: [['parkId', 'groupName']],
  list: ['groupName', 'parkId', 'countBy', 'free', 'taken', 'unknown', 'closed', 'corrected', 'proposed', 'countedAt'],
  order: { by: 'groupName', desc: false },
  actions: [
    {
      call: adjustGroup,
      key: 'groupId',
      label: text('更正', 'Correct'),
      when: { field: 'countBy', is: ['passages'] },
    },
  ],
});

/** The same groups where wired devices are set up: the contract has a second screen and second calls for them. */
export const wireGroupSet = resource({
  name: 'wireGroupSet',
  title: text('有线分组', 'Wired group'),
  area: 'guidance',
  route: '/wire/wireGroupSet',
  scope: 'park',
  rowsOf: () => devGroup,
  wire: { base: '/api/updown/wireGroupSet', key: 'groupId' },
  help: text(
    '有线设备的分组及其引导屏；与设备分组是同一批。',
    'Groups of wired devices and the boards they feed; the same groups as those of devices.',
  ),
  fields,
  display: 'groupName',
  list: ['groupName', 'parkId', 'countBy', 'free', 'taken', 'unknown', 'fullAt', 'clearAt', 'remark'],
  order: { by: 'groupName', desc: false },
});

/** Corrections of counts: each with who and why. */
export const groupAdjust = resource({
  name: 'groupAdjust',
  title: text('计数更正', 'Count corrections'),
  area: 'guidance',
  page: 'record',
  scope: 'park',
  wire: { base: '/api/gatehouse/groupAdjust' },
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true }),
    groupId: relation(text('分组', 'Group'), () => devGroup, { required: true, search: true, within: 'parkId' }),
    at: dateTime(text('时间', 'Time'), { required: true }),
    delta: integer(text('增减', 'Difference'), { required: true }),
    insideAfter: integer(text('更正后在场', 'Inside after it')),
    reason: str(text('原因', 'Reason'), { max: 200 }),
    byName: str(text('操作人', 'By'), { max: 60, none: text('自动', 'By itself') }),
  },
  display: 'at',
  index: [['groupId', 'at']],
  list: ['at', 'groupId', 'delta', 'insideAfter', 'reason', 'byName'],
  order: { by: 'at', desc: true },
  help: text('过车计数的更正，每次都有人和原因。', 'Corrections of passage counts, each with person and reason.'),
});

/** What counters saw, each number of a gateway once: what groups by passages are counted from. */
export const groupPassage = resource({
  name: 'groupPassage',
  title: text('过车计数', 'Counted passages'),
  area: 'guidance',
  page: 'record',
  scope: 'park',
  wire: { base: '/api/gatehouse/groupPassage' },
  verbs: ['list', 'detail', 'export'],
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true }),
    at: dateTime(text('时间', 'Time'), { required: true }),
    groupId: relation(text('分组', 'Group'), () => devGroup, { search: true, within: 'parkId' }),
    fromGroupId: relation(text('从分组', 'Out of group'), () => devGroup, { within: 'parkId' }),
    gatewayId: str(text('网关', 'Gateway'), { required: true, hidden: true, max: 36 }),
    seq: integer(text('序号', 'Number'), { required: true, ordinal: true }),
    busAddress: integer(text('总线地址', 'Bus address'), { required: true, ordinal: true }),
    way: select(text('方向', 'Way'), { in: text('进', 'In'), out: text('出', 'Out') }, { search: true }),
    n: integer(text('辆数', 'Vehicles'), { required: true }),
  },
  display: 'at',
  unique: [['gatewayId', 'seq']],
  index: [['groupId', 'at']],
  list: ['at', 'groupId', 'fromGroupId', 'busAddress', 'way', 'n', 'seq'],
  order: { by: 'at', desc: true },
  help: text(
    '计数器上报的过车，同一网关同一序号只计一次；保留 35 天。',
    'Cars that counters saw pass; the same number of a gateway counts once. Kept for 35 days.',
  ),
});
