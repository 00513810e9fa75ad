/** How findings are told. */
import { HOUR, MINUTE, SECOND } from '../time/zone.ts';
import type { Meter, Scheme, Tariff } from './form.ts';
import { stepWords } from './describe-tariff.ts';
import type { AreaNames } from './describe-tariff.ts';
import { asTariff } from './simple.ts';
import type { LintStay } from './lint-types.ts';
import type { Search } from './lint-search.ts';
import type { FeeRule } from './types.ts';
import { amountWords } from './words.ts';
import type { Words } from './words.ts';

/** 1小时15分1秒 / 1 h 15 min 1 s */
export function lengthWords(ms: number): Words {
  const parts = [
    [Math.floor(ms / HOUR), '小时', 'h'],
    [Math.floor((ms % HOUR) / MINUTE), '分', 'min'],
    [Math.floor((ms % MINUTE) / SECOND), '秒', 's'],
  ] as const;
  const told = parts.filter(([count]) => count > 0);
  if (told.length === 0) return { zh: '0分', en: '0 min' };
  return {
    zh: told.map(([count, zh]) => `${count}${zh}`).join(''),
    en: told.map(([count, , en]) => `${count} ${en}`).join(' '),
  };
}

export const clockWords = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

export const REFUSED: Words = { zh: '无价格', en: 'no price' };

export const feeWords = ({ fen }: Pick<LintStay, 'fen'>): Words => (fen === null ? REFUSED : amountWords(fen));

const lengthOf = ({ inAt, outAt }: LintStay): Words => lengthWords(outAt - inAt);

export function cheaperWords(longer: LintStay, shorter: LintStay): Words {
  return {
    zh: `停${lengthOf(longer).zh}收${feeWords(longer).zh}，比停${lengthOf(shorter).zh}的${feeWords(shorter).zh}便宜`,
    en: `${lengthOf(longer).en} cost ${feeWords(longer).en}, less than ${feeWords(shorter).en} for ${lengthOf(shorter).en}`,
  };
}

export function gainWords(whole: LintStay, first: LintStay, second: LintStay): Words {
  const apart = { fen: (first.fen ?? 0) + (second.fen ?? 0) };
  return {
    zh: `停${lengthOf(whole).zh}收${feeWords(whole).zh}；停${lengthOf(first).zh}后出场再进场停${lengthOf(second).zh}只收${feeWords(apart).zh}`,
    en: `${lengthOf(whole).en} cost ${feeWords(whole).en}; leaving after ${lengthOf(first).en} and coming back for ${lengthOf(second).en} costs ${feeWords(apart).en}`,
  };
}

/** What a meter is called; one for all time that has no name is what the others leave. */
export function meterName({ id, label, windows }: Meter, { meters }: Scheme): Words {
  if (label || windows) return label ?? { zh: id, en: id };
  return meters.length === 1 ? { zh: '计费', en: 'The charge' } : { zh: '其余时间', en: 'Other time' };
}

const schemeName = ({ schemes }: Tariff, at: number): Words =>
  schemes[at]?.label ?? { zh: `方案${at + 1}`, en: `Scheme ${at + 1}` };

/** What stands at the place of a finding, where its words do not say it: the scheme of several, the cap. Null where there is nothing to add. */
export function placeWords(rule: FeeRule, where: string, areaNames: AreaNames): Words | null {
  const [, scheme, step] = /^schemes\[(\d+)\](?:\.after\[(\d+)\])?/.exec(where) ?? [];
  if (scheme === undefined) return null;
  const tariff = rule.form === 1 ? asTariff(rule) : rule;
  const { meters, after = [] } = tariff.schemes[Number(scheme)]!;
  const told = [
    ...(tariff.schemes.length > 1 ? [schemeName(tariff, Number(scheme))] : []),
    ...(step === undefined ? [] : [stepWords(after[Number(step)]!, meters, areaNames)]),
  ];
  return told.length === 0
    ? null
    : { zh: told.map(({ zh }) => zh).join('，'), en: told.map(({ en }) => en).join(', ') };
}

/** Up to where a search went without finding anything. */
export function searchedWords({ hours, offGrid, stays }: Search, grid: number): Words {
  const [length, short] = [hours, offGrid ?? hours].map((each) => lengthWords(Math.round(each * 60) * MINUTE)) as [
    Words,
    Words,
  ];
  const minute =
    offGrid === undefined
      ? { zh: '', en: '' }
      : { zh: `，逐分钟查到${short.zh}`, en: `, by the minute up to ${short.en}` };
  return {
    zh: `各类日期每${grid}分钟进场，查到停车${length.zh}${minute.zh}，共试算${stays}次`,
    en: `entries each ${grid} min of every kind of day, stays up to ${length.en}${minute.en}; ${stays} stays priced`,
  };
}
