import type { DayKind } from './form.ts';
import type { Words } from './words.ts';

/** Kinds of days as people call them. */
export const DAY_NAMES: Readonly<Record<DayKind, Words>> = {
  workday: { zh: '工作日', en: 'working days' },
  restday: { zh: '休息日', en: 'days off' },
  holiday: { zh: '节假日', en: 'holidays' },
  makeup: { zh: '调休上班日', en: 'make-up days' },
  event: { zh: '活动日', en: 'event days' },
  eve: { zh: '休息日前一天', en: 'days before a day off' },
  mon: { zh: '周一', en: 'Mon' },
  tue: { zh: '周二', en: 'Tue' },
  wed: { zh: '周三', en: 'Wed' },
  thu: { zh: '周四', en: 'Thu' },
  fri: { zh: '周五', en: 'Fri' },
  sat: { zh: '周六', en: 'Sat' },
  sun: { zh: '周日', en: 'Sun' },
};
