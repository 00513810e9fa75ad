import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { type Problem } from '#kit/declare/refused.ts';
import { type Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Db } from './db.ts';
import { type Stored } from './rows.ts';
import { scoped } from './scope.ts';
import { tableOf } from './table.ts';
import type { Work } from './work.ts';
import type { Rules } from './rules.ts';
import { owners, rowOf } from './row-by-id.ts';

type Kept = { readonly references: Set<string>; readonly rows: Map<string, Stored> };
const kept = new WeakMap<Db, Kept>();

/**
 * From here on a reference that was found is not checked again in this transaction: its row stays locked to the end.
 * For saving many rows of one file. @returns a function to call after a rollback to a savepoint, which releases the
 * locks taken since
 */
export function keepReferences(db: Db): () => void {
  const all: Kept = { references: new Set(), rows: new Map() };
  kept.set(db, all);
  return () => {
    all.references.clear();
    all.rows.clear();
  };
}

/** A row that others belong to: read once for a file, as long as its references are kept. */
export async function keptRow(of: Resource, id: string, db: Db): Promise<Stored> {
  const rows = kept.get(db)?.rows;
  const key = `${of.name} ${id}`;
  const row = rows?.get(key) ?? (await rowOf(of, id, db));
  rows?.set(key, row);
  return row;
}

/**
 * Every relation given must lead to a row the caller may see, and that stays until the saving is done; else another
 * tenant's id, or one just removed, could be planted.
 */
async function relationProblems(of: Resource, values: Readonly<Record<string, unknown>>, db: Db): Promise<Problem[]> {
  const checked = Object.entries(values).filter(
    ([name, value]) => of.fields[name]?.target && value !== null && value !== undefined,
  );
  const problems = await Promise.all(
    checked.map(async ([name, value]) => {
      const field = of.fields[name]!;
      const target = field.target!();
      const t = tableOf(target);
      const ids = [value].flat() as string[];
      const references = kept.get(db)?.references;
      const keys = ids.map((id) => `${target.name} ${id}`);
      if (ids.length === 0 || keys.every((key) => references?.has(key))) return [];
      const query = (owner?: SQL) =>
        db
          .select({ id: t.id! })
          .from(t)
          .where(scoped(target, db.scope, [inArray(t.id!, ids), owner]));
      if (target.scope === 'platform') await agreed(target, db, 'sees');
      const found = mayHold(target)
        ? (await Promise.all((await owners(target, ids, db)).map((owner) => query(owner).for('key share')))).flat()
        : await query();
      const isWhole = found.length === new Set(ids).size;
      if (isWhole) for (const key of keys) references?.add(key);
      return isWhole
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

/**
 * Rows of the platform's own tables are copied to every node: locked by two transactions there, they would deadlock.
 */
const mayHold = (of: Resource): boolean => of.scope !== 'platform';

const PLATFORM_LOCK = 7_262_005;

/**
 * Until its end a transaction that points at a platform table `sees` its rows, and one that takes a row away or moves
 * it `moves`: concurrent ones wait.
 */
export async function agreed(of: Resource, db: Db, how: 'sees' | 'moves'): Promise<void> {
  if (!db.scope.platform) return;
  const shared = how === 'sees' ? '_shared' : '';
  await db.raw(`SELECT pg_advisory_xact_lock${shared}($1, hashtext($2))`, [PLATFORM_LOCK, of.name]);
}

/** Readers of a tree look no deeper. */
const deepestTree = 50;

/**
 * A row put below itself would be lost from sight. The superiors are held until the move is done, so that two moves at
 * once make no ring either.
 */
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
export async function valueProblems(
  of: Resource,
  values: Readonly<Record<string, unknown>>,
  before: Stored | null,
  work: Work,
  rules: Rules,
): Promise<Problem[]> {
  const moved = of.parent !== undefined && values[of.parent] !== before?.[of.parent];
  const misplaced = moved ? await parentProblems(of, before?.id ?? null, values[of.parent!], work.db) : [];
  if (misplaced.length > 0) return misplaced;
  return [...(await relationProblems(of, values, work.db)), ...((await rules.check?.(values, before, work)) ?? [])];
}
