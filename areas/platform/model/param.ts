import { alertLanguage, silentSeconds } from '#areas/device/model/parameters.ts';
import { largeRefund } from '#areas/billing/model/parameters.ts';
import { textSignature, textsPaused, textTries } from '#areas/ops/model/parameters.ts';
import { company } from '#areas/org/model/company.ts';
import { passReminderDays } from '#areas/pass/model/parameters.ts';
import { seatMonthFen } from '#areas/seat/model/parameters.ts';
import { visitKeptDays } from '#areas/visitor/model/parameters.ts';
import { messageLanguage } from '#areas/weixin/model/parameters.ts';
import { call } from '#kit/declare/call.ts';
import { longText, relation, select, str } from '#kit/declare/field.ts';
import { MOST_WRITTEN } from '#kit/declare/parameter.ts';
import type { Parameter } from '#kit/declare/parameter.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

/** Everything of the installation that is set while it runs. A parameter that nothing reads is not among them. */
export const parameters: readonly Parameter[] = [
  largeRefund,
  visitKeptDays,
  silentSeconds,
  alertLanguage,
  messageLanguage,
  textsPaused,
  textTries,
  textSignature,
  passReminderDays,
  seatMonthFen,
];

export const parameterAt: ReadonlyMap<string, Parameter> = new Map(parameters.map((each) => [each.key, each]));
const labels: Readonly<Record<string, Text>> = Object.fromEntries(parameters.map(({ key, title }) => [key, title]));

/**
 * A value that differs from what the product brings: for the whole installation, or for a company and those below it.
 */
export const param = resource({
  name: 'param',
  title: text('参数', 'Parameter'),
  help: text(
    '产品运行中可调整的参数。这里是与默认值不同的各项；删除即恢复默认，保存后立即在所有服务器生效。',
    'Settings that may be changed while the product runs. These are the values that differ from its own; removing one restores it. What is saved holds at once on every server.',
  ),
  area: 'platform',
  route: '/system/param',
  menu: 'running',
  scope: 'platform',
  config: { folder: 'parameters', key: ['paramKey'], together: true, without: ['forCompanyId'] },
  wire: { base: '/api/blade-system/param' },
  accepts: { paramName: str(text('参数名称', 'Name of the parameter'), { max: 60 }) },
  fields: {
    paramKey: select(text('参数', 'Parameter'), labels, { required: true, fixed: true, search: true }),
    forCompanyId: relation(text('适用单位', 'For the company'), () => company, {
      fixed: true,
      search: true,
      none: text('全部', 'All'),
      help: text(
        '留空则对全部单位有效；仅部分参数可按单位设置，下级单位沿用',
        'Empty for all. Some parameters may be set by company, which holds for those below it too',
      ),
    }),
    paramValue: longText(text('值', 'Value'), { required: true, max: MOST_WRITTEN }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'paramKey',
  unique: [['paramKey', 'forCompanyId']],
  order: { by: 'paramKey', desc: false },
  list: ['paramKey', 'paramValue', 'forCompanyId', 'remark'],
});

export const declaredParams = call({
  name: 'param.declared',
  title: text('全部参数', 'All parameters'),
  area: 'platform',
  method: 'GET',
  path: '/api/gatehouse/param/declared',
  permission: 'param:read',
  answer: 'list',
  note: text(
    '[{key, title, help, kind, allowed, default, value, companies, rowId}]：默认值、现值、按单位设置的个数与改过的一行',
    '[{key, title, help, kind, allowed, default, value, companies, rowId}]: the product’s own value, the one that holds, how many companies have their own, and the line that changed it',
  ),
});
