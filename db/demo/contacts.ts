/** Where the demo's companies and lots are, and how their people are reached. Invented numbers. */
import { regionId } from '#areas/org/server/door.ts';

/** The city of a group, by the plates of its cars. */
export const cityOf = (south: boolean): { provinceId: string; cityId: string } =>
  south
    ? { provinceId: regionId('510000'), cityId: regionId('510100') }
    : { provinceId: regionId('330000'), cityId: regionId('330100') };

/** The same person has the same number wherever he is named. */
export function phoneOf(name: string): string {
  let sum = 0;
  for (const sign of name) sum = (sum * 131 + sign.codePointAt(0)!) % 10_000_000;
  return `1381${String(sum).padStart(7, '0')}`;
}
