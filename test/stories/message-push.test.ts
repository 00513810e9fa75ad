/**
 * Messages by event: from what happens at a car park to a follower's phone, against a stand-in that takes a template's
 * own fields alone.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { reach } from '#areas/billing/server/door.ts';
import { insideHosts } from '#areas/ops/server/door.ts';
import { MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { publishEndings } from '#areas/pass/server/publish.ts';
import { day, openYard } from '#areas/pass/server/pass.fixture.ts';
import { platformScope } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { WeixinStand } from '#test/providers/weixin.ts';
import { daysAgo, openPaidLot } from '#test/stories/paid-lot.fixture.ts';
import { dayDiffered } from '#areas/billing/model/events.ts';
import { pushGateway, pushRound } from '#areas/weixin/server/door.ts';

let product: TestProduct;
let lot: StoryLot;
let close: () => Promise<void>;
let undo: () => void;
let account: string;
let tenantId: number;
const platform = new WeixinStand();
const FAN = 'oABCDEFGHIJKLMNOPQRSTUVWXYZ1';
const OTHER = 'oABCDEFGHIJKLMNOPQRSTUVWXYZ2';
const P = '京A12345';
const T = Math.floor(Date.now() / MINUTE) * MINUTE - 110 * MINUTE;
const base = '/api/updown/systemplatemsgconfig';
/** What the gateway of text messages took. */
const texts: { to: string; text: string }[] = [];
const gateway = createServer((request, reply) => {
  void (async () => {
    const parts = await request.toArray();
    texts.push(JSON.parse(Buffer.concat(parts).toString()) as { to: string; text: string });
    reply.end('{}');
  })();
});

const sql = <R = Record<string, never>>(words: string, values: unknown[] = []): Promise<R[]> =>
  product.database.write(platformScope, (db) => db.raw<R>(words, values));

before(async () => {
  close = await platform.start();
  await new Promise<void>((listening) => {
    gateway.listen(0, '127.0.0.1', listening);
  });
  const host = `127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  product = await startTestProduct();
  undo = configure(
    reach.as({ ...reach.value(), weixin: platform.url }),
    insideHosts.as([host]),
    pushGateway.as({ url: `http://${host}/`, header: null, body: { to: '{phone}', text: '{text}' }, ok: null }),
  );
  platform.fans.push(FAN, OTHER);
  platform.templates.set('T-paid', ['car_number1', 'amount2']);
  platform.templates.set('T-gate', ['thing1', 'car_number2', 'time3']);
  const own = { companyId: product.companies.first, name: '安泊出行', kind: 'service', ...platform.config };
  account = (await product.must('POST', '/api/updown/publicplat/submit', own)).id;
  await product.must('POST', '/api/gatehouse/publicplat/test', { id: account });
  [{ tenantId }] = (await sql<{ tenantId: number }>('SELECT tenant_id AS "tenantId" FROM publicplat WHERE id = $1', [
    account,
  ])) as [{ tenantId: number }];
  lot = await openLot(product, { capacity: 50 });
  await sendMessage({ MsgType: 'event', Event: 'subscribe' });
  await line({
    templateType: 'entry',
    templateId: 'T-gate',
    content: 'thing1={parkName}\ncar_number2={plate}\ntime3={time}',
  });
});
after(async () => {
  undo();
  gateway.closeAllConnections();
  gateway.close();
  await product.close();
  await close();
});

const sendMessage = (parts: Record<string, string>, from = FAN) =>
  product.ask('POST', `/api/gatehouse/weixin/${account}`, platform.signed(), {
    as: null,
    bytes: Buffer.from(platform.message(from, parts)),
  });
let nth = 0;
const say = async (words: string, from = FAN): Promise<string> => {
  nth += 1;
  const { text } = await sendMessage({ MsgType: 'text', Content: words, MsgId: String(1e15 + nth) }, from);
  return /<Content><!\[CDATA\[(.*?)\]\]>/s.exec(text)?.[1] ?? text;
};
const tryPush = (more: Record<string, unknown>) =>
  product.ask('POST', `${base}/submit`, { companyId: product.companies.first, way: 'template', ...more });
const line = async (more: Record<string, unknown>): Promise<string> => {
  const { status, body, text } = await tryPush(more);
  assert.equal(status, 200, text);
  return body.data.id;
};
const change = (recordId: string, more: Record<string, unknown>) =>
  product.must('POST', `${base}/submit`, { recordId, ...more });
const log = async (more: Record<string, string> = {}) =>
  (await product.must('GET', '/api/gatehouse/wxPush/list', more)).records;
const states = async (more: Record<string, string> = {}): Promise<string[]> =>
  (await log(more)).map((row: { status: string; answer: string | null }) =>
    row.answer ? `${row.status} ${row.answer}` : row.status,
  );
const later = (ms: number): Date => new Date(Date.now() + ms);

test('a plate is bound by the number of a payment for that car alone, and at the end of it nothing is kept', async () => {
  const paid = await openPaidLot(product);
  const { trade } = await paid.pay(1500, daysAgo(2));
  assert.match(await say(`绑定 ${P}`), /支付单号/);
  assert.match(await say(`绑定 ${P} 4200000000202511250000000000`), /没有找到/);
  assert.match(await say(`绑定 京B00001 ${trade}`), /没有找到/);
  assert.match(await say(`绑定 ${P} ${trade}`), /已绑定/);
  assert.match(await say('我的车牌'), /已绑定：京A\S*345/);
  assert.match(await say('解绑'), /已解绑/);
  assert.equal((await product.must('GET', '/api/gatehouse/wxPlate/list')).total, 0);
  await say(`bind ${P} ${trade}`);
  assert.equal((await product.must('GET', '/api/gatehouse/wxPlate/list')).total, 1);
});

test('a line that says what its event cannot, or goes a way that reaches nobody, is refused by field', async () => {
  const fields = async (more: Record<string, unknown>) => (await tryPush(more)).body.errors?.map(({ field }) => field);
  const paid = { templateType: 'paid', templateId: 'T-paid' };
  assert.deepEqual(await fields({ ...paid, content: 'car_number1={nothing}' }), ['content']);
  assert.deepEqual(await fields({ ...paid, content: 'anything={plate}' }), ['content']);
  assert.deepEqual(await fields({ ...paid, way: 'sms', content: '{plate}' }), ['way']);
  assert.deepEqual(await fields({ ...paid, way: 'notice', content: '{plate}' }), ['way']);
  assert.deepEqual(await fields({ templateType: 'dayDiffers', content: 'thing1={day}', templateId: 'T' }), ['way']);
  assert.deepEqual(await fields({ templateType: 'paid', content: 'car_number1={plate}' }), ['templateId']);
  assert.deepEqual(await fields({ ...paid, content: 'car_number1={plate}', quietFrom: 22 }), ['quietUntil']);
  assert.deepEqual(await fields({ templateType: 'entry', templateId: 'T', content: 'thing1={plate}' }), ['way']);
});

test('an entry is sent to whoever bound the plate, once, in the words of the template', async () => {
  await lot.enter(P, T);
  assert.deepEqual(await states({ templateType: 'entry' }), ['queued']);
  await Promise.all([pushRound(product.database, later(0)), pushRound(product.database, later(0))]);
  assert.deepEqual(await states({ templateType: 'entry' }), ['sent']);
  assert.equal(platform.letters.length, 1);
  const [{ to, data, id }] = platform.letters as [(typeof platform.letters)[0]];
  assert.equal(to, FAN);
  assert.equal(data['car_number2'], P);
  assert.match(data['time3']!, /^\d{4}年\d+月\d+日 \d\d:\d\d$/);
  await sendMessage({ MsgType: 'event', Event: 'TEMPLATESENDJOBFINISH', MsgID: id, Status: 'success' });
  assert.deepEqual(await states({ templateType: 'entry' }), ['delivered']);
});

test('a failing platform is retried with growing delays; who refuses messages gets none; a wrong template stops its line', async () => {
  const recordId = await line({
    templateType: 'paid',
    templateId: 'T-paid',
    content: 'car_number1={plate}\namount2={amount}',
  });
  const paid = await openPaidLot(product);
  platform.bad.faults = 2;
  await paid.pay(1300, daysAgo(0));
  const t = Date.now();
  await pushRound(product.database, new Date(t));
  assert.deepEqual(await states({ templateType: 'paid' }), ['queued -1 system error']);
  assert.equal(await pushRound(product.database, new Date(t + 1_000)), 0);
  await pushRound(product.database, new Date(t + 2_500));
  assert.equal(await pushRound(product.database, new Date(t + 5_000)), 0);
  await pushRound(product.database, new Date(t + 7_000));
  assert.deepEqual(await states({ templateType: 'paid' }), ['sent']);
  assert.deepEqual(platform.letters.at(-1)!.data, { car_number1: P, amount2: '13.00元' });

  platform.silent.add(FAN);
  await paid.pay(1400, daysAgo(0));
  await pushRound(product.database, later(1_000));
  assert.match((await states({ templateType: 'paid' }))[0]!, /^blocked 43101/);
  platform.silent.delete(FAN);

  platform.templates.set('T-paid', ['car_number1', 'amount3']);
  await paid.pay(1500, daysAgo(0));
  await pushRound(product.database, later(1_000));
  await paid.pay(1600, daysAgo(0));
  await pushRound(product.database, later(2_000));
  assert.deepEqual(
    (await states({ templateType: 'paid' })).slice(0, 2).toSorted(),
    ['dead 47003 argument invalid!', 'dead fault'].toSorted(),
  );
  assert.match((await product.must('GET', `${base}/detail`, { recordId })).fault, /47003/);
  await change(recordId, { content: 'car_number1={plate}\namount3={amount}' });
  const [row] = await log({ templateType: 'paid' });
  await product.must('POST', '/api/gatehouse/wxPush/resend', { id: row.id });
  await pushRound(product.database, later(3_000));
  assert.equal(platform.letters.at(-1)!.data['amount3'], '16.00元');
});

test('a subsidiary uses its own line or disables it; a line for one car park sends nothing about another', async () => {
  const [entry] = (await product.must('GET', `${base}/list`, { templateType: 'entry' })).records;
  const sent = platform.letters.length;
  const quiet = async (plate: string): Promise<number> => {
    await lot.enter(plate, T + (50 + 2 * Number(plate.at(-1))) * MINUTE);
    await pushRound(product.database, later(1_000));
    return platform.letters.length - sent;
  };
  const bindTo = (plate: string) =>
    sql(
      `INSERT INTO wx_plate (id, tenant_id, company_id, publicplat_id, openid, plate_number, bound_time)
        SELECT gen_random_uuid(), tenant_id, company_id, id, $2, $3, now() FROM publicplat WHERE id = $1 RETURNING 1`,
      [account, FAN, plate],
    );
  for (const plate of ['京A00001', '京A00002', '京A00003']) await bindTo(plate);
  const own = await line({
    companyId: product.companies.child,
    templateType: 'passEnding',
    way: 'sms',
    content: '{plate}',
  });
  await sql(
    `UPDATE systemplatemsgconfig SET template_type = 'entry', way = 'template', enable = false WHERE id = $1
      RETURNING 1`,
    [own],
  );
  assert.equal(await quiet('京A00001'), 0);
  await product.must('POST', `${base}/remove`, { ids: own });
  await change(entry.id, { parkIds: [await product.park(product.companies.child)] });
  assert.equal(await quiet('京A00002'), 0);
  await change(entry.id, { parkIds: [lot.parkId] });
  assert.equal(await quiet('京A00003'), 1);
});

test('a subscription notice goes out once per event and agreement, is retried, and stops where the follower agrees no more', async () => {
  platform.templates.set('S-exit', ['car_number1', 'thing2']);
  platform.agreed.set(`${FAN} S-exit`, 2);
  await line({
    way: 'subscribe',
    templateType: 'exit',
    templateId: 'S-exit',
    content: 'car_number1={plate}\nthing2={stayed}',
    link: 'https://park.example.cn/m/pay',
  });
  const answers = () => states({ templateType: 'exit', way: 'subscribe' });
  await lot.leave('京A00001', T + 62 * MINUTE);
  await Promise.all([pushRound(product.database, later(0)), pushRound(product.database, later(0))]);
  assert.deepEqual(await answers(), ['sent']);
  assert.deepEqual(platform.subscribed, [
    {
      to: FAN,
      template: 'S-exit',
      data: { car_number1: '京A00001', thing2: '10分钟' },
      page: 'https://park.example.cn/m/pay',
    },
  ]);

  platform.bad.faults = 1;
  await lot.leave('京A00002', T + 64 * MINUTE);
  await pushRound(product.database, later(0));
  assert.deepEqual((await answers()).toSorted(), ['queued -1 system error', 'sent']);
  await pushRound(product.database, later(3_000));
  assert.deepEqual(await answers(), ['sent', 'sent']);

  await lot.leave('京A00003', T + 66 * MINUTE);
  for (const wait of [0, 10_000, 600_000]) await pushRound(product.database, later(wait));
  assert.match((await answers()).toSorted()[0]!, /^blocked 43101/);
  assert.equal(platform.subscribed.length, 2, 'nothing is sent without an agreement');
});

test('times and amounts are written in the language of the company’s messages', async () => {
  const parameter = { paramKey: 'message.language', forCompanyId: product.companies.first, paramValue: 'en' };
  const { id } = await product.must('POST', '/api/blade-system/param/submit', parameter, { as: 'admin' });
  const [paidLine] = (await product.must('GET', `${base}/list`, { templateType: 'paid' })).records;
  const { sent } = await product.must('GET', '/api/gatehouse/systemplatemsgconfig/preview', {
    recordId: paidLine.recordId,
  });
  assert.deepEqual(sent.at(-1), { field: 'amount3', value: '¥12.00' });
  const paid = await openPaidLot(product);
  await paid.pay(1750, daysAgo(0));
  await pushRound(product.database, later(5_000));
  assert.equal(platform.letters.at(-1)!.data['amount3'], '¥17.50');
  await product.must('POST', '/api/blade-system/param/remove', { ids: id }, { as: 'admin' });
});

test('a pass that ends is announced to its holder by text message, once however often the job runs', async () => {
  const yard = await openYard(product);
  await line({ templateType: 'passEnding', way: 'sms', content: '您的月租车{plate}将于{endDay}到期，剩{days}天。' });
  const pass = await yard.issue({ plateNumber: '京A77777', phone: '13800001234' });
  await sql(`UPDATE park_month SET end_time = $2 WHERE id = $1 RETURNING 1`, [pass, day(3)]);
  const night = new Date(`${day(0)}T15:30:00Z`); // 23:30 at the lot
  const set = (input: object) => product.must('POST', '/api/blade-system/param/submit', { ...input }, { as: 'admin' });
  const never = await set({ paramKey: 'pass.reminderDays', paramValue: '[14]' });
  await publishEndings(product.database, night);
  assert.deepEqual(await log({ templateType: 'passEnding' }), [], 'three days before is none of the days that are set');
  await product.must('POST', '/api/blade-system/param/remove', { ids: never.id }, { as: 'admin' });
  await publishEndings(product.database, night);
  await publishEndings(product.database, new Date(night.getTime() + 60_000));
  const rows = await log({ templateType: 'passEnding' });
  assert.equal(rows.length, 1);
  assert.match(rows[0].phone, /^138\*+1234$|^13800001234$/);
  await sql(`UPDATE wx_push SET due_at = $1 WHERE template_type = 'passEnding' RETURNING 1`, [night.toISOString()]);
  const signature = await set({ paramKey: 'text.signature', paramValue: '城市停车' });
  await pushRound(product.database, later(86_400_000));
  assert.deepEqual(
    texts.map(({ to }) => to),
    ['13800001234'],
  );
  assert.match(texts[0]!.text, /^【城市停车】您的月租车京A77777将于\d+年\d+月\d+日到期，剩3天/);
  await product.must('POST', '/api/blade-system/param/remove', { ids: signature.id }, { as: 'admin' });
});

test('internal events become staff notices, and a day with differences is reported once', async () => {
  await line({ templateType: 'dayDiffers', way: 'notice', content: '{day}{channel}有{count}笔差异' });
  const differs = {
    tenantId,
    companyId: product.companies.child,
    configId: 'c-1',
    channel: 'wechat',
    merchantNo: '1900',
  };
  const pushAll = () =>
    product.database.write(platformScope, (db) =>
      emit(dayDiffered, { ...differs, day: daysAgo(1), differences: 2, at: Date.now() }, { db }),
    );
  await pushAll();
  await pushAll();
  const notices = (await product.must('GET', '/api/blade-desk/notice/list', { title: '渠道对账有差异' })).records;
  assert.deepEqual(
    notices.map(({ content }: { content: string }) => content.endsWith('微信支付有2笔差异')),
    [true],
  );
  assert.deepEqual(await states({ templateType: 'dayDiffers' }), ['delivered']);
});

test('a preview fills every name an event has, and a trial goes to one follower and into no log', async () => {
  const [entry] = (await product.must('GET', `${base}/list`, { templateType: 'entry' })).records;
  const shown = await product.must('GET', '/api/gatehouse/systemplatemsgconfig/preview', { recordId: entry.id });
  assert.deepEqual(
    shown.fields.map(({ name }: { name: string }) => name),
    ['plate', 'parkName', 'time'],
  );
  assert.equal(shown.sent[1].value, '粤B12345');
  const [fan] = (await product.must('GET', '/api/updown/wxinfo/list', { publicplatId: account })).records;
  const [logged, sent] = [(await log()).length, platform.letters.length];
  await product.must('POST', '/api/gatehouse/systemplatemsgconfig/test', { recordId: entry.id, followerId: fan.id });
  const refused = await product.ask('POST', '/api/gatehouse/systemplatemsgconfig/test', { recordId: entry.id });
  assert.deepEqual([(await log()).length, platform.letters.length, refused.status], [logged, sent + 1, 422]);
});

test('followers who leave receive nothing more and their plates are deleted; another company sees none of it', async () => {
  await sendMessage({ MsgType: 'event', Event: 'unsubscribe' });
  assert.equal((await product.must('GET', '/api/gatehouse/wxPlate/list')).total, 0);
  const as = 'otherTenant';
  for (const path of [`${base}/list`, '/api/gatehouse/wxPush/list', '/api/gatehouse/wxSync/list'])
    assert.equal((await product.must('GET', path, {}, { as })).total, 0, path);
  const row = (await log())[0];
  assert.equal((await product.ask('POST', '/api/gatehouse/wxPush/resend', { id: row.id }, { as })).status, 404);
});
