import { registeredResources } from '#kit/server/registry.ts';
import { reportsAnswered } from '#kit/server/report.ts';
import type { Served } from '#kit/server/served.ts';

/** What permission codes are about: a resource, a report, or the group of calls that share the part before the colon. */
export type Subject = { readonly name: string; readonly area: string; readonly platformOnly: boolean };

/** Areas whose hand-written calls reach past any one tenant unless they stand by a tenant's own resource. */
const platformAreas = new Set(['ops']);

/** All subjects the product knows: its resources, its reports, and what its calls ask for besides. */
export function subjectsOf(served: readonly Served[]): Subject[] {
  const found = new Map<string, Subject>();
  for (const { name, area, scope } of registeredResources())
    found.set(name, { name, area, platformOnly: scope === 'platform' });
  for (const { name, area } of reportsAnswered())
    if (!found.has(name)) found.set(name, { name, area, platformOnly: platformAreas.has(area) });
  for (const { call } of served) {
    const [name = ''] = call.permission.split(':');
    if (call.permission.includes(':') && !found.has(name))
      found.set(name, { name, area: call.area, platformOnly: platformAreas.has(call.area) });
  }
  return [...found.values()];
}

/** Subjects a pattern names; the platform's alone only when it names one itself. */
function named(target: string, subjects: readonly Subject[]): readonly string[] {
  const open = subjects.filter(({ platformOnly }) => !platformOnly);
  if (target === 'all') return open.map(({ name }) => name);
  if (target.startsWith('@')) return open.filter(({ area }) => area === target.slice(1)).map(({ name }) => name);
  return [target];
}

/** Permission codes of a list of patterns (see model/built-in-roles.ts), sorted. */
export function expand(patterns: readonly string[], subjects: readonly Subject[]): string[] {
  const codes = new Set<string>();
  for (const pattern of patterns) {
    if (pattern === '*') codes.add('*');
    const [target = '', verbs] = pattern.replace(/^-/, '').split(':');
    if (verbs === undefined) continue;
    for (const name of named(target, subjects)) {
      for (const verb of verbs.split(',')) {
        if (!pattern.startsWith('-')) codes.add(`${name}:${verb}`);
        else
          for (const code of codes)
            if (code === `${name}:${verb}` || (verb === '*' && code.startsWith(`${name}:`))) codes.delete(code);
      }
    }
  }
  return [...codes].sort();
}
