/**
 * Filters that every list takes from the contract, whether or not its fields name them: whose rows, of which days, in
 * any of several fields.
 */
import { gte, inArray, lte, or } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { check, isEmpty, isId } from '#kit/declare/check.ts';
import type { Field } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Scope } from './db.ts';
import { instantOf, withBelow } from './filter.ts';
import { registeredResources } from './registry.ts';
import { tableOf } from './table.ts';

type Raw = Readonly<Record<string, unknown>>;

/** How the contract spells the owners of a row. */
const spellings = {
  companyId: ['companyId', 'companyid', 'CPID', 'cpid'],
  parkId: ['parkId', 'PKID'],
} as const;
type Owner = keyof typeof spellings;
const labels = { companyId: text('单位', 'Company'), parkId: text('车场', 'Car park') };

/** Owner columns that the resource's table has and its fields do not name: a list filters by them all the same. */
export const ownersBeyondFields = (of: Resource): Owner[] => {
  if (of.scope !== 'company' && of.scope !== 'park') return [];
  const t = tableOf(of);
  const declared = new Set(Object.entries(of.fields).flatMap(([name, field]) => [name, ...(field.alias ?? [])]));
  return (Object.keys(spellings) as Owner[]).filter(
    (owner) => t[owner] && of.self !== owner.replace('Id', '') && !declared.has(owner),
  );
};

/** All parameters of the owners above, as the contract spells them. */
export const ownerSpellings = (of: Resource): string[] =>
  ownersBeyondFields(of).flatMap((owner) => [...spellings[owner]]);

const requested = (raw: Raw, names: readonly string[]): { name: string; given: string } | null => {
  const name = names.find((each) => !isEmpty(raw[each]));
  return name ? { name, given: String(raw[name]) } : null;
};

function idsGiven({ name, given }: { name: string; given: string }, owner: Owner, problems: Problem[]): unknown[] {
  const field = { kind: 'relation', label: labels[owner] } as Field;
  return given.split(',').map((each) => {
    const checked = check(field, each.trim());
    if (checked.problem)
      problems.push({
        field: name,
        msg: fill(text('{label}{problem}', '{label} {problem}'), { label: labels[owner], problem: checked.problem }),
      });
    return checked.value;
  });
}

function ownerConditions(of: Resource, raw: Raw, scope: Scope, problems: Problem[]): SQL[] {
  const t = tableOf(of);
  return ownersBeyondFields(of).flatMap((owner) => {
    const found = requested(raw, spellings[owner]);
    if (!found) return [];
    const values = idsGiven(found, owner, problems);
    if (problems.length > 0) return [];
    const company = registeredResources().find(({ self }) => self === 'company');
    return owner === 'companyId' && company
      ? [inArray(t[owner]!, withBelow(company, values, scope.platform ? null : scope.tenantId))]
      : [inArray(t[owner]!, values)];
  });
}

/** `startTime` and `endTime` of a list that is none of facts, by the field it names as its `range`. */
function rangeConditions(of: Resource, raw: Raw, zone: string, problems: Problem[]): SQL[] {
  if (!of.range) return [];
  const column = tableOf(of)[of.range]!;
  const bound = (name: 'startTime' | 'endTime'): SQL[] => {
    if (isEmpty(raw[name])) return [];
    const spoken = instantOf(raw[name], zone, name === 'endTime') ?? raw[name];
    const checked = check({ kind: 'dateTime', label: of.fields[of.range!]!.label } as Field, spoken);
    if (checked.problem) problems.push({ field: name, msg: checked.problem });
    else return [name === 'startTime' ? gte(column, checked.value) : lte(column, checked.value)];
    return [];
  };
  return [...bound('startTime'), ...bound('endTime')];
}

/** The row whose key the list is filtered by, where the key is no field. What is no id names no row. */
function keyCondition(of: Resource, raw: Raw): SQL[] {
  const { key } = of.wire;
  if (!key || of.fields[key] || isEmpty(raw[key])) return [];
  const ids = String(raw[key]).toLowerCase().split(',').filter(isId);
  return [inArray(tableOf(of).id!, ids)];
}

/** One parameter looked for in any of several relations, such as a lane among those of entry and exit. */
function eitherConditions(of: Resource, raw: Raw, problems: Problem[]): SQL[] {
  const t = tableOf(of);
  return Object.entries(of.either ?? {}).flatMap(([name, fields]) => {
    if (isEmpty(raw[name])) return [];
    const field = of.fields[fields[0]!]!;
    const values = String(raw[name])
      .split(',')
      .map((each) => check(field, each.trim()));
    const problem = values.find((each) => each.problem)?.problem;
    if (problem) {
      problems.push({ field: name, msg: problem });
      return [];
    }
    const wanted = values.map(({ value }) => value);
    return [or(...fields.map((each) => inArray(t[each]!, wanted)))!];
  });
}

/**
 * Conditions of a list call besides its fields' filters.
 * @param zone the caller's, for wall times
 * @throws Refused bad_input naming the parameter
 */
export function ownerFilters(of: Resource, raw: Raw, zone: string, scope: Scope): SQL[] {
  const problems: Problem[] = [];
  const found = [
    ...ownerConditions(of, raw, scope, problems),
    ...rangeConditions(of, raw, zone, problems),
    ...eitherConditions(of, raw, problems),
    ...keyCondition(of, raw),
  ];
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  return found;
}
