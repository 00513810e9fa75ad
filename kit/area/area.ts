/** One value for the server side of an area: what its model declares, and what a declaration cannot say. */
import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { crud } from '#kit/server/crud.ts';
import type { Rules } from '#kit/server/rules.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import type { Job } from '#kit/server/jobs.ts';
import { moves } from '#kit/server/lifecycle.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { answerReport } from '#kit/server/report.ts';
import type { ReportQuery } from '#kit/server/report.ts';
import type { Served } from '#kit/server/served.ts';
import { exportOf, exportReportOf } from '#kit/sheets/server/export.ts';

type Declared = {
  readonly name: string;
  /** The area's `model/index.ts`: each resource and report in it is served. */
  readonly model: { readonly resources: readonly object[]; readonly reports: readonly object[] };
  /** By resource: what saving touches besides the row, what narrows its lists, what replaces a verb. */
  readonly rules?: Readonly<Record<string, unknown>>;
  /** By resource: what each action of its lifecycle does besides moving the state. */
  readonly effects?: Readonly<Record<string, unknown>>;
  /** By report: its query, where the declaration does not say its source. */
  readonly reports?: Readonly<Record<string, ReportQuery>>;
  /** Calls written by hand. A resource whose list or saving is among them is served by them alone. */
  readonly calls?: readonly Served[];
  readonly jobs?: readonly Job[];
  readonly events?: Pick<AreaEvents, 'emits' | 'handles'>;
};

export type Area = {
  readonly name: string;
  readonly resources: readonly Resource[];
  readonly reports: readonly Report[];
  readonly served: readonly Served[];
  readonly jobs: readonly Job[];
  readonly events: AreaEvents;
  /** What does not fit together in it, a sentence each; a start names them all. */
  readonly faults: readonly string[];
};

const crudVerbs = ['list', 'detail', 'submit', 'remove'];

/** The calls that serve a resource besides those written by hand, and what is missing for them. */
function resourceCalls(
  of: Resource,
  calls: readonly Served[],
  rules: Rules | undefined,
  effects: Record<string, Effect> | undefined,
): { served: Served[]; faults: string[] } {
  const [names, paths] = [new Set(calls.map(({ call }) => call.name)), new Set(calls.map(({ call }) => call.path))];
  const isCustom = !rules && crudVerbs.some((verb) => names.has(`${of.name}.${verb}`));
  const plain = isCustom ? [] : crud(of, rules);
  const exported = of.wire.export && !names.has(`${of.name}.export`) ? [exportOf(of)] : [];
  const missing = Object.entries(of.lifecycle?.actions ?? {})
    .filter(([name, { wire }]) => wire && !paths.has(wire.path) && !(effects && name in effects))
    .map(([name]) => name);
  const moving = effects && missing.length === 0 ? moves(of, effects) : [];
  return {
    served: [...plain, ...exported, ...moving].filter(({ call }) => !names.has(call.name)),
    faults: missing.map((name) => `${of.name}: no effect for the action ${name}; 'none' where it only moves the state`),
  };
}

const strangers = (what: string, given: object | undefined, known: ReadonlySet<string>): string[] =>
  Object.keys(given ?? {})
    .filter((name) => !known.has(name))
    .map((name) => `${what} for ${name}, which the area's model does not list`);

/**
 * Puts an area together. It never throws: what does not fit is in `faults`, so that a start can name everything at
 * once.
 */
export function area(declared: Declared): Area {
  const { name, calls = [], jobs = [], events = { emits: [], handles: [] } } = declared;
  const resources = declared.model.resources as readonly Resource[];
  const reports = declared.model.reports as readonly Report[];
  const rules = (declared.rules ?? {}) as Readonly<Record<string, Rules>>;
  const effects = (declared.effects ?? {}) as Readonly<Record<string, Record<string, Effect>>>;
  const made = resources.map((of) => resourceCalls(of, calls, rules[of.name], effects[of.name]));
  const queried = reports.flatMap((report) => {
    const query = declared.reports?.[report.name];
    return query ? [answerReport(report, query), ...(report.wire.export ? [exportReportOf(report)] : [])] : [];
  });
  const [resourceNames, reportNames] = [resources, reports].map((of) => new Set(of.map((each) => each.name)));
  return {
    name,
    resources,
    reports,
    served: [...calls, ...made.flatMap(({ served }) => served), ...queried],
    jobs,
    events: { ...events, name },
    faults: [
      ...strangers('rules', rules, resourceNames!),
      ...strangers('effects', effects, resourceNames!),
      ...strangers('a query', declared.reports, reportNames!),
      ...made.flatMap(({ faults }) => faults),
      ...[...resources, ...reports]
        .filter((of) => of.area !== name)
        .map((of) => `${of.name} says it is of the area ${of.area}`),
    ].map((fault) => `${name}: ${fault}`),
  };
}
