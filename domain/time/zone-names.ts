/**
 * Every zone of the tz database by its name, called by its place: in Chinese as CLDR has it, in English by the name
 * itself.
 */
import places from './tz-names.json' with { type: 'json' };

type Words = { readonly zh: string; readonly en: string };

/** Those lots are in most often come first, under the names people use. */
const USUAL: Readonly<Record<string, Words>> = {
  'Asia/Shanghai': { zh: '北京时间', en: 'China (Shanghai)' },
  'Asia/Urumqi': { zh: '乌鲁木齐', en: 'Urumqi' },
  'Asia/Hong_Kong': { zh: '香港', en: 'Hong Kong' },
  'Asia/Macau': { zh: '澳门', en: 'Macau' },
  'Asia/Taipei': { zh: '台北', en: 'Taipei' },
  'Asia/Singapore': { zh: '新加坡', en: 'Singapore' },
  'Asia/Tokyo': { zh: '东京', en: 'Tokyo' },
  'Europe/London': { zh: '伦敦', en: 'London' },
  'Europe/Berlin': { zh: '柏林', en: 'Berlin' },
  'America/New_York': { zh: '纽约', en: 'New York' },
  'America/Los_Angeles': { zh: '洛杉矶', en: 'Los Angeles' },
  UTC: { zh: '协调世界时', en: 'Coordinated Universal Time' },
};

/** A zone of no place is called by its distance from Greenwich, which its tz name has the other way round. */
const placed = (zone: string, zh: string): Words =>
  zh.startsWith('GMT')
    ? { zh: `格林尼治时间${zh.slice(3).replace(/^\+0$/, '')}`, en: zh.replace('+0', '') }
    : { zh, en: zone };

const named = (zone: string, { zh, en }: Words): Words => ({
  zh: `${zh}（${zone}）`,
  en: en === zone ? en.replaceAll('_', ' ') : `${en} (${zone})`,
});

/** Zones by their tz names, each with its place and that name, so that either finds it. */
export const ZONES: Readonly<Record<string, Words>> = Object.fromEntries([
  ...Object.entries(USUAL).map(([zone, words]) => [zone, named(zone, words)] as const),
  ...Object.entries(places)
    .filter(([zone]) => !Object.hasOwn(USUAL, zone))
    .map(([zone, zh]) => [zone, named(zone, placed(zone, zh))] as const),
]);
