/** Reading in somebody's name: what a screen shows is what its viewer may see, masked, and nothing is changed. */
import type { Call } from '#kit/declare/call.ts';
import { Refused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { registeredServed } from '#kit/server/registry.ts';
import { permits, scopeOf } from '#kit/server/work.ts';
import type { Person, Work } from '#kit/server/work.ts';

/** In whose name a screen shows. */
export type Viewer = Pick<Work, 'call' | 'database' | 'lang' | 'now' | 'request' | 'record' | 'afterCommit'> & {
  readonly person: Person;
};

const notYours = text('没有权限查看“{what}”', 'No permission to see “{what}”');

/** Refuses where the viewer does not hold a permission; `what` names what he would see. */
export function ensurePermits({ person }: Viewer, code: string, what: Text): void {
  if (!permits(person.permissions, code)) throw new Refused('rule_refused', { why: fill(notYours, { what }) });
}

/** Work as if the viewer made the request, read-only and with personal data masked. */
export async function asViewer<T>(viewer: Viewer, work: (work: Work) => Promise<T>): Promise<T> {
  const { database, person } = viewer;
  return database.read(scopeOf(person), (db) =>
    work({
      ...viewer,
      input: {},
      raw: {},
      db: Object.assign(db, { sees: () => false }),
      permits: (code) => !code.endsWith(':unmask') && permits(person.permissions, code),
    }),
  );
}

/** The answer of a call without parameters, where the viewer holds its permission or the one given in its place. */
export async function answerOf<T>(viewer: Viewer, { name, permission, title }: Call, instead?: string): Promise<T> {
  ensurePermits(viewer, instead ?? permission, title);
  const served = registeredServed().find(({ call }) => call.name === name);
  if (!served) throw new Error(`nothing serves ${name}`);
  return (await asViewer({ ...viewer, call: served.call }, (work) => served.work(work))) as T;
}
