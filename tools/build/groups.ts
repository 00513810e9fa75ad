/** Which modules the console is packed together from. */
import type { Rolldown } from 'vite';

/** What opening any page of an area brings: its declarations, and the list of its own screens. */
export const model = /[\\/]areas[\\/][^\\/]+[\\/](model[\\/]|console[\\/]screens\.ts$)/;

const areaOf = (id: string): string | undefined => /[\\/]areas[\\/]([^\\/]+)[\\/]/.exec(id)?.[1];

/** Whether another area needs a declaration, by itself or through one of its own area. */
function isLent(id: string, infoOf: (id: string) => Rolldown.ModuleInfo | null, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  return (infoOf(id)?.importers ?? []).some(
    (importer) => areaOf(importer) !== areaOf(id) || isLent(importer, infoOf, seen),
  );
}

const opened = /[\\/]areas[\\/][^\\/]+[\\/](model[\\/]index|console[\\/]screens)\.ts$/;

/** Whether a declaration comes with opening an area; others are of the pages that make their calls. */
function isOpened(id: string, infoOf: (id: string) => Rolldown.ModuleInfo | null, seen = new Set<string>()): boolean {
  if (opened.test(id)) return true;
  if (seen.has(id) || !model.test(id)) return false;
  seen.add(id);
  return (infoOf(id)?.importers ?? []).some((importer) => isOpened(importer, infoOf, seen));
}

/**
 * Few large parts rather than many small ones: each costs a round trip's share, its headers, and packs worse by itself.
 * A group takes what its modules import, too, where no group above it does.
 * React, which never changes, by itself; charts by themselves, those of slices apart; what declarations are made of
 * by itself, before any of them: a part of it inside an area's declarations would be needed before it is there; the
 * form of tariffs, which their declarations check; what prices stays, which only the tariffs' own pages do; the login
 * page; what asks for the rows of a list while the rest is loading; the shell; lists; reports; the words that areas lend
 * each other together, which are small, and names of device families; the daily rollup, which only reports read; the declarations of an area together, those apart that
 * other areas need, and its calls that no resource shows, which only some of its pages make.
 */
export const groups = [
  { name: 'react-dom', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
  {
    name: 'slices',
    test: /node_modules[\\/]echarts[\\/]lib[\\/]chart[\\/]pie/,
    priority: 21,
    includeDependenciesRecursively: false,
  },
  { name: 'charts', test: /node_modules[\\/](echarts|zrender|tslib)[\\/]/, priority: 20 },
  {
    name: 'declare',
    test: /[\\/](kit[\\/]declare[\\/](?!text\.ts)|domain[\\/](?!(coupon|fee|derate|print|wall|upload|weixin|visit)[\\/]))/,
    priority: 15,
    includeDependenciesRecursively: false,
  },
  {
    name: 'fee-form',
    test: /[\\/]domain[\\/]fee[\\/](check|grammar|tariff-grammar)\.ts$/,
    priority: 15,
    includeDependenciesRecursively: false,
  },
  { name: 'fees', test: /[\\/]domain[\\/]fee[\\/]/, priority: 14, includeDependenciesRecursively: false },
  { name: 'first', test: /[\\/]apps[\\/]console[\\/]main\.ts$/, priority: 14 },
  { name: 'early', test: /[\\/]apps[\\/]console[\\/]rows-early\.ts$/, priority: 13 },
  { name: 'shell', test: /[\\/]apps[\\/]console[\\/]app\.tsx$/, priority: 12 },
  { name: 'list', test: /[\\/]kit[\\/]console[\\/](list-page|choice-tabs|totals-strip)\.tsx$/, priority: 10 },
  { name: 'figures', test: /[\\/]kit[\\/]console[\\/](report-page|lazy-chart)\.tsx$/, priority: 9 },
  {
    name: (id: string, chunks: Rolldown.ChunkingContext) =>
      isLent(id, (each) => chunks.getModuleInfo(each)) ? 'model-words' : null,
    debugName: 'model-words',
    test: /[\\/]areas[\\/][^\\/]+[\\/]model[\\/](words|families)\.ts$/,
    priority: 9,
    includeDependenciesRecursively: false,
  },
  {
    name: 'model-days',
    test: /[\\/]areas[\\/]billing[\\/]model[\\/]park-day\.ts$/,
    priority: 9,
    includeDependenciesRecursively: false,
  },
  {
    name: (id: string, chunks: Rolldown.ChunkingContext) =>
      isOpened(id, (each) => chunks.getModuleInfo(each))
        ? `model-${areaOf(id)}${isLent(id, (each) => chunks.getModuleInfo(each)) ? '-lent' : ''}`
        : `calls-${areaOf(id)}`,
    debugName: 'model',
    test: model,
    priority: 8,
    includeDependenciesRecursively: false,
  },
];
