/**
 * A small product of its own for tests of the kit: two groups of companies, lots, and cars with a field of every kind.
 */
import { createRequire } from 'node:module';
import type { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { httpServer } from '#apps/server/http.ts';
import {
  boolean,
  colour,
  cron,
  date,
  dateTime,
  decimal,
  duration,
  email,
  geoPoint,
  idCard,
  integer,
  json,
  longText,
  money,
  month,
  multiSelect,
  percent,
  phone,
  plate,
  relation,
  relations,
  secret,
  select,
  str,
  timeOfDay,
  url,
} from '#kit/declare/field.ts';
import { report } from '#kit/declare/report.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { files } from '#kit/files/files.ts';
import { fileTables } from '#kit/files/store.ts';
import { crud } from '#kit/server/crud.ts';
import { database } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { documents } from '#apps/server/docs/docs.ts';
import { registerResources } from '#kit/server/registry.ts';
import { answerReport } from '#kit/server/report.ts';
import type { ReportQuery } from '#kit/server/report.ts';
import { setSealKey } from '#kit/server/seal.ts';
import type { Served } from '#kit/server/served.ts';
import { kitTables } from '#kit/server/store.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Person } from '#kit/server/work.ts';
import { exportOf, exportReportOf, exports } from '#kit/sheets/server/export.ts';
import { imports } from '#kit/sheets/server/import.ts';
import { sheetTables } from '#kit/sheets/server/store.ts';
import { filesOfTests } from '#test/files.ts';
import { testDatabase } from '#test/postgres.ts';

const label = (en: string, zh: string) => text(zh, en);
const colours = { red: text('红', 'Red'), blue: text('蓝', 'Blue'), other: text('其他', 'Other') };

export const lot = resource({
  name: 'workshopLot',
  title: label('Lot', '样例车场'),
  area: 'workshop',
  scope: 'tenant',
  wire: { base: '/api/workshop/lot' },
  list: ['lotName'],
  fields: { lotName: str(label('Lot name', '车场名称'), { required: true, search: true }) },
  unique: [['lotName']],
});

export const gate = resource({
  name: 'workshopGate',
  title: label('Gate', '样例通道'),
  area: 'workshop',
  scope: 'tenant',
  wire: { base: '/api/workshop/gate' },
  list: ['gateName', 'lotId'],
  fields: {
    gateName: str(label('Gate name', '通道名称'), { required: true, search: true }),
    lotId: relation(label('Lot', '车场'), () => lot, { required: true }),
  },
});

export const car = resource({
  name: 'workshopCar',
  title: label('Car', '样例车辆'),
  area: 'workshop',
  scope: 'tenant',
  unique: [['plateNumber']],
  wire: { base: '/api/workshop/car', key: 'CarID', export: '/api/workshop/car/exportList' },
  verbs: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
  list: ['plateNumber', 'lotId', 'colour', 'price', 'enteredAt'],
  fields: {
    plateNumber: plate(label('Plate', '车牌号'), { required: true, search: true }),
    lotId: relation(label('Lot', '车场'), () => lot, { required: true, search: true }),
    gateId: relation(label('Gate', '通道'), () => gate, { within: 'lotId' }),
    lots: relations(label('Other lots', '其他车场'), () => lot),
    owner: str(label('Owner', '车主'), { max: 30 }),
    remark: longText(label('Note', '备注')),
    phone: phone(label('Phone', '电话'), { personal: true }),
    identity: idCard(label('Identity', '证件号'), { personal: true }),
    mail: email(label('Mail', '邮箱')),
    site: url(label('Site', '网址')),
    colour: select(label('Colour', '颜色'), colours, { search: true, default: 'other' }),
    tags: multiSelect(label('Tags', '标签'), colours),
    price: money(label('Price', '金额'), { search: true }),
    seats: integer(label('Seats', '座位'), { min: 1, max: 60 }),
    weight: decimal(label('Weight', '重量')),
    share: percent(label('Share', '比例')),
    active: boolean(label('Active', '启用')),
    born: date(label('Made on', '出厂日期')),
    since: month(label('Since', '起始月')),
    enteredAt: dateTime(label('Entered at', '入场时间'), { search: true }),
    opens: timeOfDay(label('Opens', '时刻')),
    stay: duration(label('Stay', '停留')),
    paint: colour(label('Paint', '色值')),
    at: geoPoint(label('Place', '位置')),
    more: json(label('More', '其他')),
    pin: secret(label('Pin', '口令')),
    rhythm: cron(label('Rhythm', '周期')),
  },
});

export const takings = report({
  name: 'workshopTakings',
  title: label('Takings', '样例收入'),
  area: 'workshop',
  wire: { path: '/api/workshop/takings', export: '/api/workshop/takings/export' },
  filters: {},
  dimensions: { day: date(label('Day', '日期')), lotId: relation(label('Lot', '车场'), () => lot) },
  measures: {
    count: integer(label('Cars', '车次')),
    amount: money(label('Amount', '金额')),
    rate: percent(label('Share', '占比')),
  },
});

export type Answer = { status: number; body: any; headers: Record<string, unknown>; bytes: Buffer };
export type Workshop = {
  ask: (
    method: string,
    path: string,
    options?: {
      as?: string | null;
      lang?: 'zh' | 'en';
      query?: Record<string, unknown>;
      body?: Record<string, unknown>;
      bytes?: Buffer;
      type?: string;
    },
  ) => Promise<Answer>;
  database: Database;
  served: readonly Served[];
  /** Statements as the owner of the tables, for filling them in bulk. */
  admin: (sql: string, values?: unknown[]) => Promise<pg.QueryResult>;
  address: () => Promise<string>;
  close: () => Promise<void>;
};

const person = (tenantId: number, permissions: string[], more: Partial<Person> = {}): Person => ({
  userId: `01980000-0000-7000-8000-00000000000${tenantId}`,
  account: `p${tenantId}`,
  name: `Person ${tenantId}`,
  tenantId,
  companyId: `01980000-0000-7000-8000-0000000000c${tenantId}`,
  companyIds: null,
  parkIds: null,
  permissions,
  platform: false,
  sellerId: null,
  zone: 'Asia/Shanghai',
  sessionId: 's',
  ...more,
});

/** Tokens and who they stand for. */
export const people: Readonly<Record<string, Person>> = {
  full: person(1, ['*']),
  clerk: person(1, ['*:read', '*:export', '*:import', '*:add'], { userId: '01980000-0000-7000-8000-000000000009' }),
  nobody: person(1, []),
  other: person(2, ['*']),
  tokyo: person(1, ['*'], { zone: 'Asia/Tokyo' }),
};

/** Cars entered per day and lot: a report's query, small enough to be read at a glance. */
const takingsOf: ReportQuery = (work, { from, to }) =>
  work.db.raw(
    `SELECT to_char(entered_at AT TIME ZONE $4, 'YYYY-MM-DD') AS day, lot_id AS "lotId", count(*)::int AS count,
      sum(price) AS amount, 2500 AS rate FROM workshop_car
   WHERE tenant_id = $1 AND (entered_at AT TIME ZONE $4)::date BETWEEN $2 AND $3 GROUP BY 1, 2`,
    [work.person.tenantId, from, to, work.person.zone],
  );

async function makeTables(config: pg.ClientConfig): Promise<void> {
  const { generateDrizzleJson, generateMigration } = createRequire(import.meta.url)(
    'drizzle-kit/api',
  ) as typeof import('drizzle-kit/api');
  const schema = {
    ...kitTables,
    ...sheetTables,
    ...fileTables,
    lot: tableOf(lot),
    gate: tableOf(gate),
    car: tableOf(car),
  } as unknown as Record<string, PgTable>;
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(schema));
  const client = new pg.Client(config);
  await client.connect();
  try {
    const { rows } = await client.query<{ tablename: string }>(
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
    );
    const there = new Set(rows.map(({ tablename }) => tablename));
    const about = (statement: string) => /(?:TABLE|ON) "(\w+)"/.exec(statement)?.[1] ?? '';
    for (const statement of statements) {
      const name = about(statement);
      if (there.has(name)) continue;
      await client.query(statement);
      if (!statement.startsWith('CREATE TABLE')) continue;
      await client.query(`ALTER TABLE "${name}" ENABLE ROW LEVEL SECURITY; ALTER TABLE "${name}" FORCE ROW LEVEL SECURITY;
        CREATE POLICY tenant ON "${name}" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);
        CREATE POLICY platform ON "${name}" TO gatehouse_platform USING (true) WITH CHECK (true); GRANT ALL ON "${name}" TO gatehouse_app, gatehouse_platform`);
    }
  } finally {
    await client.end();
  }
}

export async function openWorkshop(more: readonly Served[] = []): Promise<Workshop> {
  setSealKey('test');
  filesOfTests();
  registerResources([lot, gate, car]);
  const test = await testDatabase();
  await makeTables(test.config);
  const db = database(test.config, 6);
  const served = [
    ...crud(lot),
    ...crud(gate),
    ...crud(car),
    exportOf(car),
    answerReport(takings, takingsOf),
    exportReportOf(takings),
    ...exports,
    ...imports,
    ...files,
    ...documents,
    ...more,
  ];
  const app = await httpServer({
    database: db,
    served,
    whoIs: async (token) => people[token] ?? null,
    logger: process.env['GATEHOUSE_TEST_LOG'] ? { level: 'error' } : false,
  });
  const admin = new pg.Client(test.config);
  await admin.connect();
  return {
    database: db,
    served,
    admin: (sql, values) => admin.query(sql, values),
    address: () => app.listen({ port: 0, host: '127.0.0.1' }),
    ask: async (
      method,
      path,
      { as = 'full', lang = 'zh', query = {}, body, bytes, type = 'application/octet-stream' } = {},
    ) => {
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, String(value)]),
      ).toString();
      const answer = await app.inject({
        method: method as 'GET',
        url: search ? `${path}?${search}` : path,
        headers: {
          'accept-language': lang,
          ...(as ? { authorization: `Bearer ${as}` } : {}),
          ...(bytes ? { 'content-type': type } : {}),
        },
        ...(bytes ? { payload: bytes } : body ? { payload: body } : {}),
      });
      return {
        status: answer.statusCode,
        headers: answer.headers,
        bytes: answer.rawPayload,
        body: /json/.test(String(answer.headers['content-type'])) ? answer.json() : null,
      };
    },
    close: async () => {
      await admin.end();
      await app.close();
      await db.close();
      await test.close();
    },
  };
}
