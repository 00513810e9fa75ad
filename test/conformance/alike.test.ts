/**
 * Another tenant's row gets the same response as one that never existed (status, message, fields), and anonymous
 * callers learn of no row.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { resources, served } from '#apps/server/areas.ts';
import type { Resource } from '#kit/declare/resource.ts';
import type { Answer, Fixture, Planted } from './fixture.ts';
import { ledger, summaryOf } from './ledger.ts';
import { openProduct } from './product.ts';

let fixture: Fixture;
before(async () => {
  ({ fixture } = await openProduct());
});
after(() => fixture?.close());

const never = '01980000-0000-7000-8000-00000000dead';
type Call = (typeof served)[number]['call'];
const all = resources as readonly Resource[];

/** Fields that differ on every request. */
const anew = /^(now|at|ticket|password|token|until|serverTime|requestId|expires\w*|\w*Seconds|dayFrom|dayTo|today)$/i;

/** A car park's existence is public at its gate, a log records reading, and a clock entry is numbered by its author. */
const otherWording: ReadonlySet<string> = new Set([
  'driver.lot',
  'driver.bill',
  'driver.debts',
  'driver.berth',
  'guide.find',
  'help.end',
  'help.rate',
  'help.start',
  'help.state',
  'help.end',
  'help.rate',
  'help.start',
  'help.state',
  'dutyClock.now',
  'auditLog.list',
  'apiLog.list',
  'operateLog.list',
]);

/** A response without the requested id. */
const plainly = ({ status, body }: Answer, id: string, changes: boolean): string => {
  if (status === 200 && changes) return '200';
  if (body?.errorId) return 'a fault'; // of a sample beside the id, which is no row that works: its number is new each time
  const kept = JSON.stringify({ status, ...body }, (key, value: unknown) => {
    if (anew.test(key)) return undefined;
    return typeof value === 'string' ? value.replace(/([?&]state=)[^&]*/, '$1') : value;
  }) as string;
  return kept.replaceAll(id, 'ID');
};

/** Rows of the other group by where a call's input could name them. */
async function positions(call: Call): Promise<{ name: string; row: Planted; many: boolean }[]> {
  const found: { name: string; row: Planted; many: boolean }[] = [];
  const put = async (name: string, of: Resource, many = false): Promise<void> => {
    const row = of.scope === 'platform' ? null : await fixture.plant(of, 'second');
    if (row) found.push({ name, row, many });
  };
  for (const [name, field] of Object.entries(call.input)) {
    if (field.target) await put(name, field.target(), field.kind === 'relations');
    else if (field.kind === 'text' && /(^id|^ids|Ids?|ID)$/.test(name))
      for (const of of all.filter(({ area }) => area === call.area)) await put(name, of);
  }
  const own = all.find(({ name }) => call.name.startsWith(`${name}.`));
  if (own)
    for (const name of new Set(['id', 'ids', ...(own.wire.key ? [own.wire.key] : [])]))
      if (!(name in call.input)) await put(name, own);
  return found;
}

test('an id of another group is answered in every place as one that never was', async (t) => {
  const found = ledger(t);
  const calls = served
    .map(({ call }) => call)
    .filter(({ name, answer, path }) => answer !== 'file' && !otherWording.has(name) && !path.includes(':resource'));
  for (const call of calls.toSorted(
    (a, b) => Number(a.changes || a.method !== 'GET') - Number(b.changes || b.method !== 'GET'),
  )) {
    const changes = call.changes || call.method !== 'GET';
    const rest = await fixture.samples(
      Object.fromEntries(Object.entries(call.input).filter(([, { required }]) => required)),
      'first',
      6,
    );
    for (const { name, row, many } of await positions(call)) {
      found.look();
      const answerOf = (id: string) =>
        fixture.ask(call.method, fixture.filled(call.path), { ...rest, [name]: many ? [id] : id });
      const nobodys = await answerOf(never);
      if (changes && nobodys.status === 200) continue; // it takes no notice of what is named there
      const theirs = await answerOf(row.id);
      if (plainly(theirs, row.id, changes) !== plainly(nobodys, never, changes))
        found.breach(
          `${call.name} ${name}: ${summaryOf(theirs)} ${JSON.stringify(theirs.body?.errors ?? theirs.body?.data)?.slice(0, 120)} | ${summaryOf(nobodys)} ${JSON.stringify(nobodys.body?.errors ?? nobodys.body?.data)?.slice(0, 120)}`,
        );
    }
  }
  found.close('places');
});

test('a file of another group is answered as one that never was, whatever it is a file of', async (t) => {
  const found = ledger(t);
  for (const { call } of served.filter(
    ({ call: { answer, method, permission, path } }) =>
      answer === 'file' && method === 'GET' && permission !== 'public' && !path.includes(':resource'),
  )) {
    for (const { name, row } of await positions(call)) {
      found.look();
      const answerOf = (id: string) => fixture.ask('GET', fixture.filled(call.path), { [name]: id, format: 'csv' });
      const compare = async () => {
        const [theirs, nobodys] = [await answerOf(row.id), await answerOf(never)];
        const isSame =
          theirs.status === nobodys.status &&
          theirs.bytes.toString().replaceAll(row.id, 'ID') === nobodys.bytes.toString().replaceAll(never, 'ID');
        return isSame ? null : `${call.name} ${name}: ${summaryOf(theirs)} | ${summaryOf(nobodys)}`;
      };
      // A workbook names the second it was written in: one of three pairs is of the same.
      const breach = (await compare()) && (await compare()) && (await compare());
      if (breach) found.breach(breach);
    }
  }
  found.close('files');
});

/** What anybody may call; whatever joins them is to be looked at by a person. */
const open = [
  'advert.click',
  'advert.picture',
  'advert.show',
  'advert.tell',
  'alipayConfig.authorised',
  'couponInfo.page',
  'couponInfo.pageAct',
  'derateCode.page',
  'derateCode.scan',
  'derateCode.show',
  'derateCode.takePage',
  'doorEnrol.add',
  'doorEnrol.page',
  'doorPhoto.toDevice',
  'driver.berth',
  'driver.bill',
  'driver.debts',
  'driver.exitDebts',
  'driver.lot',
  'driver.pay',
  'driver.payDebts',
  'driver.state',
  'guide.find',
  'help.end',
  'help.rate',
  'help.start',
  'help.state',
  'invoiceApplyForm.page',
  'invoiceApplyForm.pageAct',
  'invoiceApplyForm.pageFile',
  'kit.docs',
  'kit.openapi',
  'lorawanNetwork.uplink',
  'parkminiprogram.home',
  'payment.merchantNotice',
  'payment.notice',
  'publicplat.prove',
  'publicplat.receive',
  'session.askCode',
  'session.logIn',
  'session.logInByCode',
  'session.logInByTicket',
  'session.logOut',
  'session.loginConfig',
  'session.loginLogo',
  'session.refresh',
  'sysbigreport.codeState',
  'sysbigreport.picture',
  'sysbigreport.show',
  'sysbigreport.showCode',
  'userRequest.driverAppeal',
  'visit.code',
  'visit.consent',
  'visit.mine',
  'visit.webAdd',
  'visit.webAreas',
  'visit.webDepts',
  'visit.webHosts',
  'visit.withdraw',
  'visitorQr.open',
];

/** Pages of a car park: they say its name to whoever opens them by its id, as the sign at its entry does. */
const namesLot: ReadonlySet<string> = new Set(['driver.lot', 'parkminiprogram.home']);

test('an anonymous caller gets no row of any company, whatever the input, from any call without login', async (t) => {
  const found = ledger(t);
  const calls = served.map(({ call }) => call).filter(({ permission }) => permission === 'public');
  assert.deepEqual(calls.map(({ name }) => name).sort(), open);
  const rows = (
    await Promise.all(
      all
        .filter(({ scope }) => scope !== 'platform')
        .flatMap((of) =>
          (['first', 'second'] as const).map(async (owner) => ({ of, row: await fixture.plant(of, owner) })),
        ),
    )
  ).filter(({ row }) => row !== null);
  const names = rows.flatMap(({ of, row }) => {
    const name = row!.values[of.display];
    const kind = of.fields[of.display]?.kind ?? 'text';
    if (!['text', 'longText', 'plate', 'phone'].includes(kind)) return []; // a word of the product or a day names no row
    return typeof name === 'string' && name.length > 4 ? [name] : [];
  });
  for (const call of calls.filter(({ name }) => !namesLot.has(name) && !name.startsWith('kit.'))) {
    const rest = await fixture.samples(
      Object.fromEntries(Object.entries(call.input).filter(([, { required }]) => required)),
      'first',
      6,
    );
    const places = [...Object.keys(call.input), 'id', 'companyId', 'tenantId'];
    for (const { row } of rows) {
      found.look();
      const answer = await fixture.ask(
        call.method,
        fixture.filled(call.path),
        {
          ...rest,
          ...Object.fromEntries(places.filter((name) => !(name in rest)).map((name) => [name, row!.id])),
          ...(rest['parkId'] ? { parkId: row!.id } : {}),
        },
        { as: null },
      );
      const leaked = names.find((name) => answer.bytes.includes(name) && !Object.values(rest).includes(name));
      if (leaked !== undefined) found.breach(`${call.name}: ${leaked}`);
      if (answer.status >= 500) found.breach(`${call.name}: ${summaryOf(answer)}`);
    }
  }
  found.close('questions');
});
