import type { ReplayAnswer, ReplayCause } from '#domain/fee/replay.ts';
import { call } from '#kit/declare/call.ts';
import { dateTime, relation, relations, select, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { feeRule } from './fee-rule.ts';

/** Why a bill is none of the tariff's, or another than it makes. */
export const replayCauses: Readonly<Record<ReplayCause, Text>> = {
  pass: text('月租车', 'Covered by a pass'),
  listed: text('名单、法定免费或访客', 'Listed, free by law or a visitor'),
  'no-entry': text('无入场记录', 'No entry on record'),
  unidentified: text('未识别车辆', 'Unidentified car'),
  merged: text('已合并到其他记录', 'Merged into another row'),
  inferred: text('推定离场', 'Exit inferred'),
  batch: text('批量离场', 'Batch exit'),
  'no-tariff': text('计费时没有收费规则', 'No tariff when it was billed'),
  'no-bill': text('没有账单', 'No bill was made'),
  'other-version': text('按其他版本计费', 'Billed by another version'),
  corrected: text('账单之后有更正', 'Corrected after its bill'),
  offline: text('脱机计费', 'Billed offline'),
  manual: text('人工放行', 'Let out by hand'),
  discounted: text('有优惠', 'Discounted'),
  'no-price': text('规则对它没有价格', 'The tariff has no price for it'),
  unexplained: text('原因不明', 'Cause unknown'),
};

export const replayStates = {
  waiting: text('排队中', 'Waiting'),
  running: text('回放中', 'Running'),
  done: text('已完成', 'Done'),
  failed: text('失败', 'Failed'),
};

/** A run's request, progress and findings. Instants are ISO. */
export type ReplayRun = {
  readonly run: string;
  readonly state: keyof typeof replayStates;
  readonly done: number;
  readonly total: number;
  readonly request: {
    readonly ruleId: string;
    readonly ruleName: string;
    readonly version: number;
    readonly draft: boolean;
    readonly from: string;
    readonly to: string;
    readonly parkIds: readonly string[];
  };
  readonly startedAt: string;
  readonly error: string | null;
  readonly answer: ReplayAnswer | null;
  /** Names of the lots and car types that the answer speaks of, and the plates of the bills that change most. */
  readonly names: Readonly<Record<string, string>>;
  readonly plates: Readonly<Record<string, string>>;
};

const run = str(text('回放编号', 'Run'), { max: 36 });
const ruleId = relation(text('规则', 'Rule'), () => feeRule, { alias: ['FeeRuleID', 'feeRuleId'] });

export const startReplay = call({
  name: 'feeRule.replay',
  title: text('收费规则回放', 'Replay a tariff'),
  area: 'fee',
  method: 'POST',
  path: '/api/gatehouse/feeRule/replay',
  permission: 'feeRule:read',
  input: {
    id: { ...ruleId, required: true },
    from: dateTime(text('出场时间起', 'Exits from'), { required: true }),
    to: dateTime(text('出场时间止', 'Exits before'), { required: true, help: text('最长一年', 'At most a year') }),
    parkIds: relations(text('车场', 'Car parks'), () => park, {
      alias: ['parkId'],
      help: text('不选则为该规则的车场', 'The car park of the rule if left blank'),
    }),
  },
  note: text(
    '把规则（草稿或已发布）套在已离场的停车上，后台进行，结果用 replayResult 读取。草稿与实际账单比较；已发布的版本应与它开出的账单完全一致，不一致的按原因列出。只读，不改任何账单。',
    'Applies a rule, drafted or published, to stays that have ended; runs in the background, see replayResult. A draft is held against the bills there were; a published version must come out as it billed, what does not is listed by its cause. Changes no bill.',
  ),
});

export const replayResult = call({
  name: 'feeRule.replayResult',
  title: text('收费规则回放结果', 'Result of a replay'),
  area: 'fee',
  method: 'GET',
  path: '/api/gatehouse/feeRule/replayResult',
  permission: 'feeRule:read',
  input: { run, id: ruleId },
  note: text(
    '按回放编号，或按规则读取最近一次；没有则为空。',
    'By the number of the run, or the latest of a rule; null where there is none.',
  ),
});

export const replayExport = call({
  name: 'feeRule.replayExport',
  title: text('收费规则回放导出', 'Export of a replay'),
  area: 'fee',
  method: 'GET',
  path: '/api/gatehouse/feeRule/replayExport',
  permission: 'feeRule:read',
  answer: 'file',
  input: {
    run: { ...run, required: true },
    format: select(
      text('格式', 'Format'),
      { xlsx: text('Excel 工作簿', 'Excel workbook'), csv: text('CSV 文本', 'CSV text') },
      { default: 'xlsx' },
    ),
  },
  note: text(
    '金额有变化的账单与各原因的例外，逐条列出。',
    'Every bill whose amount changes, and every exception with its cause.',
  ),
});
