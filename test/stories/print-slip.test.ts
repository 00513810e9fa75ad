/** A receipt as a booth prints it: by the car park's own template once there is one. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { quoted, withOrder } from '#areas/billing/server/books.fixture.ts';
import { openLot } from '#areas/passage/server/lot.fixture.ts';
import { placesOf, writeMoney } from '#areas/billing/server/door.ts';
import type { Place } from '#areas/billing/server/door.ts';
import { orderStep } from '#domain/ledger/order.ts';
import { widthOf } from '#domain/print/words.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

type Slip = {
  template: string | null;
  paper: string;
  columns: number;
  lines: { kind: string; text: string }[];
  escpos: string;
};

let product: TestProduct;
let parkId: string;
let orderId: string;
const base = '/api/updown/parkprinttemplate';
const as = 'groupAdmin';

async function paidOrder(place: Place): Promise<string> {
  const now = Date.now() - 60_000;
  const entry = quoted(place, 1800, 300, now);
  const line = { from: now - 3_600_000, to: now };
  const lines = [
    { ...line, kind: 'time', units: 1, unitFen: 1800, amountFen: 1800, clause: { zh: '首小时', en: 'First hour' } },
    { ...line, kind: 'derate', amountFen: -300, clause: { zh: '优惠', en: 'Discount' } },
  ];
  const step = orderStep(entry.order, {
    kind: 'cash',
    id: newId(),
    amountFen: 1500,
    tenderedFen: 2000,
    drawer: 'box-1',
    at: now + 1000,
  });
  const full = { ...entry, about: { ...entry.about, lines } };
  await product.database.write(tenantScope(place.tenantId), (db) => writeMoney(db, place, { entries: [full] }));
  await product.database.write(tenantScope(place.tenantId), (db) =>
    writeMoney(db, place, { entries: [withOrder(full, step.order)], postings: step.postings }),
  );
  return entry.order.id;
}

before(async () => {
  product = await startTestProduct();
  parkId = await product.park(product.companies.child, '东门停车场', { servicePhone: '400-123-4567' });
  const place = await product.database.read(platformScope, async (db) => {
    const [row] = await db.raw<{ tenantId: number }>('SELECT tenant_id AS "tenantId" FROM park WHERE id = $1', [
      parkId,
    ]);
    return (await placesOf(db, [parkId], row!.tenantId)).get(parkId)!;
  });
  orderId = await paidOrder(place);
});
after(() => product.close());

const slip = (more: Record<string, unknown> = {}, lang: 'zh' | 'en' = 'zh'): Promise<Slip> =>
  product.must('GET', '/api/gatehouse/print/slip', { onlineOrderId: orderId, ...more }, { as, lang });
const texts = ({ lines }: Slip) => lines.map(({ text }) => text);
const submit = (input: Record<string, unknown>) => product.ask('POST', `${base}/submit`, input, { as });

test('without a template the product’s own is printed, in the language of whoever prints', async () => {
  const own = await slip();
  assert.deepEqual([own.template, own.paper, own.columns], [null, '58', 32]);
  assert.ok(texts(own).includes(`首小时${' '.repeat(21)}18.00`), texts(own).join('\n'));
  assert.ok(texts(own).includes(`优惠${' '.repeat(23)}-3.00`));
  assert.ok(texts(own).some((line) => line.includes('实收 15.00 元')));
  assert.ok(texts(own).some((line) => line.endsWith('400-123-4567')));
  assert.ok(own.lines.every(({ text = '' }) => widthOf(text) <= own.columns));
  assert.ok(!texts(own).some((line) => line?.startsWith('减免')), 'nothing was waived');
  const bytes = Buffer.from(own.escpos, 'base64');
  assert.ok(new TextDecoder('gb18030').decode(bytes).includes('停车收费凭条'));
  assert.ok(texts(await slip({}, 'en')).some((line) => line.includes('Paid 15.00 yuan')));
  assert.equal((await slip({ paper: '80' })).columns, 48);
});

test('the template in use is printed, the one put into use last; another version has another number', async () => {
  const first = { parkId, templateName: '简版', templateType: 'receipt', paper: '80', content: '{park} | {paid}' };
  const { body } = await submit(first);
  assert.deepEqual(texts(await slip()), [`东门停车场${' '.repeat(33)}15.00`]);
  const second = await submit({ ...first, templateName: '新版', paper: '58', content: '# {park}' });
  assert.equal((await slip()).template, '新版');
  const { records } = await product.must('GET', `${base}/list`, { parkId, templateType: 'receipt' }, { as });
  assert.deepEqual(
    records.map((row: { templateName: string; inUse: boolean }) => `${row.templateName} ${row.inUse}`).sort(),
    ['新版 true', '简版 false'],
  );
  await submit({ recordId: body.data.id, content: '{park}', inUse: true });
  const row = await product.must('GET', `${base}/detail`, { recordId: body.data.id }, { as });
  assert.equal(row.versionNo, 2);
  assert.equal((await slip()).template, '简版');
  for (const recordId of [body.data.id, second.body.data.id])
    await product.must('GET', `${base}/remove`, { recordId }, { as });
  assert.equal((await slip()).template, null);
});

test('a template that names what there is not, or leaves a part open, is refused with the line', async () => {
  const refused = async (content: string) =>
    (await submit({ parkId, templateName: '错', templateType: 'receipt', content })).body.errors?.map(({ msg }) => msg);
  assert.deepEqual(await refused('{park}\n{owner}'), ['第2行：没有栏目 owner']);
  assert.deepEqual(await refused('[if phone]\n{phone}'), ['第1行：缺少 [end]']);
  assert.deepEqual(await refused('[loop]'), undefined, 'what is no order is printed as it stands');
});

test('a slip is of one’s own lots alone', async () => {
  const printAs = (who: string) =>
    product.ask('GET', '/api/gatehouse/print/slip', { onlineOrderId: orderId }, { as: who });
  assert.equal((await printAs('otherTenant')).status, 404);
  assert.equal((await printAs('nobody')).status, 403);
});

test('the entry ticket of a car without a plate has its code, and the QR code leads to its bill', async () => {
  const lot = await openLot(product, { settings: { noPlateRule: 'code' } });
  await lot.see('in1', Date.now() - 3_600_000, '');
  await lot.through('in1', Date.now() - 3_599_000);
  const [car] = await lot.of('car_inside');
  const code = String(car!.plate_number);
  const ticket: Slip = await product.must(
    'GET',
    '/api/gatehouse/print/slip',
    { recordId: car!.id, templateType: 'entry' },
    { as, lang: 'zh' },
  );
  const written = texts(ticket);
  assert.ok(written.some((line) => line.includes('入场凭条')));
  assert.ok(written.includes(`凭证号 ${code.split('-')[1]}`), written.join('\n'));
  const address = new URL(ticket.lines.find(({ kind }) => kind === 'qr')!.text);
  assert.deepEqual([address.pathname, address.searchParams.get('parkId')], ['/m/pay', lot.parkId]);
  const { dueFen } = await product.must(
    'POST',
    '/api/gatehouse/driver/bill',
    { parkId: lot.parkId, plateNumber: decodeURIComponent(address.hash.replace('#p=', '')) },
    { as: null },
  );
  assert.equal(dueFen, 1000);
  const mine = { parkId: lot.parkId, templateName: '入场', templateType: 'entry', content: '{lane} | {inTime}' };
  assert.equal((await submit(mine)).status, 200);
  assert.deepEqual(
    (await product.must('GET', '/api/gatehouse/print/slip', { recordId: car!.id, templateType: 'entry' }, { as }))
      .template,
    '入场',
  );
});

test('each kind of template has its own values, begins with the product’s own, and a car that left has no ticket', async () => {
  const entry = { parkId, templateName: '入场', templateType: 'entry' };
  const wrong = (await submit({ ...entry, content: '{plate}\n{paid}' })).body.errors;
  assert.deepEqual(
    wrong?.map(({ msg }) => msg),
    ['第2行：没有栏目 paid'],
  );
  const { body } = await submit(entry);
  const { content } = await product.must('GET', `${base}/detail`, { recordId: body.data.id }, { as });
  assert.match(content, /\[qr \{payUrl\}\]/);
  const lot = await openLot(product);
  const stayId = await lot.enter('京A70001', Date.now() - 3_600_000);
  const ask = () =>
    product.ask('GET', '/api/gatehouse/print/slip', { recordId: stayId, templateType: 'entry' }, { as });
  assert.equal((await ask()).status, 200);
  await lot.leave('京A70001', Date.now() - 60_000);
  assert.equal((await ask()).status, 422);
  const without = await product.ask('GET', '/api/gatehouse/print/slip', { templateType: 'entry' }, { as });
  assert.deepEqual([without.status, without.body.errors?.[0]?.field], [400, 'recordId']);
});
