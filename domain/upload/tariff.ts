/**
 * Which parts of our tariffs a scheme's public text has a place for. Platforms are sent sums and no tariffs: this says
 * what an agreement about prices has to settle besides.
 */
import type { adapters } from './adapters.ts';
import type { Words } from './profile.ts';

const PARTS = {
  free: { zh: '免费时长', en: 'Free minutes' },
  freeCounted: { zh: '超过免费时长后是否补计', en: 'Whether free minutes count once they are over' },
  first: { zh: '首段价格', en: 'Price of the first period' },
  unit: { zh: '计费单元', en: 'Units' },
  rounding: { zh: '不足一单元的处理', en: 'What a part of a unit costs' },
  dayCap: { zh: '每日封顶', en: 'Daily cap' },
  capBasis: { zh: '封顶按自然日还是24小时', en: 'Whether a cap is of the day or of 24 hours' },
  capShared: { zh: '一日多次停车共用的封顶', en: 'A cap that stays of a day share' },
  perVisit: { zh: '按次收费', en: 'Price per visit' },
  hours: { zh: '分时段价格', en: 'Prices by hours' },
  holidays: { zh: '节假日与调休', en: 'Holidays and days worked instead' },
  cars: { zh: '按车类与车型', en: 'By car type and model' },
} as const satisfies Readonly<Record<string, Words>>;
type Part = keyof typeof PARTS;

/**
 * P Cloud has a code of how one is charged, the open interface and webhooks nothing; CDS its rates, APDS its rate
 * tables.
 */
const SAYS: { readonly [K in keyof typeof adapters]: readonly Part[] } = {
  pyun: [],
  np: [],
  cds: ['free', 'first', 'unit', 'hours', 'cars'],
  apds: ['free', 'first', 'unit', 'dayCap', 'capBasis', 'perVisit', 'hours'],
  webhook: [],
};

/** What a tariff cannot say in this scheme; of a profile of one's own nothing is known, so all of it. */
export const tariffUnsaid = (scheme: string): Words[] => {
  const says: readonly string[] = Object.hasOwn(SAYS, scheme) ? SAYS[scheme as keyof typeof SAYS] : [];
  return Object.entries(PARTS).flatMap(([part, words]) => (says.includes(part) ? [] : [words]));
};
