/**
 * The voice of seats on the real engine: who may set it up, what a browser is given, and one call for help whatever
 * brings it.
 */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { takeHelp } from './door.ts';
import { agent, openLot, SECRET } from './seat.fixture.ts';
import type { Agent, Lot } from './seat.fixture.ts';
import { policyOrigin, socketOrigin, voicePolicy } from './voice-policy.ts';

const seat = '/api/gatehouse/seat';
const server = {
  wssUrl: 'wss://pbx.example.com:8089/ws',
  domain: 'pbx.example.com',
  realm: 'asterisk',
  helpNo: '9000',
  recordingBase: 'https://pbx.example.com/recordings/',
};
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
  await product.must('POST', '/api/gatehouse/sipServer/submit', { ...server, companyId: product.companies.first });
});
after(() => product.close());

const raw = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  product.database.read(platformScope, (db) => db.raw<T>(sql, [...values]));
const ask = (one: Agent, path: string, input: Record<string, unknown> = {}) =>
  product.must('POST', `${seat}/${path}`, input, { as: one.token });
const off = async (...all: Agent[]): Promise<void> => {
  for (const { token } of all) await product.ask('POST', `${seat}/presence`, { to: 'offline' }, { as: token });
};
async function numbered(extension: string): Promise<Lot> {
  const lot = await openLot(product);
  const { parkId, gate: gateId } = lot;
  await product.must('POST', '/api/gatehouse/laneExtension/submit', { parkId, gateId, extension });
  return lot;
}
const calls = ({ parkId }: Lot) =>
  raw<Record<string, unknown> & { id: string; status: string }>(
    `SELECT id, status, source, voice, voice_s::int AS seconds, loss_per_mille::int AS loss, recording FROM call_record WHERE park_id = $1 ORDER BY queued_time`,
    [parkId],
  );

test('a login is the digest of one’s own password at the realm, for who is on duty, and never the password', async () => {
  const one = await agent(product, { companyId: product.companies.child, sipNo: '8001' });
  const sip = async () => (await product.must('GET', `${seat}/sip`, {}, { as: one.token })).voice;
  assert.equal((await sip()).ha1, null, 'off duty');
  await ask(one, 'presence', { to: 'ready' });
  const { policy, ...login } = await sip();
  assert.deepEqual(login, {
    wssUrl: server.wssUrl,
    uri: 'sip:8001@pbx.example.com',
    user: '8001',
    realm: 'asterisk',
    ha1: createHash('md5').update(`8001:asterisk:${SECRET}`).digest('hex'),
    helpNo: '9000',
    domain: 'pbx.example.com',
    stunUrl: null,
  });
  assert.equal(policyOrigin(policy), 'wss://pbx.example.com:8089');
  await ask(one, 'presence', { to: 'break' });
  assert.equal((await sip()).ha1, null);
  assert.deepEqual(
    await raw('SELECT row_id FROM audit_log WHERE after::text LIKE $1 OR after::text LIKE $2', [
      `%${SECRET}%`,
      `%${login.ha1}%`,
    ]),
    [],
  );
  await off(one);
});

test('a document may connect to the server this installation wrote into its address, and to no other', () => {
  const policy = voicePolicy('wss://pbx.example.com:8089/ws');
  assert.equal(policyOrigin(policy), 'wss://pbx.example.com:8089');
  const other = Buffer.from('wss://evil.example').toString('base64url');
  for (const origin of [
    policy.replace(/^[^.]+/, other),
    policy.slice(0, -1),
    `${other}.`,
    '',
    undefined,
    'x'.repeat(900),
  ])
    assert.equal(policyOrigin(origin), null);
  for (const address of [
    'ws://pbx.example.com',
    'https://pbx.example.com',
    'wss://a:b@pbx.example.com',
    "wss://x;'self'",
  ])
    assert.equal(socketOrigin(address), null, address);
  assert.equal(socketOrigin('ws://127.0.0.1:5066/ws'), 'ws://127.0.0.1:5066');
});

test('addresses are checked by field, and SIP credentials are set by who has the right beside that of the accounts', async () => {
  const path = '/api/gatehouse/sipServer/submit';
  for (const [field, wrong] of [
    ['wssUrl', 'ws://pbx.example.com/ws'],
    ['domain', 'a b'],
    ['helpNo', '90 00'],
    ['stunUrl', 'turn:x'],
    ['recordingBase', 'http://pbx.example.com/'],
  ] as const) {
    const { status, body } = await product.ask('POST', path, {
      ...server,
      companyId: product.companies.child,
      [field]: wrong,
    });
    assert.equal(status, 400, field);
    assert.equal(body.errors?.[0]?.field, field);
  }
  const one = await agent(product);
  const { roleId, token } = await keeperOfAccounts();
  const { status, body } = await product.ask(
    'POST',
    '/api/updown/SipSeatuser/submit',
    { id: one.seatId, sipPassword: 'Other-1' },
    { as: token },
  );
  assert.equal(status, 400);
  assert.equal(body.errors?.[0]?.field, 'sipPassword');
  await product.must('POST', '/api/updown/SipSeatuser/submit', { id: one.seatId, remark: '夜班' }, { as: token });
  assert.ok(roleId);
});

/** Somebody who keeps seat accounts and nothing besides. */
async function keeperOfAccounts(): Promise<{ roleId: string; token: string }> {
  const account = `keeper.${randomUUID().slice(0, 8)}`;
  const password = 'Seat-desk-2026';
  const { id: roleId } = await product.must('POST', '/api/updown/sysrole/submit', {
    roleName: account,
    companyId: product.companies.first,
  });
  await product.must('POST', '/api/updown/sysrole/grant', {
    roleIds: roleId,
    menuIds: [],
    permissions: ['seatUser:read', 'seatUser:edit', 'user:read'],
  });
  const { id: userId } = await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    realName: account,
    companyId: product.companies.first,
    password,
    allParks: true,
  });
  await product.must('POST', '/api/updown/sysuser/grantRole', { userId, ids: roleId });
  await product.database.write(platformScope, (db) =>
    db.raw('UPDATE "user" SET must_change_password = false WHERE id = $1 RETURNING 1', [userId]),
  );
  return { roleId, token: await product.login(account, password) };
}

test('an intercom’s call is one call for help, whichever seats receive it, and joins the one its button began', async () => {
  const [lot, one, two] = [await numbered('7001'), await agent(product), await agent(product, { sipNo: '8002' })];
  for (const each of [one, two]) await ask(each, 'presence', { to: 'ready' });
  const rung = await ask(one, 'ring', { extension: '7001' });
  assert.equal(rung.gateId, lot.gate);
  assert.equal(rung.own.gateId, lot.gate, 'it rings at the seat that is ready longest');
  await ask(two, 'ring', { extension: '7001' });
  const at = Date.now();
  await takeHelp(product.database, lot, [
    { device: lot.device, seq: 1, rawAt: at, at, lane: lot.gate, action: 'press', rating: null },
  ]);
  assert.equal((await calls(lot)).length, 1);
  assert.equal((await calls(lot))[0]!['source'], 'sip');
  const { callId } = rung.own;
  await ask(one, 'accept', { callId });
  await ask(two, 'left', { callId });
  assert.equal(
    (await calls(lot))[0]!.status,
    'talking',
    'who was not answered is notified that it is over, which ends no talk',
  );
  await ask(one, 'end', { callId });
  await off(one, two);
});

test('a number no lane has, or of a car park the seat does not see, is refused', async () => {
  const [one, theirs] = [
    await agent(product, { companyId: product.companies.child }),
    await product.park(product.companies.first),
  ];
  const { id: gateId } = await product.must('POST', '/api/updown/baseParkGate/submit', {
    parkId: theirs,
    gateName: '入口',
    gateType: 'in',
  });
  await product.must('POST', '/api/gatehouse/laneExtension/submit', { parkId: theirs, gateId, extension: '7090' });
  for (const extension of ['7090', '7099'])
    assert.equal((await product.ask('POST', `${seat}/ring`, { extension }, { as: one.token })).status, 422, extension);
  await off(one);
});

test('a caller who hangs up before he is answered has given up, nobody is rung for him, and he may dial again', async () => {
  const [lot, one] = [await numbered('7003'), await agent(product)];
  await ask(one, 'presence', { to: 'ready' });
  const { callId } = (await ask(one, 'ring', { extension: '7003' })).own;
  await ask(one, 'left', { callId });
  const again = await ask(one, 'left', { callId });
  assert.equal(again.own, null);
  const back = (await ask(one, 'ring', { extension: '7003' })).own;
  assert.notEqual(back.callId, callId, 'who dials again at once calls anew');
  await ask(one, 'left', { callId: back.callId });
  assert.deepEqual(
    (await calls(lot)).map(({ status }) => status),
    ['abandoned', 'abandoned'],
  );
  await off(one);
});

test('how a talk went is kept with its call, by who answered it; a recording only where the server keeps its own', async () => {
  const [lot, one, two] = [await numbered('7004'), await agent(product), await agent(product, { sipNo: '8002' })];
  await ask(one, 'presence', { to: 'ready' });
  const { callId } = (await ask(one, 'ring', { extension: '7004' })).own;
  await ask(one, 'accept', { callId });
  const talk = { callId, outcome: 'talked', seconds: 54, lossPerMille: 3, jitterMs: 12, roundTripMs: 40 };
  assert.equal((await product.ask('POST', `${seat}/voice`, talk, { as: two.token })).status, 404);
  await ask(one, 'end', { callId });
  await ask(one, 'voice', { ...talk, seconds: 20, recording: 'https://evil.example/recordings/1.wav' });
  await ask(one, 'voice', { ...talk, seconds: 34, recording: 'https://pbx.example.com/recordings/a.wav' });
  const [row] = await calls(lot);
  assert.deepEqual(
    [row!['voice'], row!['seconds'], row!['loss'], row!['recording']],
    ['talked', 54, 3, 'https://pbx.example.com/recordings/a.wav'],
  );
  await off(one, two);
});
