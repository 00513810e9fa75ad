/** Wording of findings. */
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
  const nonZero = parts.filter(([count]) => count > 0);
  if (nonZero.length === 0) return { zh: '0分', en: '0 min' };
  return {
    zh: nonZero.map(([count, zh]) => `${count}${zh}`).join(''),
    en: nonZero.map(([count, , en]) => `${count} ${en}`).join(' '),
  };
}

const twoDigits = (count: number): string => String(count).padStart(2, '0');

/** A minute of the day as the wall shows it, with seconds where it has any: 09:30, 09:30:30. */
export function clockWords(minute: number): string {
  const seconds = Math.round((minute % 1) * 60);
  const clock = `${twoDigits(Math.floor(minute / 60))}:${twoDigits(Math.floor(minute) % 60)}`;
  return seconds === 0 ? clock : `${clock}:${twoDigits(seconds)}`;
}

export const REFUSED: Words = { zh: '无价格', en: 'no price' };

/** What a stay costs, in the currency of the tariff. */
export const feeWords = ({ fen }: Pick<LintStay, 'fen'>, { currency }: Pick<Tariff, 'currency'>): Words =>
  fen === null ? REFUSED : amountWords(fen, currency);

const lengthOf = ({ inAt, outAt }: LintStay): Words => lengthWords(outAt - inAt);

export function cheaperWords(longer: LintStay, shorter: LintStay, tariff: Tariff): Words {
  const [less, more] = [feeWords(longer, tariff), feeWords(shorter, tariff)];
  return {
    zh: `停${lengthOf(longer).zh}收${less.zh}，比停${lengthOf(shorter).zh}的${more.zh}便宜`,
    en: `${lengthOf(longer).en} cost ${less.en}, less than ${more.en} for ${lengthOf(shorter).en}`,
  };
}

export function gainWords(whole: LintStay, first: LintStay, second: LintStay, tariff: Tariff): Words {
  const apart = feeWords({ fen: (first.fen ?? 0) + (second.fen ?? 0) }, tariff);
  const full = feeWords(whole, tariff);
  return {
    zh: `停${lengthOf(whole).zh}收${full.zh}；停${lengthOf(first).zh}后出场再进场停${lengthOf(second).zh}只收${apart.zh}`,
    en: `${lengthOf(whole).en} cost ${full.en}; leaving after ${lengthOf(first).en} and coming back for ${lengthOf(second).en} costs ${apart.en}`,
  };
}

/** What a meter is called; one for all time that has no name is what the others leave. */
export function meterName({ id, label, windows }: Meter, { meters }: Scheme): Words {
  if (label || windows) return label ?? { zh: id, en: id };
  return meters.length === 1 ? { zh: '计费', en: 'The charge' } : { zh: '其余时间', en: 'Other time' };
}

const schemeName = ({ schemes }: Tariff, at: number): Words =>
  schemes[at]?.label ?? { zh: `方案${at + 1}`, en: `Scheme ${at + 1}` };

/**
 * What stands at the place of a finding, where its words do not say it: the scheme of several, the cap. Null where
 * there is nothing to add.
 */
export function placeWords(rule: FeeRule, where: string, areaNames: AreaNames): Words | null {
  const [, scheme, step] = /^schemes\[(\d+)\](?:\.after\[(\d+)\])?/.exec(where) ?? [];
  if (scheme === undefined) return null;
  const tariff = rule.form === 1 ? asTariff(rule) : rule;
  const { meters, after = [] } = tariff.schemes[Number(scheme)]!;
  const texts = [
    ...(tariff.schemes.length > 1 ? [schemeName(tariff, Number(scheme))] : []),
    ...(step === undefined ? [] : [stepWords(after[Number(step)]!, meters, areaNames, tariff.currency)]),
  ];
  return texts.length === 0
    ? null
    : { zh: texts.map(({ zh }) => zh).join('，'), en: texts.map(({ en }) => en).join(', ') };
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
