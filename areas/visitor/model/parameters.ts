import type { Dictionary } from '#kit/declare/dictionary.ts';
import { numberParameter } from '#kit/declare/parameter.ts';
import { text } from '#kit/declare/text.ts';
import { KEPT_DAYS } from '#domain/visit/visit.ts';

export const visitKeptDays = numberParameter({
  key: 'visit.keptDays',
  title: text('访客个人信息保留天数', 'Days that visitors are remembered'),
  help: text(
    '来访结束后满此天数（告知访客的上限为90天），姓名、电话、车牌等自动清除；来访次数与统计不变。',
    'So long after a visit (visitors are promised 90 days at most) its names, phones and plates are erased; that somebody came stays.',
  ),
  default: KEPT_DAYS,
  min: 7,
  max: KEPT_DAYS,
});

export const visitReasons: Dictionary = {
  code: 'visit.reason',
  title: text('来访事由', 'Reasons to visit'),
  values: {
    business: text('商务洽谈', 'Business meeting'),
    interview: text('面试', 'Interview'),
    delivery: text('送货', 'Delivery'),
    repair: text('维修施工', 'Repair work'),
    family: text('探亲访友', 'Family and friends'),
  },
};
