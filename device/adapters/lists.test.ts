/** How lists of cameras are written and read, by the bytes the makers' documents show. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoughtDevice } from '#areas/device/model/bought-link.ts';
import { answeredOpeners, cameraFamilies, listFamilies, openFamilies } from '#areas/device/model/families.ts';
import type { Call, Order, Reply } from './adapter.ts';
import { keepList } from './held-lists.ts';
import { adapters } from './index.ts';
import { raw } from './messages.fixture.ts';
import { cameOf } from './orders.ts';

const ZONE = 'Asia/Shanghai';
const FROM = '2026-03-01T00:00:00.000Z';
const order = (payload: Record<string, unknown>): Order => ({ id: 'c41f0b', name: 'whiteList', payload });
const set = (plates: readonly string[], until = '2026-03-04T00:00:00.000Z') =>
  order({ action: 'set', from: FROM, entries: plates.map((plate) => ({ plate, until })) });

const { alphadigi, hikvision } = adapters;
const answered = (orders: readonly Order[]) =>
  JSON.parse(
    alphadigi.reply(
      raw('', 'application/x-www-form-urlencoded', 'beat'),
      { nativeId: 'x', events: [], beat: {} },
      orders,
      {
        channel: 1,
        zone: ZONE,
      },
    ).body,
  ).Response_AlarmInfoPlate;

test('alphadigi: plates go with an answer in local time, and nothing opens with them', () => {
  const { info, white_list_operate: operation } = answered([set(['浙A12345'])]);
  assert.equal(info, 'no');
  assert.deepEqual(operation, {
    operate_type: 0,
    white_list_data: [
      {
        plate: '浙A12345',
        enable: 1,
        need_alarm: 0,
        enable_time: '2026-03-01 08:00:00',
        overdue_time: '2026-03-04 08:00:00',
      },
    ],
  });
});

test('alphadigi: a removal names its plates; the empty plate, which would empty the list, is never sent', () => {
  assert.deepEqual(answered([order({ action: 'drop', plates: ['', '浙A12345'] })]).white_list_operate, {
    operate_type: 1,
    white_list_data: [{ plate: '浙A12345', enable: 1, need_alarm: 0 }],
  });
  assert.equal(answered([order({ action: 'drop', plates: [''] })]).white_list_operate, undefined);
  assert.equal(answered([]).white_list_operate, undefined);
});

test('alphadigi: a list whose answer was cut off is sent again, as nothing opens by it twice', () => {
  const list = set(['浙A12345']);
  assert.equal(cameOf(alphadigi, list, { channel: 1 }, 'cut').as, 'failed');
  assert.equal(cameOf(alphadigi, list, { channel: 1 }, 'whole').as, 'delivered');
  assert.equal(
    cameOf(alphadigi, order({ action: 'search' }), { channel: 1 }, 'whole').as,
    'failed',
    'it is never read',
  );
  assert.equal(cameOf(alphadigi, { ...list, name: 'open' }, { channel: 1 }, 'cut').as, 'uncertain');
});

test('hikvision: a page is read whatever the namespace; blocked plates are none of ours, and a day holds to its end', () => {
  const body = `<?xml version="1.0"?><h:LPListAuditSearchResult xmlns:h="http://www.hikvision.com/ver20/XMLSchema"><h:responseStatusStrg>MORE</h:responseStatusStrg>
    <h:LicensePlateInfoList><h:LicensePlateInfo><h:id>2</h:id><h:LicensePlate>浙A12345</h:LicensePlate><h:type>whiteList</h:type><h:effectiveTime>2026-03-04T08:00:00</h:effectiveTime></h:LicensePlateInfo>
    <h:LicensePlateInfo><h:id>3</h:id><h:LicensePlate>浙A00003</h:LicensePlate><h:type>blackList</h:type></h:LicensePlateInfo>
    <h:LicensePlateInfo><h:id>4</h:id><h:LicensePlate>浙A00004</h:LicensePlate><h:type>allowList</h:type><h:effectiveTime>2026-03-04</h:effectiveTime></h:LicensePlateInfo>
    <h:LicensePlateInfo><h:id>5</h:id><h:LicensePlate>浙A00005</h:LicensePlate></h:LicensePlateInfo></h:LicensePlateInfoList></h:LPListAuditSearchResult>`;
  assert.deepEqual(hikvision.lists!.read({ status: 200, body }, ZONE), {
    more: true,
    plates: [
      { plate: '浙A12345', id: '2', list: 'whiteList', until: '2026-03-04T00:00:00.000Z' },
      { plate: '浙A00004', id: '4', list: 'allowList', until: '2026-03-04T16:00:00.000Z', byDay: true },
      { plate: '浙A00005', id: '5', list: '', until: null },
    ],
  });
  assert.equal(hikvision.lists!.read({ status: 200, body: '<ResponseStatus/>' }, ZONE), null);
});

test('hikvision: a plate it has is changed by its id, a new one added; it deletes by ids as texts', () => {
  const was = { plate: '浙A00002', id: '7', list: 'whiteList', until: null };
  const until = '2026-03-04T00:00:00.000Z';
  const call = hikvision.lists!.write(
    [
      { plate: '浙A00001', until, was: null },
      { plate: '浙A00002', until, was },
    ],
    { from: FROM, zone: ZONE },
    { channel: 1 },
    false,
  );
  assert.equal(call.path, '/ISAPI/Traffic/channels/1/licensePlateAuditData/record?format=json');
  const times = {
    createTime: '2026-03-01T08:00:00',
    effectiveStartDate: '2026-03-01',
    effectiveTime: '2026-03-04T08:00:00',
  };
  assert.deepEqual(JSON.parse(call.body).LicensePlateInfoList, [
    { id: '', listType: 'allowList', LicensePlate: '浙A00001', ...times, operationType: 'add' },
    { id: '7', listType: 'whiteList', LicensePlate: '浙A00002', ...times, operationType: 'modify' },
  ]);
  assert.equal(hikvision.lists!.drop([was], { channel: 1 }).body, '{"id":["7"]}');
});

const device = { family: 'hikvision', channel: 1, zone: ZONE, deviceId: 'd' } as BoughtDevice;
const result = (records: string, status = 'OK'): Reply => ({
  status: 200,
  body: `<LPListAuditSearchResult><responseStatusStrg>${status}</responseStatusStrg>${records}</LPListAuditSearchResult>`,
});
const record = (plate: string): string =>
  `<LicensePlateInfo><id>1</id><LicensePlate>${plate}</LicensePlate><effectiveTime>2026-03-04T08:00:00</effectiveTime></LicensePlateInfo>`;
const OK: Reply = { status: 200, body: '{"statusCode":1}' };
const REFUSED: Reply = { status: 200, body: '{"statusCode":6}' };
const playing = (answers: readonly (Reply | { failed: 'unsure' | 'locked' })[]) => {
  const calls: Call[] = [];
  const left = [...answers];
  return { calls, call: async (_: unknown, call: unknown) => (calls.push(call as Call), left.shift()!) };
};

test('hikvision: done is what is read back afterwards, not what it answered', async () => {
  const { call, calls } = playing([result('', 'NO MATCH'), OK, result('', 'NO MATCH')]);
  assert.deepEqual(await keepList(call, device, set(['浙A12345'])), { as: 'done', result: [] });
  assert.equal(calls.length, 3);
});

test('hikvision: a search that also finds longer plates does not touch them', async () => {
  const both = result(record('浙A1234') + record('浙A12345'));
  const { call, calls } = playing([both, OK, result(record('浙A12345'))]);
  await keepList(call, device, order({ action: 'drop', plates: ['浙A1234'] }));
  assert.equal(calls[1]!.body, '{"id":["1"]}');
  const nothing = playing([result(record('浙A12345')), result(record('浙A12345'))]);
  await keepList(nothing.call, device, order({ action: 'drop', plates: ['浙A1234'] }));
  assert.equal(nothing.calls.length, 2, 'nothing is deleted where it is not there');
});

test('hikvision: older names of lists are tried where the usual ones are refused; refused twice has failed', async () => {
  const none = result('', 'NO MATCH');
  const older = playing([none, REFUSED, OK, result(record('浙A12345'))]);
  assert.equal((await keepList(older.call, device, set(['浙A12345']))).as, 'done');
  assert.match(older.calls[2]!.body, /"whiteList"/);
  const twice = playing([none, REFUSED, REFUSED]);
  assert.equal((await keepList(twice.call, device, set(['浙A12345']))).as, 'failed');
});

test('hikvision: a plate that is refused keeps none of its batch off', async () => {
  const none = result('', 'NO MATCH');
  const { call, calls } = playing([
    none,
    none,
    REFUSED,
    REFUSED,
    OK,
    REFUSED,
    REFUSED,
    result(record('浙A00001')),
    none,
  ]);
  const came = await keepList(call, device, set(['浙A00001', '浙A00002']));
  assert.deepEqual(
    (came as { result: { plate: string }[] }).result.map(({ plate }) => plate),
    ['浙A00001'],
  );
  assert.equal(calls.length, 9);
});

test('hikvision: no answer, a locked login and an answer that is no list have failed, and are never uncertain', async () => {
  for (const answer of [{ failed: 'unsure' }, { failed: 'locked' }, { status: 200, body: '<html>' }] as const) {
    const { as } = await keepList(playing([answer]).call, device, set(['浙A12345']));
    assert.equal(as, 'failed', JSON.stringify(answer));
  }
});

test('hikvision: a long list is read page by page', async () => {
  const page = result(record('浙A00001') + record('浙A00002'), 'MORE');
  const { call, calls } = playing([page, result(record('浙A00003'))]);
  const came = await keepList(call, device, order({ action: 'search' }));
  assert.equal((came as { result: unknown[] }).result.length, 3);
  assert.match(calls[1]!.body, /<searchResultPosition>2</);
});

test('an opening is offered of exactly the families whose adapter has a way to open', () => {
  const names = Object.keys(adapters) as (keyof typeof adapters)[];
  const having = (way: (can: (typeof adapters)['axis']['can']) => boolean) =>
    names.filter((name) => way(adapters[name].can)).sort();
  assert.deepEqual(
    [...openFamilies].sort(),
    having(({ open }) => open.length > 0),
  );
  assert.deepEqual(
    [...answeredOpeners].sort(),
    having(({ open }) => open.length > 0 && !open.includes('call')),
  );
});

test('every family that is sent a list has a way to carry it, and only cameras are', () => {
  for (const [name, { readsBack }] of Object.entries(listFamilies)) {
    const adapter = adapters[name as keyof typeof listFamilies];
    assert.ok(cameraFamilies.includes(name as keyof typeof listFamilies));
    assert.equal(adapter.lists !== undefined, readsBack);
    if (!readsBack) assert.equal(adapter.carries!(set(['浙A12345']), { channel: 1 }), true);
  }
});
