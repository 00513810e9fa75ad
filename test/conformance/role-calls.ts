/**
 * Every call as somebody may try it: paths for each resource filled in, and forms that add apart from those that
 * change.
 */
import { reports, resources, served } from '#apps/server/areas.ts';
import type { Call } from '#kit/declare/call.ts';
import type { Resource } from '#kit/declare/resource.ts';

export type Attempt = {
  /** As the table names it: method and path, and what distinguishes it from others of the same path. */
  readonly key: string;
  readonly call: Call;
  readonly path: string;
  readonly input: Readonly<Record<string, unknown>>;
};

const NOBODYS = '01980000-0000-7000-8000-00000000dead';
const filled = (path: string): string => path.replace(':hash', '0'.repeat(64)).replace(/:\w+/g, NOBODYS);

/** Names that a call with `:resource` or `:report` in its path is tried with. */
const about = (path: string): readonly string[] =>
  path.includes(':resource')
    ? resources.map(({ name }) => name)
    : path.includes(':report')
      ? reports.map(({ name }) => name)
      : [''];

/** What distinguishes the attempts of one call: adding from changing, and the actions that share a path. */
function variants(call: Call, of: Resource | undefined): { readonly note: string; readonly input: Attempt['input'] }[] {
  if (of && call.name === `${of.name}.submit` && of.verbs.some((verb) => verb === 'add' || verb === 'edit')) {
    const edit = { note: ' [edit]', input: { id: NOBODYS } };
    return [
      ...(of.verbs.includes('add') ? [{ note: ' [add]', input: {} }] : []),
      ...(of.verbs.includes('edit') ? [edit] : []),
    ];
  }
  const shared = Object.values(of?.lifecycle?.actions ?? {}).filter(
    ({ wire }) => wire?.path === call.path && wire.with !== undefined,
  );
  if (call.permission === 'session' && shared.length > 0)
    return shared.map(({ wire, ask }) => ({
      note: ` [${Object.entries(wire!.with!)
        .map((pair) => pair.join('='))
        .join(' ')}]`,
      input: { ...wire!.with, ...Object.fromEntries(Object.keys(ask ?? {}).map((name) => [name, '1'])), ids: NOBODYS },
    }));
  return [{ note: '', input: {} }];
}

export function attempts(): Attempt[] {
  return served.flatMap(({ call }) => {
    const of = resources.find(({ name }) => name === call.name.split('.')[0]);
    return about(call.path).flatMap((name) => {
      const path = call.path.replace(/:(resource|report)/, name);
      return variants(call, of).map(({ note, input }) => ({
        key: `${call.method} ${path}${note}`,
        call,
        path: filled(path),
        input,
      }));
    });
  });
}
