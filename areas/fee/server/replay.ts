import { inArray } from 'drizzle-orm';
import { replayStay } from '#domain/fee/replay.ts';
import { isId } from '#kit/declare/check.ts';
import { dateTime, money, relation, select } from '#kit/declare/field.ts';
import type { Field } from '#kit/declare/field.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { cellOf, columnOf } from '#kit/sheets/server/cell.ts';
import type { Reader } from '#kit/sheets/server/cell.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { sending } from '#kit/sheets/server/export.ts';
import { beginRun } from '#kit/sheets/server/export-run.ts';
import { Names } from '#kit/sheets/server/export-rows.ts';
import { newId } from '#kit/server/id.ts';
import { masked, namesOf } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import type { CellRow } from '#kit/sheets/write/xlsx.ts';
import { feeRule } from '#areas/fee/model/fee-rule.ts';
import { replayCauses, replayExport, replayResult, startReplay } from '#areas/fee/model/replay.ts';
import type { ReplayRun } from '#areas/fee/model/replay.ts';
import { park } from '#areas/lot/model/park.ts';
import { stay } from '#areas/passage/model/stay.ts';
import { kickReplays, queueReplay, storedRun, waitingReplays } from './replay-run.ts';
import type { StoredRun } from './replay-run.ts';
import { staysOf } from './replay-stays.ts';
import type { ReplayRow } from './replay-stays.ts';
import type { Version } from './versions.ts';

const LONGEST_MS = 366 * 86_400_000;
const MOST_PARKS = 500;
const MOST_WAITING = 3;

/** A replay shows what stays cost: who may not read them may not replay them. */
function mustReadStays(work: Work): void {
  if (!work.permits('stay:read')) throw new Refused('not_permitted', { what: stay.title });
}

const wrong = (field: string, zh: string, en: string): Refused =>
  new Refused('bad_input', {}, [{ field, msg: text(zh, en) }]);

async function visibleParks(db: Db, ids: readonly string[]): Promise<{ id: string; tenantId: number }[]> {
  const p = tableOf(park);
  return (await db
    .select({ id: p.id!, tenantId: p.tenantId! })
    .from(p)
    .where(scoped(park, db.scope, [inArray(p.id!, [...ids])]))) as { id: string; tenantId: number }[];
}

async function start(work: Work): Promise<{ run: string }> {
  mustReadStays(work);
  const { id, from, to, parkIds } = work.input as { id: string; from: string; to: string; parkIds?: string[] | null };
  const length = Date.parse(to) - Date.parse(from);
  if (length <= 0) throw wrong('to', '须晚于开始时间', 'It must be later than the beginning');
  if (length > LONGEST_MS) throw wrong('to', '最长回放一年', 'At most a year can be replayed');
  const version = (await rowOf(feeRule, id, work.db)) as Version;
  if (!version.rule)
    throw ruleRefused(text('规则尚不完整，不能回放', 'The rule is not complete yet and cannot be replayed'));
  const wanted = [...new Set(parkIds?.length ? parkIds : [version.parkId])];
  if (wanted.length > MOST_PARKS) throw wrong('parkIds', `最多${MOST_PARKS}个车场`, `At most ${MOST_PARKS} car parks`);
  const parks = await visibleParks(work.db, wanted);
  if (parks.length !== wanted.length)
    throw wrong('parkIds', '车场不存在或不在您的权限范围内', 'A car park does not exist or is outside your scope');
  if (parks.some(({ tenantId }) => tenantId !== version.tenantId))
    throw wrong('parkIds', '车场属于其他集团', 'A car park belongs to another group');
  if ((await waitingReplays(work.db, version.tenantId)) >= MOST_WAITING)
    throw ruleRefused(
      fill(
        text('已有{n}个回放在进行，请等其中一个完成', '{n} replays are under way already; please wait for one to end'),
        { n: String(MOST_WAITING) },
      ),
    );
  const draft = version.status === 'draft';
  const run = newId();
  await queueReplay(
    work.db,
    run,
    work.person.userId,
    {
      tenantId: version.tenantId,
      parkIds: wanted,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      replayed: {
        id,
        version: draft ? null : id,
        rule: version.rule,
        carTypeId: version.carTypeId,
        carModelId: version.carModelId,
      },
    },
    { ruleId: id, ruleName: version.ruleName, version: version.version, draft, from, to, parkIds: wanted },
  );
  work.record({
    resource: 'feeRule',
    action: 'replay',
    rowId: id,
    after: { run, from, to, parkIds: wanted },
    tenantId: version.tenantId,
    parkId: version.parkId,
  });
  work.afterCommit(() => kickReplays(work.database));
  return { run };
}

/** A run the caller may see: all its lots are in his scope. */
async function runFor(work: Work, db: Db, of: { run: string } | { rule: string }): Promise<StoredRun | null> {
  mustReadStays(work);
  const found = await storedRun(db, of);
  return found && (await visibleParks(db, found.request.parkIds)).length === found.request.parkIds.length
    ? found
    : null;
}

const noRun = (): Refused => new Refused('no_such_record', { what: text('回放', 'Replay') });

async function platesOf(work: Work, ids: readonly string[]): Promise<Record<string, string>> {
  const t = tableOf(stay);
  const rows =
    ids.length === 0
      ? []
      : ((await work.db
          .select({ id: t.id!, plate: t.plateNumber! })
          .from(t)
          .where(scoped(stay, work.db.scope, [inArray(t.id!, [...ids])]))) as { id: string; plate: string | null }[]);
  const shownPlate = (plate: string): string =>
    work.permits('stay:unmask') ? plate : masked(stay.fields.plateNumber, plate);
  return Object.fromEntries(rows.map(({ id, plate }) => [id, plate === null ? '' : shownPlate(plate)]));
}

async function result(work: Work): Promise<ReplayRun | null> {
  const { run, id } = work.input as { run?: string | null; id?: string | null };
  if (!run && !id) throw wrong('run', '请给出回放编号或规则', 'Please name a run or a rule');
  if (run && !isId(run)) throw noRun();
  const found = await runFor(work, work.db, run ? { run } : { rule: id! });
  if (!found) {
    if (run) throw noRun();
    return null;
  }
  const shown = [
    ...(found.run.answer?.most ?? []),
    ...(found.run.answer?.exceptions ?? []).flatMap(({ examples }) => examples.map((example) => ({ id: example }))),
  ];
  const names = await namesOf(park, found.request.parkIds, work.db);
  return {
    ...found.run,
    names: Object.fromEntries(names),
    plates: await platesOf(work, [...new Set(shown.map((bill) => bill.id))]),
  };
}

// ---------------------------------------------------------------- the differences as a file

const COLUMNS: readonly {
  readonly field: Field;
  readonly of: (row: ReplayRow, newFen: number | null, cause: string | null) => unknown;
}[] = [
  { field: stay.fields.plateNumber, of: ({ plate }) => plate },
  { field: relation(text('车场', 'Car park'), () => park), of: ({ stay: { lot } }) => lot },
  { field: stay.fields.carTypeId, of: ({ carTypeId }) => carTypeId },
  { field: stay.fields.inTime, of: ({ stay: { inAt } }) => (inAt === null ? null : new Date(inAt).toISOString()) },
  {
    field: dateTime(text('计价时间', 'Priced at')),
    of: ({ stay: { pricedAt } }) => (pricedAt === null ? null : new Date(pricedAt).toISOString()),
  },
  { field: money(text('原应收', 'Billed')), of: ({ stay: { billedFen } }) => billedFen },
  { field: money(text('按本规则应收', 'By this rule')), of: (_, newFen) => newFen },
  {
    field: money(text('差额', 'Difference')),
    of: ({ stay: { billedFen } }, newFen) => (newFen === null ? null : newFen - (billedFen ?? 0)),
  },
  { field: select(text('例外原因', 'Exception'), replayCauses), of: (_, __, cause) => cause },
];

async function exported(work: Work): Promise<unknown> {
  const { run, format } = work.input as { run: string; format?: 'xlsx' | 'csv' | null };
  const found = isId(run) ? await work.database.read(scopeOf(work.person), (db) => runFor(work, db, { run })) : null;
  if (!found) throw noRun();
  if (found.run.answer === null) throw ruleRefused(text('回放尚未完成', 'The replay is not over yet'));
  const scope = tenantScope(found.request.tenantId);
  const going = await beginRun(work, {
    resource: 'feeRule',
    title: replayExport.title,
    total: found.run.total,
    query: { run, ...found.run.request },
  });
  const unmasked = work.permits('stay:unmask');
  const names = new Names(work.database, scope, (name) => work.permits(`${name}:unmask`));
  const reader: Reader = { lang: work.lang, zone: work.person.zone, unmasked, nameOf: names.nameOf };
  const batches = async function* (): AsyncGenerator<CellRow[]> {
    for await (const { read, rows } of staysOf(work.database, scope, found.request)) {
      const values = rows.flatMap((row) => {
        const { newFen, cause } = replayStay(found.request.replayed, row.stay, row.context);
        return cause === null && newFen === row.stay.billedFen ? [] : [COLUMNS.map(({ of }) => of(row, newFen, cause))];
      });
      await names.learn(
        COLUMNS.flatMap(({ field }, at) => (field.target ? [{ field, values: values.map((cells) => cells[at]) }] : [])),
      );
      yield values.map((cells) => COLUMNS.map(({ field }, at) => cellOf(field, cells[at], reader)));
      await going.passed(read);
    }
  };
  return sending(
    replayExport.title,
    format === 'csv' ? 'csv' : 'xlsx',
    work,
    COLUMNS.map(({ field }) => columnOf(field, work.lang, { unmasked })),
    batches(),
    going,
  );
}

export const replayServed: Served[] = [
  serve(startReplay, (work) => start(work)),
  serve(replayResult, (work) => result(work)),
  serve(replayExport, (work) => exported(work), { mode: 'open' }),
];
