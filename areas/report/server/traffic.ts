import { PROVINCES } from '#domain/plate/plate.ts';
import type { ReportQuery } from '#kit/server/report.ts';
import type { Served } from '#kit/server/served.ts';
import { plateSum } from '../model/traffic.ts';
import { both } from './answers.ts';
import { splitOver } from './rollup.ts';

const registrations: ReportQuery = async (work, range) => {
  const provinces = String(work.raw['province'] ?? '')
    .split(',')
    .filter(Boolean);
  const rows = (await splitOver(work, range, 'plate')).map(({ key, count }) => {
    const city = PROVINCES.includes(key[0]!) ? key : null;
    return { registration: city, prefix: city, province: city ? key[0]! : key, entries: count };
  });
  return rows.filter(({ province }) => provinces.length === 0 || provinces.includes(province));
};

export const trafficServed: Served[] = both(plateSum, registrations);
