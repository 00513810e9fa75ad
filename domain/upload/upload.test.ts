/**
 * Adapters against the texts they were made from: published signatures come out to the letter, and every sample can be
 * made.
 */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import { adapters } from './adapters.ts';
import { apds } from './apds.ts';
import { judge, pauseMs } from './answer.ts';
import { cds } from './cds.ts';
import { kindsOf, profileProblems, sampleOf, unsaid } from './check.ts';
import { factsBetween, seqOf, wholeStory } from './facts.ts';
import type { Stands } from './facts.ts';
import { np } from './np.ts';
import type { Profile } from './profile.ts';
import { pyun } from './pyun.ts';
import { canonical, lacking, render } from './render.ts';
import type { Digest } from './render.ts';
import { tariffUnsaid } from './tariff.ts';
import { allowed, readable, SAMPLE } from './content.ts';
import { webhook } from './webhook.ts';

const digest: Digest = ({ algo, code, keyAfter }, text, secret) => {
  const key = keyAfter && secret.startsWith(keyAfter) ? Buffer.from(secret.slice(keyAfter.length), 'base64') : secret;
  const bytes = (algo.startsWith('hmac-') ? createHmac(algo.slice(5), key) : createHash(algo)).update(text).digest();
  return code === 'base64'
    ? bytes.toString('base64')
    : code === 'HEX'
      ? bytes.toString('hex').toUpperCase()
      : bytes.toString('hex');
};

test('the signature of P Cloud is the one its text prints', () => {
  const published = {
    car_color: '1',
    car_desc: '临时车',
    car_type: '1',
    enter_gate: '入口名称',
    enter_image: 'https://t7.baidu.com/it/u=1595072465,3644073269&fm=193&f=GIF',
    enter_image_hash: '3EF48C1A8A95DF308EFF872082280815',
    enter_release_reason: '访问客户',
    enter_security: '入口保安',
    enter_time: '1624874732253',
    park_uuid: '49f0cc52-e8c7-41e3-b54d-af666b8cc11a',
    parking_serial: '202106028000000007',
    plate: '粤X44444',
    plate_color: '1',
    remain_parking_space: '10',
    total_parking_space: '100',
    vehicle_type: '1',
    app_id: '',
  };
  const text = canonical(pyun.sign!, published, '', { platform: { secret: '123' } });
  assert.equal(digest(pyun.sign!, text, '123'), 'F58EDB51E299C99BE0E24D84739994CA');
});

test('the open interface signs what stands beside the body, then the body, as its text prints', () => {
  const content = {
    ...sampleOf('entry'),
    platform: { key: 'Org_2021001', secret: 'fK5OEj4HENZFOU5qokqqwJwhpUB1JRCK' },
    park: { ...SAMPLE.park, code: 'YDT_42012' },
    stay: {
      ...SAMPLE.stay,
      id: '420121631008433',
      plate: '粤B12348',
      kind: 'temp',
      inAt: Date.parse('2021-09-07T17:53:53+08:00'),
      inLane: '车道1',
      inLaneCode: 1,
      receivableFen: 0,
      cashFen: 0,
      onlineFen: 0,
    },
    now: 1_637_032_832_079,
  };
  const { body } = render(np, 'entry', content, digest);
  assert.match(body, /"cashCharge":0\.0,/);
  assert.equal(JSON.parse(body).sign, '2b1c48ee73b4759aa7208fb097579030');
});

test('a webhook is signed as the reference vector of Standard Webhooks', () => {
  const text = canonical(webhook.sign!, {}, '{"type":"order.paid","amountFen":1300}', {
    message: { id: 'msg_1' },
    now: 1_793_880_000_000,
  });
  assert.equal(
    digest(webhook.sign!, text, 'whsec_dGVzdC1zZWNyZXQtMDAwMQ=='),
    'ZcCnILgIG7S9kIvc2lu5iC5WCDZxux5zcJR9NwTm2Tg=',
  );
});

test('every shipped profile passes its check, makes every sample, and no secret stands in what it sends', () => {
  for (const [name, profile] of Object.entries<Profile>(adapters)) {
    assert.deepEqual(profileProblems(JSON.parse(JSON.stringify(profile))), [], name);
    for (const kind of kindsOf(profile)) {
      const content = sampleOf(kind);
      assert.deepEqual(lacking(profile, kind, content), [], `${name} ${kind}`);
      const made = render(profile, kind, content, digest);
      assert.ok(!JSON.stringify(made).includes(SAMPLE.platform.secret) || made.headers['authorization'], name);
    }
  }
});

test('an event of the curb specification is what its table asks for, times in ms, costs in the smallest unit', () => {
  const { headers, body } = render(cds, 'exit', sampleOf('exit'), digest);
  assert.equal(headers['content-type'], 'application/vnd.cds+json;version=1.0');
  assert.equal(headers['authorization'], 'Bearer sample-secret');
  const { data, time_zone: zone } = JSON.parse(body);
  const [{ event_type, event_time, curb_area_ids, actual_cost, event_location }] = data.events;
  assert.deepEqual(
    [zone, event_type, event_time, curb_area_ids, actual_cost, event_location.geometry.coordinates],
    ['Asia/Shanghai', 'exit_area', SAMPLE.stay.outAt, ['P-0001'], 1200, [120.1, 30.2]],
  );
});

test('a session of APDS is what its dictionary asks for: one in order, its end under a greater version, one that was none deleted', () => {
  const of = (kind: 'entry' | 'exit' | 'void' | 'count', seq: number) =>
    JSON.parse(render(apds, kind, { ...sampleOf(kind), message: { ...SAMPLE.message, kind, seq } }, digest).body);
  const [entered] = of('entry', 1).data;
  assert.deepEqual(
    [entered.id, entered.actualStart, entered.actualEnd, entered.initiator.className, entered.hierarchyElement.id],
    [SAMPLE.stay.id, new Date(SAMPLE.stay.inAt).toISOString(), undefined, 'Organisation', 'P-0001'],
  );
  assert.deepEqual(
    entered.identifiedCredentials.map(({ type, identifier }: { type: string; identifier: { id: string } }) => [
      type,
      identifier.id,
    ]),
    [
      ['ticket', SAMPLE.stay.id],
      ['licensePlate', '浙A12345'],
    ],
  );
  assert.deepEqual(entered.segments[0].validationType, ['ticket', 'licensePlate']);
  const [left] = of('exit', 2).data;
  assert.deepEqual([left.id, left.actualEnd], [entered.id, new Date(SAMPLE.stay.outAt).toISOString()]);
  assert.ok(left.version > entered.version);
  const gone = of('void', 3);
  assert.deepEqual([gone.meta.total, gone.data], [0, []]);
  assert.deepEqual([gone.deletedReferences[0].id, gone.deletedReferences[0].className], [entered.id, 'Session']);
  const [place] = of('count', 4).data;
  assert.equal(place.hierarchyElementReference.demandTable[0].demandType[0].count, 45);
  assert.equal(place.hierarchyElementReference.supply[0].supplyQuantity, 120);
});

test('without its plate a session is known by its own number, and no plate stands in it', () => {
  const bare = readable(allowed({ ...SAMPLE.stay }, []), () => null);
  const { body } = render(apds, 'entry', { ...sampleOf('entry'), stay: bare }, digest);
  assert.deepEqual(JSON.parse(body).data[0].segments[0].validationType, ['ticket']);
  assert.ok(!body.includes('浙A'));
  const open = readable({ ...SAMPLE.stay, outAt: null }, () => null);
  const corrected = JSON.parse(render(apds, 'correct', { ...sampleOf('correct'), stay: open }, digest).body).data[0];
  assert.ok(!('actualEnd' in corrected), 'one that goes on has no end, not an empty one');
});

test('what each scheme cannot express of a tariff is listed; a custom profile lists nothing', () => {
  const of = (scheme: string) => tariffUnsaid(scheme).map(({ en }) => en);
  assert.ok(of('cds').includes('Daily cap') && !of('apds').includes('Daily cap'));
  assert.ok(Object.keys(adapters).every((scheme) => of(scheme).includes('A cap that stays of a day share')));
  assert.equal(of('own').length, of('pyun').length);
});

test('a profile that names what is not there, an unknown form or no message is refused with the place', () => {
  assert.deepEqual(profileProblems(null), ['{}']);
  assert.deepEqual(profileProblems({ ...pyun, messages: {} }), ['messages']);
  const wrong = {
    ...pyun,
    messages: { entry: { path: '/x', needs: ['stay.nothing'], map: { a: { $from: 'stay.plate', as: 'shout' } } } },
  };
  assert.deepEqual(profileProblems(wrong), ['messages.entry: stay.nothing', 'messages.entry: as shout']);
  assert.deepEqual(profileProblems({ ...pyun, sign: { ...pyun.sign, algo: 'md4' } }), ['sign.algo']);
});

test('what a platform never receives is shown before it is opened', () => {
  assert.deepEqual(
    unsaid(pyun).map(({ en }) => en),
    [
      'Registration of the car park',
      'Payments by themselves',
      'Voids',
      'Cars inside and free spaces',
      'Waived by staff',
    ],
  );
  assert.deepEqual(
    unsaid(np).map(({ en }) => en),
    [
      'Registration of the car park',
      'Payments by themselves',
      'Corrections',
      'Voids',
      'Cars inside and free spaces',
      'Colour of the plate',
      'Discounts',
      'Waived by staff',
      'Stored value',
    ],
  );
});

test('an answer is a success, a refusal for good, or worth another try', () => {
  const of = (code: string, more: object = {}, status = 200) =>
    judge(pyun, status, JSON.stringify({ code, ...more })).outcome;
  assert.deepEqual(
    [of('200'), of('1001'), of('400'), of('403'), of('401'), of('500', {}, 500), of('503', {}, 503)],
    ['sent', 'sent', 'refused', 'again', 'again', 'away', 'away'],
  );
  assert.equal(of('200', { message: '已忽略当前请求', hint: '签名验证不通过[…]' }), 'again');
  assert.equal(judge(pyun, 200, '<html>').outcome, 'again');
  const hook = (status: number) => judge(webhook, status, '').outcome;
  assert.deepEqual([204, 409, 410, 401, 429, 502].map(hook), ['sent', 'sent', 'refused', 'again', 'again', 'away']);
});

test('pauses double from five seconds to half an hour', () => {
  assert.deepEqual(
    [1, 2, 3, 9, 10, 60].map((tries) => pauseMs(tries, 0.5)),
    [5_000, 10_000, 20_000, 1_280_000, 1_800_000, 1_800_000],
  );
});

const stay = (more: Partial<Stands> = {}): Stands => ({
  ...SAMPLE.stay,
  state: 'open',
  outAt: null,
  changes: 0,
  payments: [],
  ...more,
});
const kinds = (before: Stands | null, after: Stands): string[] =>
  factsBetween(before, after, 5).map(({ kind }) => kind);

test('a visit says its entry and its exit once, what changes as a correction, and that it never was as a void', () => {
  const [open, left] = [stay(), stay({ state: 'closed', outAt: SAMPLE.stay.outAt })];
  assert.deepEqual(kinds(null, open), ['entry']);
  assert.deepEqual(kinds(null, left), ['entry', 'exit']);
  assert.deepEqual(kinds(open, open), []);
  assert.deepEqual(kinds(open, stay({ receivableFen: 5 })), []);
  assert.deepEqual(kinds(open, left), ['exit']);
  assert.deepEqual(kinds(open, stay({ plate: '浙A54321', changes: 1 })), ['correct']);
  assert.deepEqual(kinds(left, stay({ state: 'closed', outAt: 9 })), ['correct']);
  assert.deepEqual(kinds(left, open), ['correct']);
  assert.deepEqual(kinds(open, stay({ state: 'merged' })), ['void']);
  assert.deepEqual(kinds(stay({ state: 'voided' }), stay({ state: 'voided' })), []);
  assert.deepEqual(wholeStory(stay({ state: 'voided' })), []);
  assert.deepEqual(
    wholeStory(stay({ inAt: null, state: 'closed', outAt: 7 })).map(({ kind }) => kind),
    ['exit'],
  );
});

test('within one moment an entry goes before its payment, that before the exit, a void last', () => {
  const order = (['void', 'exit', 'payment', 'entry'] as const).toSorted((a, b) => seqOf(a, 1) - seqOf(b, 1));
  assert.deepEqual(order, ['entry', 'payment', 'exit', 'void']);
  assert.ok(seqOf('count', 1) < seqOf('entry', 2));
});

test('a plate goes only to whom the contract allows it', () => {
  assert.equal(allowed(stay(), []).plate, null);
  assert.equal(allowed(stay(), ['plate']).plate, SAMPLE.stay.plate);
  const content = { ...sampleOf('entry'), stay: { ...SAMPLE.stay, plate: null } };
  assert.doesNotMatch(decodeURIComponent(render(pyun, 'entry', content, digest).body), /浙A/);
});
