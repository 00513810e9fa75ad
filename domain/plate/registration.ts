/** Where a plate was registered, as far as its text shows: the province sign and the letter of the city. */
import { PROVINCES, canonicalPlate, isNoPlateCode, isUnread, plateKind } from './plate.ts';
import type { Words } from './words.ts';

const names =
  '北京 天津 上海 重庆 河北 河南 云南 辽宁 黑龙江 湖南 安徽 山东 新疆 江苏 浙江 江西 湖北 广西 甘肃 山西 内蒙古 陕西 吉林 福建 贵州 广东 青海 西藏 四川 宁夏 海南'.split(
    ' ',
  );
const english =
  'Beijing,Tianjin,Shanghai,Chongqing,Hebei,Henan,Yunnan,Liaoning,Heilongjiang,Hunan,Anhui,Shandong,Xinjiang,Jiangsu,Zhejiang,Jiangxi,Hubei,Guangxi,Gansu,Shanxi,Inner Mongolia,Shaanxi,Jilin,Fujian,Guizhou,Guangdong,Qinghai,Tibet,Sichuan,Ningxia,Hainan'.split(
    ',',
  );

/** Every province by its sign. */
export const PROVINCE_NAMES: Readonly<Record<string, Words>> = Object.fromEntries(
  [...PROVINCES].map((sign, nth) => [sign, { zh: names[nth]!, en: english[nth]! }]),
);

/** Registrations that name no city. */
export const REGISTRATIONS = {
  none: { zh: '无牌车', en: 'No plate' },
  service: { zh: '军警与使领馆', en: 'Military, police and embassies' },
  foreign: { zh: '境外', en: 'Foreign' },
  other: { zh: '未知', en: 'Unknown' },
} as const satisfies Readonly<Record<string, Words>>;

const bySign = /^[\u4e00-\u9fff][A-Z]/;

/**
 * `浙A` for a civil plate, also one that was read wrongly further on; else one of `REGISTRATIONS`. Total: every text has
 * one.
 */
export function registrationOf(text: string): string {
  const plate = canonicalPlate(text);
  if (isUnread(plate) || isNoPlateCode(plate)) return 'none';
  const kind = plateKind(plate);
  if (kind === 'foreign') return 'foreign';
  if (bySign.test(plate) && PROVINCES.includes(plate[0]!)) return plate.slice(0, 2);
  return kind === 'unknown' ? 'other' : 'service';
}
