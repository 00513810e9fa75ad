/**
 * Three days of a car park that is linked to every published scheme at once, with the platforms away for five hours
 * over midnight, each answer twice on its connection and some lost.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { pyun } from '#domain/upload/pyun.ts';
import { insideHosts } from '#areas/ops/server/door.ts';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { uploadRound } from '#areas/upload/server/door.ts';
import { platformScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { setClock } from '#test/clock.ts';
import { PyunStand } from '#test/providers/pyun.ts';
import { SchemePlatform } from '#test/providers/schemes.ts';
import type { SchemeName, TakenFact } from '#test/providers/schemes.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

const ZONE = 'Asia/Shanghai';
const PARK = '0d0c5a0e-7b0e-4f0e-9b53-8c0f4f2f7a11';
const names = ['np', 'cds', 'apds'] as const satisfies readonly SchemeName[];
const others = names.map((name) => new SchemePlatform(name, `${name}-secret-1`, PARK));
const stand = new PyunStand();
const stands = [stand, ...others];
/** P Cloud answers what it counted, which its published text does not have. */
const counts = {
  path: '/gate/1.0/parking/internal/counts',
  map: { park_uuid: { $from: 'park.code' }, day: { $from: 'span.day' } },
  list: 'rows',
  kind: 'what',
  hour: 'hour',
  n: 'n',
  kinds: { enter: 'entry', leave: 'exit' },
};

let product: TestProduct;
let undo: () => void;
let closes: (() => Promise<void>)[];

before(async () => {
  closes = await Promise.all(stands.map((each) => each.start()));
  product = await startTestProduct();
  undo = configure(insideHosts.as(stands.map(({ url }) => new URL(url).host)));
});
after(async () => {
  undo();
  await product.close();
  await Promise.all(closes.map((close) => close()));
});

async function linked(name: string, parkId: string, more: Record<string, unknown>): Promise<string> {
  const { id } = await product.must('POST', '/api/updown/thirdparty/submit', {
    companyId: product.companies.child,
    name,
    kind: 'city',
    appKey: 'GH-1',
    personal: ['plate'],
    ...more,
  });
  await product.must('POST', '/api/updown/thirdparty/appsubmit', { platId: id, parkId, thirdParkId: PARK });
  await product.must('POST', '/api/updown/thirdparty/open', { id, openFlag: true });
  return id;
}

const real = (): number => Math.round(performance.timeOrigin + performance.now());
const countedBy = (keys: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(keys, (key) => key)].map(([key, of]) => [key, of.length]).sort());

/** One car enters and one leaves in each hour but the quiet ones, two in the rush; each stays for about two hours. */
async function playHour(yard: StoryLot, start: number, nth: number, inside: string[]): Promise<string[]> {
  const [from, hour] = [start + nth * HOUR, nth % 24];
  const [key, played] = [(kind: string): string => `${kind} ${Math.floor(nth / 24)} ${hour}`, [] as string[]];
  if (hour >= 2 && hour < 5) return played;
  for (let car = 0; car < (hour === 8 || hour === 18 ? 2 : 1); car += 1) {
    const plate = `京B${String(nth * 10 + car).padStart(5, '0')}`;
    setClock(from + (4 + car * 6) * MINUTE - real());
    await yard.enter(plate, Date.now(), car ? 'in1' : 'in2');
    inside.push(plate);
    played.push(key('entry'));
    if (inside.length < 3) continue;
    setClock(from + (6 + car * 6) * MINUTE - real());
    await yard.leave(inside.shift()!, Date.now(), nth % 2 ? 'out1' : 'out2');
    played.push(key('exit'));
  }
  return played;
}
/** What waits for a platform, all kinds it takes. */
const waiting = async (plats: readonly string[]): Promise<number> => {
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ n: number }>(
      `SELECT count(*)::int AS n FROM third_message WHERE plat_id = ANY($1) AND status IN ('pending', 'sending')`,
      [plats],
    ),
  );
  return row!.n;
};

async function playThreeDays(yard: StoryLot, plats: readonly string[], start: number): Promise<string[]> {
  const [inside, played]: [string[], string[]] = [[], []];
  try {
    for (let nth = 0; nth < 72; nth += 1) {
      const isAway = nth >= 45 && nth < 50;
      for (const each of stands) {
        Object.assign(each, { isDoubled: true, away: isAway });
        if (nth % 6 === 0) each.bad.loseAnswers = 1;
      }
      played.push(...(await playHour(yard, start, nth, inside)));
      for (let minute = 16; minute < 60; minute += isAway ? 11 : 2)
        if ((await waiting(plats)) > 0)
          await uploadRound(product.database, new Date(start + nth * HOUR + minute * MINUTE));
      for (const plat of plats)
        if (nth === 49) assert.ok((await waiting([plat])) > 5, 'what happens while it is away waits');
      if (!isAway) assert.equal(await waiting(plats), 0, `hour ${nth}: all has gone out`);
    }
  } finally {
    setClock(0);
    for (const each of stands) Object.assign(each, { away: false, isDoubled: false });
  }
  return played;
}

test('three days with the platforms away for five hours over midnight, each answer doubled and some lost: what each scheme took is ours by kind and hour', async () => {
  const day = addDays(dayOf(Date.now(), ZONE), -3);
  const start = startOfDay(day, ZONE);
  const yard = await openLot(product, { capacity: 50 });
  const location = { lng: 120.21, lat: 30.25 };
  await product.must('POST', '/api/updown/basePark/submit', { id: yard.parkId, location });
  stand.parks.add(PARK);
  const own = { scheme: 'own', profile: { ...pyun, counts }, url: stand.url, appSecret: stand.secret };
  const plat = await linked('P云', yard.parkId, own);
  const ids: string[] = [];
  for (const [nth, { url, secret }] of others.entries())
    ids.push(await linked(names[nth]!, yard.parkId, { scheme: names[nth], url, appSecret: secret }));
  const played = await playThreeDays(yard, [plat, ...ids], start);
  assert.ok(played.length > 120);

  const keyOf = ({ kind, at }: Pick<TakenFact, 'kind' | 'at'>): string =>
    `${kind} ${Math.floor((at - start) / (24 * HOUR))} ${Math.floor((at - start) / HOUR) % 24}`;
  for (const [nth, other] of others.entries()) {
    const facts = [...other.taken.values()];
    assert.deepEqual(other.refused, [], names[nth]);
    assert.deepEqual(countedBy(facts.map(keyOf)), countedBy(played), names[nth]);
    assert.ok(other.received >= played.length + 10, `${names[nth]}: lost answers were sent again`);
    const byPlate = Map.groupBy(facts, ({ plate }) => plate);
    for (const [plate, of] of byPlate) assert.equal(of[0]!.kind, 'entry', `${plate}: no exit before its entry`);
  }

  const taken = stand.taken.filter(({ fields }) => fields['park_uuid'] === PARK);
  assert.deepEqual([stand.refused, taken.length], [[], played.length], 'each was taken once');
  assert.ok(stand.received.length >= taken.length + 10, 'lost answers were sent again');
  for (const { fields } of taken.filter(({ path }) => path === 'leave')) {
    const first = stand.received.find((each) => each.fields['parking_serial'] === fields['parking_serial']);
    assert.equal(first?.path, 'enter', 'no exit before its entry');
  }
  for (const id of [plat, ...ids]) {
    const [ours, theirs]: [string[], string[]] = [[], []];
    for (let nth = 0; nth < 3; nth += 1) {
      const query = { platId: id, parkId: yard.parkId, day: addDays(day, nth) };
      const compared = await product.must('GET', '/api/gatehouse/thirdparty/counts', query);
      assert.equal(compared.isQueried, id === plat);
      for (const row of compared.rows.filter(({ kind }: { kind: string }) => kind === 'entry' || kind === 'exit')) {
        assert.equal(row.difference, 0);
        ours.push(...Array.from({ length: row.ours }, () => `${row.kind} ${nth} ${row.hour}`));
        theirs.push(...Array.from({ length: row.theirs ?? row.sent }, () => `${row.kind} ${nth} ${row.hour}`));
      }
    }
    assert.deepEqual(countedBy(ours), countedBy(played));
    assert.deepEqual(countedBy(theirs), countedBy(played));
  }
});
