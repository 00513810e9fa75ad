/**
 * What a declaration still lacks before it can be used, all at once, each with the command or the file that mends it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { areas as consoleAreas } from '#apps/console/areas.ts';
import { menuRoutes } from '#apps/menu.ts';
import { resources as modelled } from '#apps/models.ts';
import { areas, served } from '#apps/server/areas.ts';
import { platformRole } from '#areas/access/model/platform.ts';
import { builtInRoles } from '#areas/access/model/built-in-roles.ts';
import type { Area } from '#kit/area/area.ts';
import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import type { PgTable } from 'drizzle-orm/pg-core';
import { schema } from '#db/schema.ts';
import type { Served } from '#kit/server/served.ts';
import { eventFaults } from '#kit/server/events.ts';
import { undecided } from './contract.ts';
import { tablesWithoutMigration } from './tables.ts';
import { breach, textsIn } from './words.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const twice = (names: readonly string[]): string[] => names.filter((name, nth) => names.indexOf(name) !== nth);

/** Subjects that some built-in role names; the platform operator's `*` grants nothing on purpose. */
const granted = new Set(
  Object.values(builtInRoles).flatMap(({ rights }) => (rights === '*' ? [] : Object.keys(rights))),
);

/** The platform operator's alone, or a right that no call requires. */
const isPlatforms = (of: Resource | Report): boolean =>
  of.kind === 'resource' && (of.scope === 'platform' || of.verbs.length === 0 || of.name === platformRole.name);

/** What one page lacks to be found, read and permitted. */
function ofPage(of: Resource | Report): string[] {
  const texts: { at: string; zh: string; en: string }[] = [];
  textsIn(of, of.name, texts);
  return [
    ...texts.flatMap((each) => {
      const why = breach(each);
      return why
        ? [`${each.at}: ${why} (“${each.zh}” | “${each.en}”): text('中文', 'English') in areas/${of.area}/model/`]
        : [];
    }),
    ...(of.route && !of.help ? [`${of.name}: no help: help: text(…) in areas/${of.area}/model/`] : []),
    ...(of.route && !menuRoutes.has(of.route)
      ? [`${of.name}: ${of.route} is not in the menu: menu: '<group>' in its declaration, or a line in apps/menu.ts`]
      : []),
    ...(granted.has(of.name) || isPlatforms(of)
      ? []
      : [`${of.name}: no built-in role may see it: a line in areas/access/model/roles/`]),
  ];
}

/** What an area lacks as a whole. */
function ofArea({ name, resources, faults }: Area): string[] {
  const known = new Set(modelled.map((of) => of.name));
  return [
    ...faults,
    ...(existsSync(join(ROOT, 'areas', name, 'README.md')) ? [] : [`${name}: no README: areas/${name}/README.md`]),
    ...(consoleAreas.some((each) => each.name === name) ? [] : [`${name}: not in the console: apps/console/areas.ts`]),
    ...(resources.every((of) => known.has(of.name)) ? [] : [`${name}: its model is not in apps/models.ts`]),
  ];
}

/** A sentence for each thing that is missing; none where the product is whole. */
export function missing(
  of: readonly Area[] = areas,
  calls: readonly Served[] = served,
  tables: Readonly<Record<string, PgTable>> = schema,
): string[] {
  const pages = of.flatMap(({ resources, reports }) => [...resources, ...reports]);
  return [
    ...twice(pages.map(({ name }) => name)).map((name) => `${name}: two declarations have this name`),
    ...of.flatMap(ofArea),
    ...eventFaults(of.map(({ events }) => events)),
    ...pages.flatMap(ofPage),
    ...tablesWithoutMigration(ROOT, tables).map((name) => `table ${name}: no migration: npm run migration -- ${name}`),
    ...undecided(
      ROOT,
      calls.map(({ call }) => call),
      pages.flatMap(({ route }) => (route ? [route] : [])),
    ).map((line) => `“${line}” is not in the contract: a line with the reason in docs/decisions/extra-calls.md`),
  ];
}

/** The one message that a start and `npm run check` print. */
export const missingMessage = (lines: readonly string[]): string =>
  [`还缺 ${lines.length} 项 / ${lines.length} things are missing:`, ...lines.map((line) => `  - ${line}`), ''].join(
    '\n',
  );
