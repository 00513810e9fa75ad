/** A lot with priced car types for passes, and short ways of asking. */
import { addDays, dayOf } from '#domain/time/day.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { checkMoney, placesOf } from '#areas/billing/server/door.ts';
import type { TestProduct } from '#test/test-product.ts';

export const base = '/api/updown/parkMonth';
export const today = dayOf(Date.now(), 'Asia/Shanghai');
export const day = (nth: number): string => addDays(today, nth);
export const MONTH_FEN = 30_000;

/** A row as the table or an answer has it. */
type Row = Record<string, Awaited<ReturnType<TestProduct['must']>>>;

export type Yard = {
  readonly parkId: string;
  readonly monthly: string;
  readonly vip: string;
  readonly temp: string;
  readonly submit: (input: Record<string, unknown>) => Promise<string>;
  readonly issue: (input: Record<string, unknown>) => Promise<string>;
  readonly row: (id: string) => Promise<Row>;
  /** Moves a pass and all its facts back in time, as if that many days had gone by. */
  readonly age: (id: string, days: number) => Promise<void>;
  readonly sql: (sql: string, ...values: unknown[]) => Promise<Row[]>;
  readonly booksRight: () => Promise<boolean>;
};

export async function openYard(product: TestProduct, settings: Record<string, unknown> = {}): Promise<Yard> {
  const parkId = await product.park(product.companies.child);
  const types = await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId });
  const typeOf = (kind: string): string => types.find((type: { kind: string }) => type.kind === kind).value;
  const monthly = typeOf('monthly');
  await product.must('POST', '/api/updown/plat/parkCarType/submit', { id: monthly, monthPrice: MONTH_FEN });
  if (Object.keys(settings).length > 0)
    await product.must('POST', '/api/updown/parkParameter/submit', { parkId, settings });
  const sql = (text: string, ...values: unknown[]) =>
    product.database.write(platformScope, (db) => db.raw<Row>(text, values));
  const form = { parkId, carTypeId: monthly, startTime: today };
  return {
    parkId,
    monthly,
    vip: typeOf('vip'),
    temp: typeOf('temp'),
    sql,
    submit: async (input) => (await product.must('POST', `${base}/submit`, { ...form, ...input })).grantId,
    issue: async (input) => (await product.must('POST', `${base}/add`, { ...form, monthNum: 1, ...input })).grantId,
    row: (id) => product.must('GET', `${base}/detail`, { grantId: id }),
    age: async (id, days) => {
      await sql(
        `UPDATE park_month SET start_time = start_time - $2::int, end_time = end_time - $2::int, anchor_day = extract(day FROM start_time - $2::int) WHERE id = $1`,
        id,
        days,
      );
      await sql(
        `UPDATE pass_renewal SET from_day = from_day - $2::int, new_end = new_end - $2::int WHERE pass_id = $1`,
        id,
        days,
      );
      await sql(
        `UPDATE pass_suspension SET from_day = from_day - $2::int, to_day = to_day - $2::int WHERE pass_id = $1`,
        id,
        days,
      );
    },
    booksRight: async () => {
      const [lot] = await sql('SELECT tenant_id FROM park WHERE id = $1', parkId);
      return product.database.read(
        tenantScope(lot!.tenant_id),
        async (db) => (await checkMoney(db, (await placesOf(db, [parkId])).get(parkId)!, today, today)).right,
      );
    },
  };
}
