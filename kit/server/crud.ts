import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { checkFields, isEmpty, isId } from '#kit/declare/check.ts';
import { call, type Call, type Method } from '#kit/declare/call.ts';
import type { Fields, Values } from '#kit/declare/field.ts';
import { Refused, type Problem } from '#kit/declare/refused.ts';
import { detailPath, listPaths, removePath, submitPath, type Resource } from '#kit/declare/resource.ts';
import { fill, text, type Text } from '#kit/declare/text.ts';
import type { Db } from './db.ts';
import { factRange, filters, hiddenFrom, paging } from './filter.ts';
import type { Asker } from './filter.ts';
import { newId } from './id.ts';
import { ownerFilters } from './owner-filter.ts';
import { narrowBy } from './narrow.ts';
import { pointersAt } from './registry.ts';
import { masked, present, type Stored } from './rows.ts';
import { scoped } from './scope.ts';
import { seal } from './seal.ts';
import { serve, type Served } from './served.ts';
import { tableOf } from './table.ts';
import type { Work } from './work.ts';

/** What an area adds to a declared resource where saving touches more than its row. All run inside the call's transaction. */
export type Rules<F extends Fields = Fields> = {
  /** Says what a declaration cannot: problems named by field. `before` is null when adding. */
  check?: (
    values: Partial<Values<F>>,
    before: (Values<F> & Stored) | null,
    work: Work,
  ) => Promise<Problem[]> | Problem[];
  /** Fields the server writes on its own before the row is stored. */
  fill?: (
    values: Partial<Values<F>>,
    before: (Values<F> & Stored) | null,
    work: Work,
  ) => Promise<Record<string, unknown>> | Record<string, unknown>;
  saved?: (after: Values<F> & Stored, before: (Values<F> & Stored) | null, work: Work) => Promise<void>;
  removing?: (row: Values<F> & Stored, work: Work) => Promise<void>;
  /** Narrows every list and look-up of this resource further than its scope does. */
  narrow?: (work: Work) => SQL | undefined;
};

const countCap = 10_001;

const missing = (of: Resource) => new Refused('no_such_record', { what: of.title });

/** The filter of a list as every reader of it uses it: list, totals, export, options. */
export const listWhere = (of: Resource, work: Pick<Work, 'raw' | 'person' | 'db' | 'now'>, narrow?: SQL): SQL =>
  scoped(of, work.db.scope, [
    ...filters(of, work.raw, work.person, work.db.scope),
    ...ownerFilters(of, work.raw, work.person.zone, work.db.scope),
    ...factRange(of, work.raw, work.person.zone, work.now),
    narrow,
  ]);

/** A list's order: by what was asked where that may be seen whole, else the declaration's own. */
export function orderOf(of: Resource, asked: unknown, asker: Pick<Asker, 'permissions'>): SQL[] {
  const t = tableOf(of);
  const spoken = typeof asked === 'string' ? asked : '';
  const name = spoken.replace(/^-/, '');
  const known =
    (Object.hasOwn(of.fields, name) || name === 'createdAt' || name === 'updatedAt') &&
    t[name] &&
    of.fields[name]?.kind !== 'secret' &&
    !hiddenFrom(of, of.fields[name], asker);
  const by = known
    ? { column: t[name]!, down: spoken.startsWith('-') }
    : { column: t[of.order.by]!, down: of.order.desc };
  const way = by.down ? desc : asc;
  return [way(by.column), way(t.id!)];
}

/** Of a list with sums, all rows are read for them and counted besides; without, counting ends at its cap. */
async function counted(
  of: Resource,
  where: SQL,
  db: Db,
  summed: boolean,
): Promise<{ total: number; capped?: true; totals?: Record<string, number> }> {
  const t = tableOf(of);
  if (summed) {
    const sums = Object.fromEntries(
      of.totals.map((name) => [name, sql<number>`coalesce(sum(${t[name]!}), 0)::bigint`.mapWith(Number)]),
    );
    const [row] = await db
      .select({ total: sql<number>`count(*)`.mapWith(Number), ...sums })
      .from(t)
      .where(where);
    const { total, ...totals } = row as unknown as { total: number } & Record<string, number>;
    return { total, totals };
  }
  const inner = db
    .select({ one: sql`1` })
    .from(t)
    .where(where)
    .limit(countCap)
    .as('counted');
  const [row] = await db.select({ total: sql<number>`count(*)`.mapWith(Number) }).from(inner);
  return { total: Math.min(row!.total, countCap - 1), ...(row!.total >= countCap ? { capped: true } : {}) };
}

/**
 * One page: `{ records, total, size, current, pages, capped?, totals? }`. Asked with `totals=none` it leaves the sums out, with
 * `totals=only` the rows: who turns pages needs the sums once.
 */
export async function pageOf(of: Resource, work: Work, narrow?: SQL): Promise<Record<string, unknown>> {
  const t = tableOf(of);
  const { current, size } = paging(work.raw);
  const where = listWhere(of, work, narrow);
  const [rows, count] = await Promise.all([
    work.raw.totals === 'only'
      ? []
      : work.db
          .select()
          .from(t)
          .where(where)
          .orderBy(...orderOf(of, work.raw.sort, work.person))
          .limit(size)
          .offset((current - 1) * size),
    counted(of, where, work.db, of.totals.length > 0 && work.raw.totals !== 'none'),
  ]);
  const records = await present(of, rows as Stored[], work.db, work.person);
  return { records, size, current, pages: Math.ceil(count.total / size), ...count };
}

/** The parameters that may carry the ids of rows: `ids`, `id` and the contract's spellings of the key. */
export const keyNames = ({ wire: { key } }: Resource): string[] => [
  ...new Set(['ids', 'id', ...(key ? [key, key.toLowerCase(), `${key}s`] : []), 'recordId', 'reocrdId', 'RecordID']),
];

/** Ids a call carries under one of `keyNames` or `extra`, in query or body. */
export function idsIn(of: Resource, raw: Readonly<Record<string, unknown>>, extra: readonly string[] = []): string[] {
  const { key } = of.wire;
  const given = [...keyNames(of), ...extra].map((name) => raw[name]).find((each) => !isEmpty(each));
  const ids = (Array.isArray(given) ? given : String(given ?? '').split(','))
    .map((each) => String(each).trim().toLowerCase())
    .filter(Boolean);
  if (ids.length === 0)
    throw new Refused('bad_input', {}, [
      { field: key ?? 'id', msg: text('请选择要操作的数据', 'Select at least one record') },
    ]);
  if (ids.length > 500)
    throw new Refused('bad_input', {}, [{ field: 'ids', msg: text('一次最多500条', 'At most 500 rows at once') }]);
  if (!ids.every(isId)) throw missing(of);
  return [...new Set(ids)];
}

/**
 * Whose rows are to be locked, one condition for each tenant. Rows of a tenant lie together on one of many nodes, and locks are taken
 * there: who sees all tenants finds out first. Nothing to add for anyone else; no condition where there is no such row.
 */
async function owners(of: Resource, ids: readonly string[], db: Db): Promise<(SQL | undefined)[]> {
  if (of.scope === 'platform' || !db.scope.platform) return [undefined];
  const t = tableOf(of);
  const rows = await db
    .selectDistinct({ tenantId: t.tenantId! })
    .from(t)
    .where(inArray(t.id!, [...ids]));
  return rows.map(({ tenantId }) => eq(t.tenantId!, tenantId));
}

/** A row of the caller's scope, locked when `lock` is said: for a change (`true`), or for removal, which nobody may point at meanwhile. Not there and not yours are the same answer. */
export async function rowOf<R extends Resource>(
  of: R,
  id: string,
  db: Db,
  options: { lock?: boolean | 'removing'; narrow?: SQL | undefined } = {},
): Promise<Stored & (R extends Resource<infer F> ? Values<F> : never)> {
  const t = tableOf(of);
  const [owner] = options.lock ? await owners(of, [id], db) : [undefined];
  if (options.lock && db.scope.platform && of.scope !== 'platform' && !owner) throw missing(of);
  const query = db
    .select()
    .from(t)
    .where(scoped(of, db.scope, [eq(t.id!, id), options.narrow, owner]))
    .limit(1);
  const [row] = await (options.lock ? query.for(options.lock === 'removing' ? 'update' : 'no key update') : query);
  if (!row) throw missing(of);
  return row as never;
}

/** Every relation given must lead to a row the caller may see, and that stays until the saving is done; else another tenant's id, or one just removed, could be planted. */
async function relationProblems(of: Resource, values: Readonly<Record<string, unknown>>, db: Db): Promise<Problem[]> {
  const asked = Object.entries(values).filter(
    ([name, value]) => of.fields[name]?.target && value !== null && value !== undefined,
  );
  const problems = await Promise.all(
    asked.map(async ([name, value]) => {
      const field = of.fields[name]!;
      const target = field.target!();
      const t = tableOf(target);
      const ids = [value].flat() as string[];
      if (ids.length === 0) return [];
      const query = (owner?: SQL) =>
        db
          .select({ id: t.id! })
          .from(t)
          .where(scoped(target, db.scope, [inArray(t.id!, ids), owner]));
      if (target.scope === 'platform') await agreed(target, db, 'sees');
      const found = mayHold(target)
        ? (await Promise.all((await owners(target, ids, db)).map((owner) => query(owner).for('key share')))).flat()
        : await query();
      return found.length === new Set(ids).size
        ? []
        : [
            {
              field: name,
              msg: fill(
                text('{label}不存在或不在您的权限范围内', '{label} does not exist or you have no access to it'),
                {
                  label: field.label,
                },
              ),
            },
          ];
    }),
  );
  return problems.flat();
}

/** Rows of the platform's own tables are copied to every node: held by two at once there, they would be a deadlock. */
const mayHold = (of: Resource): boolean => of.scope !== 'platform';

const PLATFORM_LOCK = 7_262_005;
/** Until its end a transaction that points at a platform table `sees` its rows, and one that takes a row away or moves it `moves`: both at once wait. */
async function agreed(of: Resource, db: Db, how: 'sees' | 'moves'): Promise<void> {
  if (!db.scope.platform) return;
  const shared = how === 'sees' ? '_shared' : '';
  await db.raw(`SELECT pg_advisory_xact_lock${shared}($1, hashtext($2))`, [PLATFORM_LOCK, of.name]);
}

/** Readers of a tree look no deeper. */
const deepestTree = 50;

/** A row put below itself would be lost from sight. The superiors are held until the move is done, so that two moves at once make no ring either. */
async function parentProblems(of: Resource, id: string | null, parentId: unknown, db: Db): Promise<Problem[]> {
  if (!of.parent || typeof parentId !== 'string') return [];
  if (of.scope === 'platform') await agreed(of, db, 'moves');
  const t = tableOf(of);
  let at: unknown = parentId;
  for (let depth = 0; at && depth < deepestTree - 1; depth++) {
    if (at === id)
      return [
        {
          field: of.parent,
          msg: text('上级不能是自己或自己的下级', 'The parent cannot be the record itself or one of its children'),
        },
      ];
    const [owner] = await owners(of, [at as string], db);
    const query = db
      .select({ above: t[of.parent]! })
      .from(t)
      .where(
        and(
          of.scope === 'platform' || db.scope.platform ? owner : eq(t.tenantId!, db.scope.tenantId),
          eq(t.id!, at as string),
        ),
      );
    const [row] = await (mayHold(of) ? query.for('share') : query);
    at = row?.above;
  }
  return at ? [{ field: of.parent, msg: text(`最多${deepestTree}级`, `At most ${deepestTree} levels`) }] : [];
}

/** What is wrong with values that are each well-formed. */
async function valueProblems(
  of: Resource,
  values: Readonly<Record<string, unknown>>,
  before: Stored | null,
  work: Work,
  rules: Rules,
): Promise<Problem[]> {
  const moved = of.parent !== undefined && values[of.parent] !== before?.[of.parent];
  const misplaced = moved ? await parentProblems(of, before?.id ?? null, values[of.parent!], work.db) : [];
  if (misplaced.length > 0) return misplaced;
  return [
    ...(await relationProblems(of, values, work.db)),
    ...((await rules.check?.(values as never, before as never, work)) ?? []),
  ];
}

/** Whose a new row is: its lot's, else its company's, else the caller's. */
async function ownerOf(of: Resource, values: Record<string, unknown>, work: Work): Promise<Record<string, unknown>> {
  if (of.scope === 'platform') return {};
  const from = async (field: string): Promise<Stored | null> => {
    const target = of.fields[field]?.target?.();
    const id = values[field];
    return target && typeof id === 'string' ? rowOf(target, id, work.db) : null;
  };
  if (of.scope === 'park' && of.self !== 'park') {
    const park = await from('parkId');
    if (!park)
      throw new Refused('bad_input', {}, [{ field: 'parkId', msg: text('请选择车场', 'Please choose a car park') }]);
    return { tenantId: park.tenantId, companyId: park.companyId, parkId: park.id };
  }
  if (of.scope === 'company' || of.self === 'park') {
    const company = await from('companyId');
    return company
      ? { tenantId: company.tenantId, companyId: company.id }
      : { tenantId: work.person.tenantId, companyId: work.person.companyId };
  }
  return { tenantId: work.db.scope.tenantId };
}

/** Turns the engine's complaint about a double into words that name the fields. */
export function uniqueRefusal(of: Resource, error: unknown): unknown {
  const cause = (error as { cause?: unknown }).cause ?? error;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  if (code !== '23505') return error;
  const plain = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const keys =
    of.unique.find((names) => constraint?.includes(names.map(plain).join('_').slice(0, 30))) ?? of.unique[0] ?? [];
  const labels = keys.map((name) => of.fields[name]?.label).filter((label): label is Text => label !== undefined);
  const what = {
    zh: labels.map((l) => l.zh).join('+') || of.title.zh,
    en: labels.map((l) => l.en).join(' + ') || of.title.en,
  };
  const words = fill(text('{what}已存在', '{what} already exists'), { what });
  const refused = new Refused('already_exists', { what });
  return keys.length > 0
    ? Object.assign(refused, { problems: [{ field: keys[keys.length - 1]!, msg: words }] })
    : refused;
}

const sealed = (of: Resource, values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      of.fields[name]?.kind !== 'secret' || value === null
        ? [[name, value]]
        : value === '••••'
          ? []
          : [[name, seal(String(value))]],
    ),
  );

/** What the audit keeps of a row: no secrets, no frame. */
export const auditable = (
  of: Resource,
  row: Readonly<Record<string, unknown>> | null,
): Record<string, unknown> | null =>
  row &&
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) => of.fields[name] && of.fields[name].kind !== 'secret' && !(name in { tenantId: 1, deletedAt: 1 }),
    ),
  );

/** Stores a new row with all checks of its declaration. Also the road of imports and demo data. */
export async function add(
  of: Resource,
  input: Readonly<Record<string, unknown>>,
  work: Work,
  rules: Rules = {},
): Promise<Stored> {
  const writable = Object.fromEntries(Object.entries(of.fields).filter(([, field]) => !field.readOnly));
  const { values, problems } = checkFields(writable, input, true);
  if (problems.length === 0) problems.push(...(await valueProblems(of, values, null, work, rules)));
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  const initial = of.lifecycle ? { [of.lifecycle.field]: of.lifecycle.initial } : {};
  const defaults = Object.fromEntries(
    Object.entries(of.fields)
      .filter(([, field]) => field.readOnly && field.default !== undefined)
      .map(([name, field]) => [name, field.default]),
  );
  const row = {
    ...defaults,
    ...sealed(of, values),
    ...initial,
    ...(await rules.fill?.(values as never, null, work)),
    ...(await ownerOf(of, values, work)),
    id: newId(),
    createdBy: work.person.userId,
    updatedBy: work.person.userId,
  };
  const [stored] = (await work.db
    .insert(tableOf(of))
    .values(row as never)
    .returning()
    .catch((error: unknown) => {
      throw uniqueRefusal(of, error);
    })) as Stored[];
  work.record({
    resource: of.name,
    action: 'add',
    rowId: stored!.id,
    after: auditable(of, stored!),
    ...placeOf(stored!),
  });
  await rules.saved?.(stored as never, null, work);
  return stored!;
}

const placeOf = (row: Stored) => ({
  ...(typeof row.tenantId === 'number' ? { tenantId: row.tenantId } : {}),
  companyId: (row.companyId as string | undefined) ?? null,
  parkId: (row.parkId as string | undefined) ?? null,
});

/** What someone may not see in full comes back from his form as it was shown: that is no change. */
const withoutMasks = (
  of: Resource,
  input: Readonly<Record<string, unknown>>,
  before: Stored,
  work: Work,
): Readonly<Record<string, unknown>> =>
  work.permits(`${of.name}:unmask`)
    ? input
    : Object.fromEntries(
        Object.entries(input).filter(([name, value]) => {
          const field = Object.hasOwn(of.fields, name) ? of.fields[name] : undefined;
          return !field?.personal || isEmpty(before[name]) || (value || null) !== (masked(field, before[name]) || null);
        }),
      );

/** Changes a row of the caller's scope. Only what is given changes; `updatedAt` sent along guards against a change in between. */
export async function edit(
  of: Resource,
  id: string,
  input: Readonly<Record<string, unknown>>,
  work: Work,
  rules: Rules = {},
): Promise<Stored> {
  const before = await rowOf(of, id, work.db, { lock: true, narrow: rules.narrow?.(work) });
  if (
    typeof input.updatedAt === 'string' &&
    Date.parse(input.updatedAt) !== Date.parse(before.updatedAt as unknown as string)
  )
    throw new Refused('changed_meanwhile');
  const writable = Object.fromEntries(
    Object.entries(of.fields).filter(
      ([name, field]) => !field.readOnly && !field.fixed && name !== of.lifecycle?.field,
    ),
  );
  const { values, problems } = checkFields(writable, withoutMasks(of, input, before, work), false);
  if (problems.length === 0) problems.push(...(await valueProblems(of, values, before, work, rules)));
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  const owner =
    ('parkId' in values && of.scope === 'park') ||
    ('companyId' in values && of.scope !== 'platform' && of.self !== 'company')
      ? await ownerOf(of, { ...before, ...values }, work)
      : {};
  if (owner.tenantId !== undefined && owner.tenantId !== before.tenantId)
    throw new Refused('bad_input', {}, [
      { field: 'companyId', msg: text('不能移到其他集团', 'Cannot be moved to another group') },
    ]);
  // The tenant stays what it is, and on many nodes what rows lie by is not set, were it to the same.
  const { tenantId: _, ...place } = owner;
  const change = {
    ...sealed(of, values),
    ...(await rules.fill?.(values as never, before as never, work)),
    ...place,
    updatedBy: work.person.userId,
    updatedAt: work.now.toISOString(),
  };
  const t = tableOf(of);
  const [after] = (await work.db
    .update(t)
    .set(change as never)
    .where(scoped(of, work.db.scope, [eq(t.id!, id)]))
    .returning()
    .catch((error: unknown) => {
      throw uniqueRefusal(of, error);
    })) as Stored[];
  work.record({
    resource: of.name,
    action: 'edit',
    rowId: id,
    before: auditable(of, before),
    after: auditable(of, after!),
    ...placeOf(after!),
  });
  await rules.saved?.(after as never, before as never, work);
  return after!;
}

/** Marks rows removed, all or none; refused while something that is not removed points at them. */
export async function removeRows(of: Resource, ids: readonly string[], work: Work, rules: Rules = {}): Promise<void> {
  const t = tableOf(of);
  if (of.scope === 'platform') await agreed(of, work.db, 'moves');
  for (const id of ids) {
    const row = await rowOf(of, id, work.db, { lock: 'removing', narrow: rules.narrow?.(work) });
    await Promise.all(
      pointersAt(of).map(async ({ from, field, many }) => {
        const other = tableOf(from);
        if (from.facts) return;
        const points = many ? sql`${id}::uuid = any(${other[field]!})` : eq(other[field]!, id);
        const [found] = await work.db
          .select({ id: other.id! })
          .from(other)
          .where(scoped(from, { ...work.db.scope, companyIds: null, parkIds: null }, [points]))
          .limit(1);
        if (found)
          throw new Refused('in_use', {
            what: fill(text('“{name}”被{from}引用，', '“{name}” is referred to by {from},'), {
              name: String(row[of.display as never] ?? ''),
              from: from.title,
            }),
          });
      }),
    );
    await rules.removing?.(row as never, work);
    await work.db
      .update(t)
      .set({
        deletedAt: work.now.toISOString(),
        updatedBy: work.person.userId,
        updatedAt: work.now.toISOString(),
      } as never)
      .where(scoped(of, work.db.scope, [eq(t.id!, id)]));
    work.record({ resource: of.name, action: 'remove', rowId: id, before: auditable(of, row), ...placeOf(row) });
  }
}

const own = (of: Resource, verb: string, method: Method, path: string, title: Text, more: Partial<Call> = {}): Call =>
  call({
    name: `${of.name}.${verb}`,
    title: fill(text('{title}{verb}', '{title}: {verb}'), { title: of.title, verb: title }),
    area: of.area,
    method,
    path,
    permission: `${of.name}:read`,
    ...more,
  }) as unknown as Call;

const ruled = new Map<string, Rules>();
/** The rules a resource was served with, for imports: a row from a file is saved no other way than one from the form. */
export const rulesOf = (of: Resource): Rules => ruled.get(of.name) ?? {};

/** The calls of a declared resource: list, detail, submit, remove (export, import and options are the kit's own, see generic.ts). */
export function crud<F extends Fields>(declared: Resource<F>, rules: Rules<F> = {}): Served[] {
  const of = declared as unknown as Resource;
  const rule = rules as unknown as Rules;
  if (rule.narrow) narrowBy(of, rule.narrow);
  ruled.set(of.name, rule);
  const has = (verb: Resource['verbs'][number]) => of.verbs.includes(verb);
  const served: Served[] = [];
  if (has('list')) {
    listPaths(of).forEach((path, nth) =>
      served.push(
        serve(
          own(of, nth === 0 ? 'list' : `list${nth + 1}`, 'GET', path, text('列表', 'list'), { answer: 'page' }),
          (work) => pageOf(of, work, rule.narrow?.(work)),
        ),
      ),
    );
  }
  if (has('detail')) {
    served.push(
      serve(own(of, 'detail', 'GET', detailPath(of), text('详情', 'detail')), async (work) => {
        const row = await rowOf(of, idsIn(of, work.raw)[0]!, work.db, { narrow: rule.narrow?.(work) });
        return (await present(of, [row], work.db, work.person))[0];
      }),
    );
  }
  if (has('add') || has('edit')) served.push(submit(of, rule));
  if (has('remove')) {
    const method = of.wire.removeByGet ? 'GET' : 'POST';
    served.push(
      serve(
        own(of, 'remove', method, removePath(of), text('删除', 'remove'), {
          permission: `${of.name}:remove`,
          answer: 'ack',
          changes: true,
        }),
        async (work) => {
          await removeRows(of, idsIn(of, work.raw), work, rule);
          return null;
        },
      ),
    );
  }
  return served;
}

function submit(of: Resource, rules: Rules): Served {
  const title = text('保存', 'save');
  return serve(
    own(of, 'submit', 'POST', submitPath(of), title, { permission: 'session', answer: 'ack' }),
    async (work) => {
      const key = [work.raw.id, of.wire.key ? work.raw[of.wire.key] : undefined].find((each) => !isEmpty(each));
      const verb = key === undefined ? 'add' : 'edit';
      if (!of.verbs.includes(verb) || !work.permits(`${of.name}:${verb}`))
        throw new Refused('not_permitted', {
          what: fill(text('{title}（{verb}）', '{title} ({verb})'), {
            title: of.title,
            verb: verb === 'add' ? text('新增', 'add') : text('修改', 'edit'),
          }),
        });
      const row =
        key === undefined
          ? await add(of, work.raw, work, rules)
          : await edit(of, idsIn(of, { id: key })[0]!, work.raw, work, rules);
      return { id: row.id, ...(of.wire.key ? { [of.wire.key]: row.id } : {}) };
    },
  );
}
