import { boolean, dateTime, integer, json, longText, money, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { carModel } from '#areas/vehicle/model/car-model.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';

/**
 * How a version is written: by the fields of one form, by rows of areas and times, or as a tariff in full
 * (docs/fee-rules.md).
 */
export const ruleModes = {
  simple: text('简单模式', 'Simple'),
  complex: text('复杂模式', 'Complex'),
  expert: text('专家模式', 'Expert'),
};

export const ruleStates = {
  draft: text('草稿', 'Draft'),
  published: text('已发布', 'Published'),
  retired: text('已停用', 'Retired'),
};

/** The wire's field of the simple rule for each field of the engine's (`domain/fee`). Money is fen on both sides. */
export const ruleFields = {
  freeMinutes: 'freeMinutes',
  freeMinutesCounted: 'freeMinutesCounted',
  firstMinutes: 'firstMinutes',
  firstFee: 'firstFen',
  unitMinutes: 'unitMinutes',
  unitFee: 'unitFen',
  dayMaxFee: 'dayCapFen',
  dayCapBasis: 'dayCapBasis',
  roundUp: 'roundUp',
  perVisitFee: 'perVisitFen',
} as const;

/** What every version says, however it is written. */
export const versionFields = {
  parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
  carTypeId: relation(text('车类', 'Car type'), () => carType, {
    required: true,
    search: true,
    fixed: true,
    within: 'parkId',
    alias: ['CarTypeID'],
  }),
  carModelId: relation(text('车型', 'Car model'), () => carModel, {
    search: true,
    fixed: true,
    within: 'parkId',
    alias: ['CarModelID'],
    none: text('全部车型', 'All models'),
    help: text('不选则适用于全部车型', 'All models if left blank'),
  }),
  ruleName: str(text('规则名称', 'Name'), { search: true, max: 60 }),
  mode: select(text('模式', 'Mode'), ruleModes, {
    readOnly: true,
    search: true,
    tones: { simple: 'muted', complex: 'info', expert: 'info' },
  }),
  version: integer(text('版本', 'Version'), { ordinal: true, readOnly: true }),
  status: select(text('状态', 'Status'), ruleStates, {
    readOnly: true,
    search: true,
    tones: { draft: 'warn', published: 'ok', retired: 'muted' },
  }),
  effectiveFrom: dateTime(text('生效时间', 'In force from'), { readOnly: true }),
  effectiveUntil: dateTime(text('失效时间', 'Until'), { readOnly: true }),
  rule: json(text('规则', 'Rule'), {
    readOnly: true,
    hidden: true,
    help: text(
      '计费引擎的规则，随版本冻结；复杂模式的草稿未写完整时为空',
      'The rule as the engine reads it, frozen with the version; empty while a draft in complex mode is not complete',
    ),
  }),
  faults: json(text('待完善', 'Still missing'), {
    readOnly: true,
    hidden: true,
    help: text(
      '复杂模式草稿未写完整之处：[{table, rowId, field, zh, en}]',
      'Where a draft in complex mode is not complete: [{table, rowId, field, zh, en}]',
    ),
  }),
  editorId: str(text('最后修改人编号', 'Last editor'), { readOnly: true, hidden: true, max: 36 }),
  approvedBy: str(text('复核人', 'Approved by'), { readOnly: true, max: 60 }),
  approvedReason: str(text('复核意见', 'Why approved'), { readOnly: true, max: 200 }),
  approvedTime: dateTime(text('复核时间', 'Approved at'), { readOnly: true }),
  publishedBy: str(text('发布人', 'Published by'), { readOnly: true, max: 60 }),
  publishedTime: dateTime(text('发布时间', 'Published at'), { readOnly: true }),
  remark: longText(text('备注', 'Remark'), { max: 500 }),
};

/** Free time and the kind of day caps count by, as simple and complex mode have them. */
export const sharedFields = {
  freeMinutesCounted: boolean(text('超出后免费分钟计费', 'Charge free minutes once exceeded'), {
    default: false,
    help: text('停车超过免费分钟后，从入场起计费', 'Once the free minutes are exceeded, charging starts from entry'),
  }),
  dayCapBasis: select(
    text('封顶方式', 'Cap counted by'),
    { 'natural-day': text('自然日', 'Calendar day'), 'rolling-24h': text('入场起每24小时', 'Each 24 h from entry') },
    { default: 'natural-day' },
  ),
};

/** The longest free or charged stretch that can be entered: a week. */
export const MOST_MINUTES = 10_080;

/**
 * One version of a tariff, for a car type (and perhaps a car model) of a lot. A draft may be changed; a published one
 * never is: what was charged must stay explainable. In force at an instant is the version published last from then or
 * before. These are the fields of simple mode; the other modes write the same rows (`parkFeeRule`,
 * `feeRule.saveTariff`).
 */
export const feeRule = resource({
  name: 'feeRule',
  title: text('收费规则', 'Tariff'),
  area: 'fee',
  route: '/car/parksimplefeerule',
  scope: 'park',
  config: {
    folder: 'tariffs',
    key: ['carTypeId', 'carModelId'],
    without: Object.keys(ruleFields) as (keyof typeof ruleFields)[],
  },
  wire: { base: '/api/updown/platParkFeeRule', key: 'FeeRuleID' },
  help: text(
    '已发布的规则不能修改：保存即生成新的草稿版本，发布后自生效时间起执行。',
    'Published tariffs cannot be changed. Saving creates a new draft version, which applies from its effective time once published.',
  ),
  fields: {
    ...versionFields,
    freeMinutes: integer(text('免费分钟', 'Free minutes'), { required: true, default: 15, min: 0, max: MOST_MINUTES }),
    freeMinutesCounted: sharedFields.freeMinutesCounted,
    firstMinutes: integer(text('首段分钟', 'First period (minutes)'), { min: 1, max: MOST_MINUTES }),
    firstFee: money(text('首段金额', 'Price of the first period'), { min: 0 }),
    unitMinutes: integer(text('计费单元（分钟）', 'Unit (minutes)'), {
      required: true,
      default: 60,
      min: 1,
      max: MOST_MINUTES,
    }),
    unitFee: money(text('单元金额', 'Price per unit'), { required: true, min: 0 }),
    dayMaxFee: money(text('每日封顶', 'Daily cap'), { min: 1 }),
    dayCapBasis: sharedFields.dayCapBasis,
    roundUp: boolean(text('不足一个单元按一个单元计', 'Round up to a full unit'), { default: true }),
    perVisitFee: money(text('按次金额', 'Price per visit'), {
      min: 0,
      help: text(
        '填写后按次收费，首段、单元与封顶不再适用',
        'Charges per visit; first period, units and cap no longer apply',
      ),
    }),
    maxFee: money(text('每次最高收费', 'Maximum per stay'), { readOnly: true, hidden: true }),
  },
  display: 'ruleName',
  unique: [['parkId', 'carTypeId', 'carModelId', 'version']],
  index: [['parkId', 'carTypeId', 'effectiveFrom']],
  list: [
    'ruleName',
    'parkId',
    'carTypeId',
    'carModelId',
    'version',
    'mode',
    'freeMinutes',
    'unitMinutes',
    'unitFee',
    'dayMaxFee',
    'status',
    'effectiveFrom',
    'effectiveUntil',
  ],
  lifecycle: lifecycle({
    initial: 'draft',
    states: {
      draft: state(ruleStates.draft, 'warn'),
      published: state(ruleStates.published, 'ok'),
      retired: state(ruleStates.retired),
    },
    final: ['retired'],
    actions: {
      publish: {
        label: text('发布', 'Publish'),
        from: ['draft'],
        to: 'published',
        by: 'staff',
        tone: 'primary',
        ask: {
          effectiveFrom: dateTime(text('生效时间', 'In force from'), {
            help: text('不填则立即生效；不能早于现在', 'Immediately if left blank; not in the past'),
          }),
        },
        wire: { method: 'POST', path: '/api/gatehouse/feeRule/publish' },
      },
      approve: {
        label: text('复核通过', 'Approve'),
        from: ['draft'],
        to: 'draft',
        by: 'staff',
        ask: { reason: str(text('理由', 'Reason'), { required: true, max: 200 }) },
        wire: { method: 'POST', path: '/api/gatehouse/feeRule/approve' },
      },
      retire: {
        label: text('停用', 'Retire'),
        from: ['published'],
        to: 'retired',
        by: 'staff',
        tone: 'danger',
        wire: { method: 'POST', path: '/api/gatehouse/feeRule/retire' },
      },
      supersede: { label: text('被新版本取代', 'Superseded'), from: ['published'], to: 'retired', by: 'clock' },
    },
  }),
});
