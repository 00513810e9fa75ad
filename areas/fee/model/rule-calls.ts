import { call } from '#kit/declare/call.ts';
import { boolean, dateTime, json, longText, relation, select, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { feeRule, ruleModes, versionFields } from './fee-rule.ts';
import { parkFeeRule } from './park-fee-rule.ts';

const version = relation(text('规则', 'Rule'), () => feeRule, { required: true, alias: ['FeeRuleID'] });
/** Whose tariff it is; required where no version is named. */
const family = {
  parkId: relation(text('车场', 'Car park'), versionFields.parkId.target!),
  carTypeId: relation(text('车类', 'Car type'), versionFields.carTypeId.target!, {
    within: 'parkId',
    alias: ['CarTypeID'],
  }),
  carModelId: relation(text('车型', 'Car model'), versionFields.carModelId.target!, {
    within: 'parkId',
    alias: ['CarModelID'],
  }),
};
const howWritten = text('写法见收费规则说明', 'See the tariffs document');

/** As the version was read; where it has been changed since, saving is refused. */
const readAt = dateTime(text('读取时的修改时间', 'Changed at, as it was read'), {
  help: text('给出则防止覆盖他人的修改', 'If given, changes by others are not overwritten'),
});

export const saveTariff = call({
  name: 'feeRule.saveTariff',
  title: text('保存收费办法（专家模式）', 'Save a tariff (expert)'),
  area: 'fee',
  method: 'POST',
  path: '/api/gatehouse/feeRule/saveTariff',
  permission: 'feeRule:edit',
  answer: 'object',
  input: {
    id: relation(text('规则', 'Rule'), () => feeRule, { alias: ['FeeRuleID'] }),
    ...family,
    ruleName: str(text('规则名称', 'Name'), { max: 60 }),
    tariff: json(text('收费办法', 'Tariff'), { required: true, help: howWritten }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
    updatedAt: readAt,
  },
  note: text(
    '新建或修改草稿；对已发布的版本则生成下一个草稿。写错处按位置指出，如 tariff.schemes[0].meters[1].ladder。',
    'Creates or changes the draft; for a published version the next draft. Errors name their position, such as tariff.schemes[0].meters[1].ladder.',
  ),
});

const { freeMinutes, freeMinutesCounted, dayCapBasis, maxFee } = parkFeeRule.fields;

export const saveComplex = call({
  name: 'feeRule.saveComplex',
  title: text('整体保存规则（复杂模式）', 'Save a whole rule (complex)'),
  area: 'fee',
  method: 'POST',
  path: '/api/gatehouse/feeRule/saveComplex',
  permission: 'parkFeeRule:edit',
  answer: 'object',
  input: {
    id: relation(text('规则', 'Rule'), () => feeRule, { alias: ['FeeRuleID'] }),
    ...family,
    ruleName: str(text('规则名称', 'Name'), { max: 60 }),
    ...Object.fromEntries(
      Object.entries({ freeMinutes, freeMinutesCounted, dayCapBasis, maxFee }).map(([name, field]) => [
        name,
        { ...field!, required: false, default: undefined },
      ]),
    ),
    areas: json(text('区域', 'Areas'), {
      required: true,
      help: text(
        '[{id?, areaId, freeMinutes, dayMaxFee, periods: [{id?, …, subPeriods: [{id?, …}]}]}]',
        '[{id?, areaId, freeMinutes, dayMaxFee, periods: [{id?, …, subPeriods: [{id?, …}]}]}]',
      ),
    }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
    updatedAt: readAt,
  },
  note: text(
    '规则连同全部区域、时段、子时段一次保存，要么全部成功，要么不变。带 id 的行为修改，不带的为新增，未列出的删除；写错处按位置指出，如 areas[0].periods[1].unitFee。',
    'The rule with all areas, periods and sub periods at once: all of it or nothing. Rows with an id are updated, rows without are added, rows not listed are deleted; errors name their position, such as areas[0].periods[1].unitFee.',
  ),
});

export const changeMode = call({
  name: 'feeRule.changeMode',
  title: text('改用其他模式', 'Convert mode'),
  area: 'fee',
  method: 'POST',
  path: '/api/gatehouse/feeRule/changeMode',
  permission: 'feeRule:edit',
  answer: 'object',
  input: { id: version, mode: select(text('模式', 'Mode'), ruleModes, { required: true }), updatedAt: readAt },
  note: text(
    '把草稿原样改写为另一模式，收费不变；该模式写不出的，拒绝并说明是什么、在哪里。在复杂模式中，时段名称以中文名为准。',
    'Converts a draft to another mode at the same price. Whatever that mode cannot express is rejected with what and where. In complex mode a period keeps its Chinese name.',
  ),
});

export const runCases = call({
  name: 'feeRule.runCases',
  title: text('核对算例', 'Run the cases'),
  area: 'fee',
  method: 'GET',
  path: '/api/gatehouse/feeRule/runCases',
  permission: 'feeRule:read',
  input: { id: version },
  note: text(
    '用该版本计算同一车场、车类、车型的全部算例。',
    'Prices all cases of the same car park, car type and model by this version.',
  ),
});

export const exportRule = call({
  name: 'feeRule.exportFile',
  title: text('导出规则文件', 'Export a rule file'),
  area: 'fee',
  method: 'GET',
  path: '/api/gatehouse/feeRule/exportFile',
  permission: 'feeRule:export',
  answer: 'file',
  input: { id: version },
  note: text(
    'JSON 文件：规则、名称与算例，可由 importFile 读入任何车场。',
    'A JSON file of the rule, its names and cases, which importFile reads into any car park.',
  ),
});

export const importRule = call({
  name: 'feeRule.importFile',
  title: text('导入规则文件', 'Import a rule file'),
  area: 'fee',
  method: 'POST',
  path: '/api/gatehouse/feeRule/importFile',
  permission: 'feeRule:add',
  answer: 'object',
  input: {
    parkId: { ...family.parkId, required: true },
    carTypeId: { ...family.carTypeId, required: true },
    carModelId: family.carModelId,
    file: json(text('规则文件', 'Rule file'), {
      required: true,
      help: text('exportFile 的内容，或一个收费办法本身', 'What exportFile gave, or a tariff itself'),
    }),
  },
  note: text(
    '生成草稿并加入文件中的算例；同名算例以已有的为准。',
    'Makes a draft and adds the cases of the file; a case of the same name stays as it is.',
  ),
});

export const copyRule = call({
  name: 'feeRule.copy',
  title: text('复制规则到其他车场', 'Copy a rule to other car parks'),
  area: 'fee',
  method: 'POST',
  path: '/api/gatehouse/feeRule/copy',
  permission: 'feeRule:add',
  answer: 'object',
  input: {
    id: version,
    toParks: json(text('复制到', 'To'), {
      required: true,
      help: text('[{parkId, carTypeId, carModelId?}]，最多200项', '[{parkId, carTypeId, carModelId?}], at most 200'),
    }),
    preview: boolean(text('仅预览', 'Preview only'), { default: true }),
  },
  note: text(
    '逐项答复现行规则 before 与复制后 after 各一句话，以及不能复制的原因 problem；不是预览时为其余各项生成草稿。',
    'Answers for each the sentence of the rule in force, before, and of the copy, after, and why it cannot be made, problem; unless it is a preview, drafts are made for all others.',
  ),
});
