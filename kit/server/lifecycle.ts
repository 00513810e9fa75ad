import { eq } from 'drizzle-orm';
import { call } from '#kit/declare/call.ts';
import type { Call } from '#kit/declare/call.ts';
import { checkFields } from '#kit/declare/check.ts';
import type { Fields, Values } from '#kit/declare/field.ts';
import type { Lifecycle, Transition } from '#kit/declare/lifecycle.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { auditable } from './save.ts';
import { idsIn, rowOf } from './row-by-id.ts';
import type { Stored } from './rows.ts';
import { scoped } from './scope.ts';
import { serve } from './served.ts';
import type { Served } from './served.ts';
import { tableOf } from './table.ts';
import type { Work } from './work.ts';

/**
 * What an action does besides moving the state: fields to write on the row, or nothing. `'none'` is explicit.
 * Runs inside the transaction, with the row locked and still in its old state.
 */
export type Effect<F extends Fields = Fields> = 'none' | EffectMethod<F>['of'];
/** A method, so that an area may name the row by a type of its own. */
type EffectMethod<F extends Fields> = {
  of(row: Values<F> & Stored, input: Record<string, unknown>, work: Work): Promise<Record<string, unknown> | void>;
};

const stateName = (cycle: Lifecycle, at: unknown) =>
  cycle.states[String(at)]?.label ?? { zh: String(at), en: String(at) };

/** What the action notes on the row by itself. @throws Refused 422 for the one who may not do it */
function noted(
  action: Transition,
  before: Stored,
  input: Record<string, unknown>,
  work: Work,
): Record<string, unknown> {
  if (action.notBy && before[action.notBy] === work.person.userId)
    throw ruleRefused(text('须由申请人以外的人处理', 'It must be decided by somebody other than the requester'));
  const { by, time, remark, input: name = remark } = action.notes ?? {};
  return {
    ...(by ? { [by]: work.person.name || work.person.account } : {}),
    ...(time ? { [time]: work.now.toISOString() } : {}),
    ...(remark ? { [remark]: input[name!] ?? null } : {}),
  };
}

/**
 * Moves one row along an action of its lifecycle; 409 with the reason when the action is not open. The only way a
 * person moves a state; clock and device have `mover`.
 */
export async function move(
  of: Resource,
  id: string,
  name: string,
  input: Record<string, unknown>,
  work: Work,
  effect: Effect,
): Promise<Stored> {
  const cycle = of.lifecycle!;
  const action = cycle.actions[name]!;
  const before = await rowOf(of, id, work.db, { lock: true });
  const at = (before as Stored)[cycle.field];
  if (!action.from.includes(String(at)))
    throw new Refused('state_closed', { state: stateName(cycle, at), action: action.label });
  const notes = noted(action, before, input, work);
  const also = effect === 'none' ? {} : ((await effect(before, input, work)) ?? {});
  const t = tableOf(of);
  const [after] = (await work.db
    .update(t)
    .set({
      ...notes,
      ...also,
      [cycle.field]: action.to,
      updatedBy: work.person.userId,
      updatedAt: work.now.toISOString(),
    })
    .where(scoped(of, work.db.scope, [eq(t.id!, id)]))
    .returning()) as Stored[];
  work.record({
    resource: of.name,
    action: name,
    rowId: id,
    before: auditable(of, before),
    after: { ...auditable(of, after!), ...(Object.keys(input).length > 0 ? { asked: input } : {}) },
    tenantId: before.tenantId as number,
    companyId: (before.companyId as string) ?? null,
    parkId: (before.parkId as string) ?? null,
  });
  return after!;
}

type Named = readonly [name: string, action: Transition];

/**
 * The call of one action, or of several that share a path: then the chosen action's permission is checked once it is
 * known.
 */
function actionCall(of: Resource, group: readonly Named[]): Call {
  const [[name, action]] = group as [Named];
  const title = {
    zh: group.map(([, each]) => each.label.zh).join('／'),
    en: group.map(([, each]) => each.label.en).join(' / '),
  };
  return call({
    name: `${of.name}.${name}`,
    title,
    area: of.area,
    method: action.wire!.method,
    path: action.wire!.path,
    permission: group.length > 1 ? 'session' : `${of.name}:${name}`,
    answer: 'ack',
    changes: true,
    input: group.length > 1 ? {} : (action.ask ?? {}),
  });
}

/** Of the actions that share a path the one whose own parameters came. */
function chosenAction(of: Resource, group: readonly Named[], work: Work): Named {
  if (group.length === 1) return group[0]!;
  const found = group.find(([, { wire }]) =>
    Object.entries(wire?.with ?? {}).every(([key, value]) => String(work.raw[key]) === value),
  );
  if (!found) {
    const keys = Object.keys(group[0]![1].wire?.with ?? {});
    const all = (lang: 'zh' | 'en') =>
      group.map(([, { label, wire }]) => `${Object.values(wire?.with ?? {}).join(',')} ${label[lang]}`);
    throw new Refused('bad_input', {}, [
      {
        field: keys[0] ?? 'action',
        msg: {
          zh: `${keys.join('、')}应为：${all('zh').join('、')}`,
          en: `${keys.join(', ')} must be one of: ${all('en').join(', ')}`,
        },
      },
    ]);
  }
  if (!work.permits(`${of.name}:${found[0]}`)) throw new Refused('not_permitted', { what: found[1].label });
  return found;
}

/** The calls of a resource's lifecycle: one per path its actions name, each action of a person with its effect. */
export function moves<F extends Fields>(declared: Resource<F>, effects: Record<string, Effect<F>>): Served[] {
  const of = declared;
  const cycle = of.lifecycle;
  if (!cycle) throw new Error(`${of.name} has no lifecycle`);
  for (const [name, { by }] of Object.entries(cycle.actions))
    if ((by === 'staff' || by === 'owner') && !(name in effects))
      throw new Error(`${of.name}: no effect declared for ${name}`);
  const groups = Map.groupBy(
    Object.entries(cycle.actions).filter(([, action]) => action.wire),
    ([, { wire }]) => wire!.path,
  );
  return [...groups.values()].map((group) =>
    serve(actionCall(of, group), async (work) => {
      const [name, action] = chosenAction(of, group, work);
      const { values, problems } = checkFields(action.ask ?? {}, work.raw, true);
      if (problems.length > 0) throw new Refused('bad_input', {}, problems);
      const ids = idsIn(of, work.raw, action.wire!.key ? [action.wire!.key] : []);
      for (const id of ids) await move(of, id, name, values, work, effects[name] as Effect);
      return { ids };
    }),
  );
}
