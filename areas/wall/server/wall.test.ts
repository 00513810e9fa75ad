import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { MOST_TILES } from '../model/tiles.ts';
import type { OfferedReport, Screen, Tile } from '../model/tiles.ts';
import { ticketFor, ticketRead } from './ticket.ts';
import { staffMember, tile } from './wall.fixture.ts';
import type { StaffMember } from './wall.fixture.ts';

const base = '/api/updown/sysbigreport';
const own = '/api/gatehouse/sysbigreport';
const DAY_MS = 86_400_000;

let product: TestProduct;
let lots: string[];
before(async () => {
  product = await startTestProduct();
  lots = [await product.park(product.companies.first, '东门'), await product.park(product.companies.child, '西门')];
});
after(() => product.close());

const spaces = tile('spaces', { measures: ['spaces'] });
const fees = tile('fees', { kind: 'line', x: 6, report: 'daySum', measures: ['netFen'], by: 'day' });

let nth = 0;
async function made(tiles: readonly Tile[], more: Record<string, unknown> = {}, as = 'groupAdmin'): Promise<string> {
  const name = `大屏${(nth += 1)}`;
  const input = { name, companyId: product.companies.first, config: { theme: 'dark', tiles }, ...more };
  return (await product.must('POST', `${base}/submit`, input, { as })).id as string;
}
const linked = async (id: string, as = 'groupAdmin', days = 30): Promise<string> => {
  const { url } = await product.must('POST', `${own}/link`, { id, days }, { as });
  return String(url).split('#')[1]!;
};
const showTicket = (ticket: string, ip = '203.0.113.9') =>
  product.ask('POST', `${own}/show`, { ticket }, { as: null, ip });
const shown = async (ticket: string): Promise<Screen> => {
  const { status, body } = await showTicket(ticket);
  assert.equal(status, 200, body.msg);
  return body.data as Screen;
};
const figure = (screen: Screen, id: string): number | null => {
  const { shows } = screen.tiles.find((each) => each.id === id)!;
  assert.equal(shows.state, 'figures');
  return shows.state === 'figures' ? shows.figures[0]!.value : null;
};
const isEnded = async (ticket: string): Promise<void> => {
  const { status, body } = await showTicket(ticket);
  assert.deepEqual([status, body.reason], [422, 'link_ended']);
};

/** With the first lot alone, who sees the home page's figures. */
const ofFirstLot = (account: string): Promise<StaffMember> =>
  staffMember(product, account, lots[0]!, ['home:read', 'park:read']);

test('a link shows its screen without a login, and nothing else', async () => {
  const screen = await shown(await linked(await made([spaces, fees])));
  assert.equal(screen.tiles.length, 2);
  assert.equal(screen.tiles[1]!.shows.state, 'series');
  assert.equal((await product.ask('GET', `${base}/list`, {}, { as: null })).status, 401);
  assert.equal((await product.ask('POST', `${own}/preview`, { id: await made([]) }, { as: null })).status, 401);
});

test('a wall shows the lots of whoever made its link, and no more than the screen names', async () => {
  const all = figure(await shown(await linked(await made([spaces]))), 'spaces')!;
  const { token } = await ofFirstLot('hangs.one');
  const his = figure(await shown(await linked(await made([spaces], {}, token), token)), 'spaces')!;
  assert.ok(all > his && his > 0, `${all} of all lots, ${his} of his`);
  const chosen = figure(await shown(await linked(await made([spaces], { parkIds: [lots[1]] }))), 'spaces')!;
  assert.equal(chosen, all - his);
});

test('a report its maker may not read says so in its place, and the other tiles go on', async () => {
  const { token } = await ofFirstLot('hangs.two');
  const refused = await product.ask(
    'POST',
    `${base}/submit`,
    { name: '收费', companyId: product.companies.first, config: { theme: 'dark', tiles: [fees] } },
    { as: token },
  );
  assert.equal(refused.status, 400);
  const screen = await shown(await linked(await made([spaces, fees]), token));
  assert.equal(screen.tiles.find(({ id }) => id === 'fees')!.shows.state, 'refused');
  assert.ok(figure(screen, 'spaces')! > 0);
});

test('of a screen the last link holds; revoking, switching off and removing end it at once', async () => {
  const id = await made([spaces]);
  const first = await linked(id);
  const now = await linked(id);
  await isEnded(first);
  await shown(now);
  await product.must('POST', `${base}/submit`, { id, enabled: false }, { as: 'groupAdmin' });
  await isEnded(now);
  await product.must('POST', `${base}/submit`, { id, enabled: true }, { as: 'groupAdmin' });
  await shown(now);
  await product.must('POST', `${own}/endLink`, { id }, { as: 'groupAdmin' });
  await isEnded(now);
  const last = await linked(id);
  await product.must('POST', `${base}/remove`, { ids: id }, { as: 'groupAdmin' });
  await isEnded(last);
});

test('a link ends when its maker may not make one any more, and when it is over', async () => {
  const { token, userId } = await ofFirstLot('hangs.three');
  const id = await made([spaces], {}, token);
  const ticket = await linked(id, token);
  await shown(ticket);
  await product.must('POST', '/api/updown/sysuser/submit', { id: userId, enabled: false });
  await isEnded(ticket);
  const other = await made([spaces]);
  const soon = await linked(other);
  const { linkUntil } = await product.must('GET', `${base}/detail`, { id: other }, { as: 'groupAdmin' });
  assert.ok(Math.abs(Date.parse(linkUntil) - Date.now() - 30 * DAY_MS) < 60_000);
  await shown(soon);
});

test('what somebody else puts on a screen does not go out in the name of who made its link', async () => {
  const { token } = await ofFirstLot('hangs.four');
  const id = await made([spaces]);
  const ticket = await linked(id);
  await product.must('POST', `${base}/submit`, { id, remark: '东墙' }, { as: token });
  await shown(ticket);
  await product.must('POST', `${base}/submit`, { id, config: { theme: 'light', tiles: [spaces] } }, { as: token });
  await isEnded(ticket);
});

test('a ticket with any part changed is none, and guessing is braked by address', async () => {
  const ticket = ticketFor({ tenantId: 2, id: '01980000-0000-7000-8000-00000000dead', linkNo: 3 });
  assert.deepEqual(ticketRead(ticket), { tenantId: 2, id: '01980000-0000-7000-8000-00000000dead', linkNo: 3 });
  for (const wrong of [
    ticket.replace('2.', '3.'),
    ticket.replace('.3.', '.4.'),
    `${ticket}A`,
    ticket.slice(0, -1),
    '',
    'a.b.c.d',
  ])
    assert.equal(ticketRead(wrong), null, wrong);
  const outcomes = [];
  for (let tries = 0; tries < 22; tries += 1)
    outcomes.push((await showTicket(`${ticket.slice(0, -1)}?`, '198.51.100.7')).status);
  assert.deepEqual([outcomes[0], outcomes.at(-1)], [422, 429]);
});

test('tiles lie apart, name reports and figures that stand, and none is about people', async () => {
  const put = async (tiles: readonly Partial<Tile>[]) =>
    (
      await product.ask(
        'POST',
        `${base}/submit`,
        { name: '不成', companyId: product.companies.first, config: { theme: 'dark', tiles } },
        { as: 'groupAdmin' },
      )
    ).status;
  assert.equal(await put([spaces, tile('over', { x: 3, measures: ['free'] })]), 400);
  assert.equal(await put([tile('out', { x: 20, measures: ['free'] })]), 400);
  assert.equal(await put([tile('none', { measures: ['secret'] })]), 400);
  assert.equal(await put([{ ...fees, report: 'noSuch' }]), 400);
  assert.equal(await put([{ ...fees, measures: ['noSuch'] }]), 400);
  assert.equal(await put([{ ...fees, by: 'plateNumber' }]), 400);
  assert.equal(await put([{ ...fees, report: 'userFees', by: 'operator' }]), 400);
  const offered = await product.must('GET', `${own}/reports`, {}, { as: 'groupAdmin' });
  const names = new Set((offered as { name: string }[]).map(({ name }) => name));
  assert.ok(names.has('daySum') && !names.has('userFees') && !names.has('plateSum'));
});

test('every report that is offered shows on a screen, by what it runs over and as a table', async () => {
  const as = 'groupAdmin';
  const id = await made([]);
  const offered: OfferedReport[] = await product.must('GET', `${own}/reports`, {}, { as });
  assert.ok(offered.length > 20, `${offered.length} reports`);
  const perScreen = MOST_TILES / 2;
  for (let at = 0; at < offered.length; at += perScreen) {
    const tiles = offered.slice(at, at + perScreen).flatMap(({ name, dimensions, measures }, place) => {
      const more = { report: name, measures: [measures[0]!.name], w: 2, h: 2 };
      const [x, y] = [(place % 6) * 4, Math.floor(place / 6) * 2];
      return [
        tile(`${name} over`, { ...more, kind: 'bar', by: dimensions[0]!.name, x, y }),
        tile(`${name} table`, { ...more, kind: 'table', x: x + 2, y }),
      ];
    });
    const screen: Screen = await product.must(
      'POST',
      `${own}/preview`,
      { id, config: { theme: 'dark', tiles } },
      { as },
    );
    assert.deepEqual(
      screen.tiles.map((each) => `${each.id} ${each.shows.state}`),
      tiles.map(({ id: of, kind }) => `${of} ${kind === 'bar' ? 'series' : 'rows'}`),
    );
  }
});

test('a screen of another group is neither previewed, linked nor copied', async () => {
  const id = await made([spaces]);
  for (const [path, input] of [
    [`${own}/preview`, { id }],
    [`${own}/link`, { id, days: 1 }],
    [`${base}/copy`, { id }],
  ] as const)
    assert.equal((await product.ask('POST', path, input, { as: 'otherTenant' })).status, 404, path);
});

test('a copy is a screen of its own without a link', async () => {
  const id = await made([spaces]);
  await linked(id);
  const copy = await product.must('POST', `${base}/copy`, { id }, { as: 'groupAdmin' });
  const { config, linkUntil } = await product.must('GET', `${base}/detail`, { id: copy.id }, { as: 'groupAdmin' });
  assert.equal(config.tiles.length, 1);
  assert.equal(linkUntil ?? null, null);
  const screens = await product.must('GET', `${base}/screenList`, {}, { as: 'groupAdmin' });
  assert.ok((screens as { id: string }[]).some((each) => each.id === copy.id));
});

type Display = { readonly code: string; readonly key: string };
const display = (ip = '203.0.113.20'): Promise<Display> =>
  product.must('POST', `${own}/showCode`, {}, { as: null, ip });
const stateOf = ({ key }: Display): Promise<{ state: string; ticket?: string }> =>
  product.must('POST', `${own}/codeState`, { key }, { as: null });
const connect = (id: string, code: string, as = 'groupAdmin') =>
  product.ask('POST', `${own}/pair`, { id, code, days: 30 }, { as });

test('a display is connected by its code once, and shows that screen alone until the link is revoked', async () => {
  const id = await made([spaces]);
  const hung = await display();
  assert.match(hung.code, /^\d{6}$/);
  assert.deepEqual(await stateOf(hung), { state: 'waiting' });
  assert.equal((await connect(id, `${hung.code.slice(0, 3)} ${hung.code.slice(3)}`)).status, 200);
  const { state, ticket } = await stateOf(hung);
  assert.equal(state, 'paired');
  assert.equal((await shown(ticket!)).tiles.length, 1);
  const { status, body } = await connect(await made([fees]), hung.code);
  assert.deepEqual([status, body.errors?.[0]?.field], [400, 'code'], 'a code is used once');
  assert.equal((await stateOf(hung)).ticket, ticket, 'a lost answer is given again');
  await product.must('POST', `${own}/endLink`, { id }, { as: 'groupAdmin' });
  await isEnded(ticket!);
});

test('a second display of a screen leaves the first one on; one connected by somebody else ends both', async () => {
  const id = await made([spaces]);
  const [first, second, other] = [await display(), await display(), await display()];
  await connect(id, first.code);
  await connect(id, second.code);
  const tickets = [(await stateOf(first)).ticket!, (await stateOf(second)).ticket!];
  for (const ticket of tickets) await shown(ticket);
  const { token } = await ofFirstLot('hangs.five');
  assert.equal((await connect(id, other.code, token)).status, 200);
  for (const ticket of tickets) await isEnded(ticket);
  await shown((await stateOf(other)).ticket!);
});

test('a code is worth nothing after its time, with another key, to another group, or to who guesses', async () => {
  const id = await made([spaces]);
  const hung = await display();
  assert.deepEqual(await stateOf({ ...hung, key: 'x'.repeat(43) }), { state: 'over' });
  assert.equal((await connect(id, hung.code, 'otherTenant')).status, 404);
  assert.equal((await connect(id, hung.code, 'nobody')).status, 403);
  await product.database.write(platformScope, (db) =>
    db.raw('UPDATE wall_pairing SET until = $2 WHERE code = $1', [
      hung.code,
      new Date(Date.now() - 1000).toISOString(),
    ]),
  );
  assert.equal((await connect(id, hung.code)).status, 400);
  assert.deepEqual(await stateOf(hung), { state: 'over' });
  const { token } = await ofFirstLot('hangs.six');
  const outcomes = [];
  for (let tries = 0; tries < 31; tries += 1) outcomes.push((await connect(id, '12345x', token)).status);
  assert.deepEqual([outcomes[0], outcomes.at(-1)], [400, 429]);
  const codes = [];
  for (let tries = 0; tries < 41; tries += 1)
    codes.push((await product.ask('POST', `${own}/showCode`, {}, { as: null, ip: '198.51.100.77' })).status);
  assert.deepEqual([codes[0], codes.at(-1)], [200, 429]);
});
