/**
 * Visits on the real engine: invited, examined, driven in and out by the lane, shown by a code, withdrawn and
 * forgotten.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { eraseOldVisits, refreshVisits } from '#areas/visitor/server/clock.ts';
import { codeAt } from '#areas/visitor/server/codes.ts';
import { presentCode } from '#areas/visitor/server/door.ts';
import { lockVisits } from '#areas/visitor/server/store.ts';

const base = '/api/updown/plat/visitorInfo';
const own = '/api/gatehouse/visit';
const web = '/api/updown/door/vistorweb';
const nobody = { as: null };
let product: TestProduct;
let lot: StoryLot;
const now = Math.floor(Date.now() / MINUTE) * MINUTE;
const iso = (at: number): string => new Date(at).toISOString();

before(async () => {
  product = await startTestProduct();
});
after(() => product?.close());

const wish = (more: Record<string, unknown> = {}) => ({
  parkId: lot.parkId,
  visitorName: '赵明远',
  phone: '13800138000',
  hostName: '李思齐',
  visitTime: iso(now),
  leaveTime: iso(now + 2 * HOUR),
  ...more,
});
const invite = async (more: Record<string, unknown> = {}): Promise<string> =>
  (await product.must('POST', `${base}/submit`, wish(more))).recordId;
const examine = (id: string, type: 1 | 2, remark?: string) =>
  product.must('GET', `${base}/examine`, { id, type, ...(remark ? { remark } : {}) });
const invited = async (more: Record<string, unknown> = {}): Promise<string> => {
  const id = await invite(more);
  await examine(id, 1);
  lot.forget();
  return id;
};
const row = (recordId: string) => product.must('GET', `${base}/detail`, { recordId });
const car = async (visitId: string) =>
  (await product.must('GET', '/api/updown/plat/visitorCar/list', { visitId, size: 50 })).records;
const events = async (visitId: string) =>
  (await product.must('GET', '/api/gatehouse/visitEvent/list', { visitId, size: 50 })).records.map(
    (each: { kind: string; way: string; reason: string | null }) =>
      [each.kind, each.way, each.reason].filter(Boolean).join(' '),
  );
/** Time goes by: the visit, its car and its booking were for earlier than it is. */
const ago = async (id: string, ms: number): Promise<void> => {
  await product.database.write(platformScope, async (db) => {
    const shift = [id, `${ms} milliseconds`];
    await db.raw(
      'UPDATE visit SET visit_time = visit_time - $2::interval, leave_time = leave_time - $2::interval WHERE id = $1',
      shift,
    );
    await db.raw(
      'UPDATE space_booking SET start_time = start_time - $2::interval, end_time = end_time - $2::interval WHERE id::text IN (SELECT booking_id FROM visitor_car WHERE visit_id = $1)',
      shift,
    );
    await db.raw(
      'UPDATE visitor_car SET start_time = start_time - $2::interval, end_time = end_time - $2::interval WHERE visit_id = $1',
      shift,
    );
  });
  lot.forget();
};
const warnings = async () =>
  (await lot.rows(`SELECT status FROM rd_warn WHERE tenant_id = $1 AND park_id = $2 AND warn_type = 'visitor'`)).map(
    ({ status }) => status,
  );
const invitationOf = async (recordId: string): Promise<string> =>
  new URL((await product.must('GET', `${own}/link`, { recordId })).url).searchParams.get('invitation')!;
const inDb = <T>(work: Parameters<typeof product.database.write<T>>[1]): Promise<T> =>
  product.database.write(tenantScope(lot.target.tenantId), work);
const codeOf = (id: string, at: number) =>
  inDb(async (db) => codeAt((await lockVisits(db, lot.target.tenantId, [id]))[0]!, at).code);

test('an invited car is let in by its plate and leaves free within its time; its visit says when it came and went', async () => {
  lot = await openLot(product);
  const id = await invited({ plateNumber: '苏A12345', visitTime: iso(now - HOUR) });
  assert.equal((await car(id))[0].state, 'booked');
  const stay = await lot.enter('苏A12345', now - 50 * MINUTE);
  assert.equal((await lot.stay(stay)).kind, 'visitor');
  const { status, inTime, used } = await row(id);
  assert.deepEqual([status, Math.abs(Date.parse(inTime) - (now - 50 * MINUTE)) < MINUTE, used], ['inside', true, 1]);
  await lot.leave('苏A12345', now - 10 * MINUTE);
  assert.deepEqual([(await lot.stay(stay)).bill_fen, (await row(id)).status], [0, 'left']);
  assert.deepEqual((await events(id)).toSorted(), ['in car', 'out car']);
  assert.deepEqual(
    (await car(id)).map((each: { state: string; used: number }) => [each.state, each.used]),
    [['left', 1]],
  );
  const listed = await product.must('GET', '/api/updown/static/listPageVistor', { parkId: lot.parkId });
  assert.deepEqual(
    listed.records.map(({ plateNumber, visitId, hostName }: Record<string, string>) => [
      plateNumber,
      visitId,
      hostName,
    ]),
    [['苏A12345', id, '李思齐']],
  );
});

test('a visitor who leaves late pays for the extra time, and is reported as overstaying meanwhile', async () => {
  lot = await openLot(product);
  const id = await invited({ plateNumber: '苏A20001' });
  await ago(id, 4 * HOUR);
  const stay = await lot.enter('苏A20001', now - 3 * HOUR);
  assert.ok((await refreshVisits(product.database, new Date(now))) >= 1);
  assert.equal((await row(id)).status, 'overstay');
  assert.deepEqual(await warnings(), ['open']);
  assert.deepEqual((await events(id)).toSorted(), ['in car', 'told clock']);
  await lot.see('out1', now - HOUR, '苏A20001');
  const { phase } = await lot.lane('out1');
  assert.equal(phase.name === 'awaiting' && phase.settling.quote.dueFen, 1000); // the hour after its end
  await lot.cash('out1', now - HOUR + 5000, 1000);
  await lot.through('out1', now - HOUR + 7000);
  assert.deepEqual([(await lot.stay(stay)).status, (await row(id)).status], ['closed', 'left']);
  assert.deepEqual(await warnings(), ['cleared']);
  assert.equal((await lot.check()).right, true);
});

test('one that is withdrawn lets nobody in: not its car, not its code; and who it was is erased at once', async () => {
  lot = await openLot(product);
  const id = await invited({ plateNumber: '苏A30001' });
  const invitation = await invitationOf(id);
  const party = { visitorName: '赵明远', phone: '13800138000', plateNumber: '苏A30001', consent: true };
  await product.must('POST', `${own}/consent`, { invitation, ...party }, nobody);
  const { code } = await product.must('POST', `${own}/code`, { invitation }, nobody);
  await product.must('POST', `${own}/withdraw`, { invitation }, nobody);
  lot.forget();
  assert.equal((await lot.stay(await lot.enter('苏A30001', now))).kind, 'temp');
  const checked = await product.must('POST', `${own}/check`, { code });
  assert.equal(checked.result, 'refused');
  const { status, visitorName, phone, plateNumber, erasedTime } = await row(id);
  assert.deepEqual([status, visitorName, phone, plateNumber], ['cancelled', null, null, null]);
  assert.ok(erasedTime);
  assert.equal((await product.ask('POST', `${own}/mine`, { invitation }, nobody)).status, 422);
});

test('a code presented twice counts once, also twice at once; a party passes as often as it has people', async () => {
  lot = await openLot(product);
  const id = await invited();
  const at = now + MINUTE;
  const code = await codeOf(id, at);
  const present = (place: string, presented = code) => inDb((db) => presentCode(db, { code: presented, at, place }));
  const two = await Promise.all([present('大堂'), present('大堂')]);
  assert.deepEqual(two.map(({ reason }) => reason).toSorted(), [null, 'replayed'].toSorted());
  assert.deepEqual([(await row(id)).status, (await row(id)).used], ['inside', 1]);
  assert.equal((await present('二楼')).reason, null); // another door, the same guest
  assert.equal((await row(id)).used, 1);
  assert.deepEqual((await events(id)).toSorted(), ['in code', 'in code', 'refused code replayed']);
  const party = await invited({ people: 3 });
  const theirs = await codeOf(party, at);
  const passed = [];
  for (const _ of [1, 2, 3, 4]) passed.push((await present('大堂', theirs)).reason);
  assert.deepEqual(passed, [null, null, null, 'replayed']);
  const turned = `${code.slice(0, 60)}${code[60] === 'A' ? 'B' : 'A'}${code.slice(61)}`;
  assert.deepEqual(await present('大堂', turned), { reason: 'unknown', row: null });
});

test('a code of another lot or another group is not believed here', async () => {
  lot = await openLot(product);
  const id = await invited();
  const code = await codeOf(id, now);
  const elsewhere = await product.park(product.companies.child);
  assert.equal(
    (await inDb((db) => presentCode(db, { code, at: now, place: null, parkId: elsewhere }))).reason,
    'elsewhere',
  );
  const { result, visitNo } = await product.must('POST', `${own}/check`, { code }, { as: 'otherTenant' });
  assert.deepEqual([result, visitNo], ['refused', null]);
  assert.deepEqual(await events(id), []);
});

test('another company sees nothing: no list, no detail, no action; and users without permission are refused', async () => {
  lot = await openLot(product);
  const id = await invited({ plateNumber: '苏A40001' });
  for (const list of [`${base}/getPageList`, '/api/updown/plat/visitorCar/list', '/api/gatehouse/visitEvent/list'])
    assert.deepEqual((await product.must('GET', list, {}, { as: 'otherTenant' })).records, []);
  for (const [as, status] of [
    ['otherTenant', 404],
    ['nobody', 403],
  ] as const)
    for (const [method, path, input] of [
      ['GET', `${base}/detail`, { recordId: id }],
      ['GET', `${own}/link`, { recordId: id }],
      ['POST', `${own}/signIn`, { recordId: id }],
      ['POST', `${own}/cancel`, { recordId: id }],
    ] as const)
      assert.equal((await product.ask(method, path, input, { as })).status, status, `${as} ${path}`);
});

test('a refused or waiting visit books nothing; where the lot examines nobody, what its people enter is approved at once', async () => {
  lot = await openLot(product);
  const id = await invite({ plateNumber: '苏A50001' });
  lot.forget();
  assert.equal((await lot.stay(await lot.enter('苏A50001', now))).kind, 'temp');
  assert.equal((await product.ask('GET', `${base}/examine`, { id, type: 2 })).body.errors?.[0]?.field, 'remark');
  await examine(id, 2, '当天有活动');
  assert.deepEqual(
    [(await row(id)).status, (await row(id)).decideRemark, (await car(id))[0].state],
    ['refused', '当天有活动', 'ended'],
  );
  lot = await openLot(product, { settings: { visitReview: false } });
  const free = await invite({ plateNumber: '苏A50002' });
  assert.deepEqual([(await row(free)).status, (await car(free))[0].state], ['approved', 'booked']);
});

test('a host has no more guests on a day than the lot says; another day and another host are counted by themselves', async () => {
  lot = await openLot(product, { settings: { visitsPerHostDay: 1 } });
  const id = await invite();
  const third = await product.ask('POST', `${base}/submit`, wish());
  assert.deepEqual([third.status, third.body.errors?.[0]?.field], [400, 'hostName']);
  await invite({ hostName: '吴桐' });
  await invite({ visitTime: iso(now + 24 * HOUR), leaveTime: iso(now + 26 * HOUR) });
  await product.must('POST', `${own}/cancel`, { recordId: id });
  await invite();
});

test('two entries: after the car has left it is booked again, and its visit waits for it', async () => {
  lot = await openLot(product);
  const id = await invited({ plateNumber: '苏A60001', entries: 2, visitTime: iso(now - HOUR) });
  await lot.enter('苏A60001', now - 50 * MINUTE);
  await lot.leave('苏A60001', now - 40 * MINUTE);
  assert.deepEqual([(await row(id)).status, (await car(id))[0].state], ['approved', 'booked']);
  lot.forget();
  assert.equal((await lot.stay(await lot.enter('苏A60001', now - 20 * MINUTE))).kind, 'visitor');
  await lot.leave('苏A60001', now - 10 * MINUTE);
  assert.deepEqual([(await row(id)).status, (await row(id)).used, (await car(id))[0].state], ['left', 2, 'left']);
});

test('a poster is scanned, a visit entered and shown to nobody but its visitor; a disabled one takes none', async () => {
  lot = await openLot(product);
  const { id: deptId } = await product.must('POST', '/api/blade-system/dept/submit', {
    companyId: product.companies.child,
    deptName: `行政部${now}`,
  });
  const { recordId } = await product.must('POST', '/api/updown/plat/visitorqrcode/submit', {
    parkId: lot.parkId,
    name: '北门',
    startTime: iso(now - HOUR),
    endTime: iso(now + 24 * HOUR),
  });
  const { url, image } = await product.must('GET', '/api/updown/plat/visitorqrcode/getVistorQrCode', { recordId });
  assert.match(image, /^data:image\/svg\+xml/);
  const code = new URL(url).searchParams.get('code')!;
  const poster = await product.must('GET', `${own}/poster`, { code }, nobody);
  assert.equal(poster.name, '北门');
  const { ticket } = poster;
  assert.deepEqual(
    (await product.must('GET', `${web}/selectDept`, { ticket }, nobody)).filter(
      ({ value }: { value: string }) => value === deptId,
    ).length,
    1,
  );
  const input = {
    ticket,
    visitorName: '钱多多',
    phone: '13900139000',
    plateNumber: '苏A70001',
    consent: true,
    deptIds: deptId,
    visitTime: iso(now),
    leaveTime: iso(now + HOUR),
  };
  assert.equal((await product.ask('POST', `${web}/add`, { ...input, consent: false }, nobody)).status, 400);
  await invited();
  const { visitNo, invitation, status } = await product.must('POST', `${web}/add`, input, nobody);
  assert.equal(status, 'waiting');
  const waiting = await product.must('GET', `${base}/getPagetWaitExamineList`, { parkId: lot.parkId });
  assert.deepEqual(
    waiting.records.map((each: { visitNo: string }) => each.visitNo),
    [visitNo],
  );
  const seen = await product.must('POST', `${own}/mine`, { invitation }, nobody);
  assert.deepEqual([seen.visitNo, seen.status, seen.consented], [visitNo, 'waiting', true]);
  assert.ok(!JSON.stringify(seen).includes('钱多多') && !JSON.stringify(seen).includes('苏A70001'));
  assert.equal((await product.ask('POST', `${own}/code`, { invitation }, nobody)).status, 422);
  await examine(waiting.records[0].id, 1);
  assert.equal((await product.must('POST', `${own}/code`, { invitation }, nobody)).code.length, 130);
  assert.equal((await product.ask('POST', `${own}/mine`, { invitation: 'A'.repeat(22) }, nobody)).status, 422);
  await product.must('POST', '/api/updown/plat/visitorqrcode/disable', { recordId });
  assert.equal((await product.ask('GET', `${own}/poster`, { code }, nobody)).status, 422);
  assert.equal((await product.ask('POST', `${web}/add`, input, nobody)).status, 422);
});

test('what was long ago is forgotten by name and stays in number', async () => {
  lot = await openLot(product);
  const id = await invited({ plateNumber: '苏A80001' });
  await product.must('POST', `${own}/signIn`, { recordId: id });
  assert.equal((await product.ask('POST', `${own}/erase`, { recordId: id })).status, 409);
  await product.must('POST', `${own}/signOut`, { recordId: id });
  await ago(id, 91 * 24 * HOUR);
  assert.ok((await eraseOldVisits(product.database, new Date(now))) >= 1);
  const { visitorName, phone, plateNumber, status } = await row(id);
  assert.deepEqual([visitorName, phone, plateNumber, status], [null, null, null, 'left']);
  assert.deepEqual((await events(id)).toSorted(), ['in desk', 'out desk']);
  const kept = await product.database.read(platformScope, (db) =>
    db.raw<{ n: number }>(
      `SELECT count(*)::int AS n FROM audit_log WHERE row_id = $1
        AND (before::text LIKE '%赵明远%' OR after::text LIKE '%赵明远%')`,
      [id],
    ),
  );
  assert.deepEqual(kept, [{ n: 0 }]);
});
