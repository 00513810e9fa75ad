import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import type { Screen, ScreenTile, Tile } from '#areas/wall/model/tiles.ts';
import { grant, staffMember, tile } from '#areas/wall/server/wall.fixture.ts';

const base = '/api/updown/sysbigreport';
const own = '/api/gatehouse/sysbigreport';

let product: TestProduct;
let lot: StoryLot;
let other: StoryLot;
before(async () => {
  product = await startTestProduct();
  lot = await openLot(product, { company: product.companies.first });
  other = await openLot(product, { company: product.companies.child });
  await product.must('POST', '/api/updown/basePark/submit', { id: lot.parkId, location: { lng: 121.5, lat: 31.2 } });
});
after(() => product.close());

let nth = 0;
const put = (tiles: readonly Partial<Tile>[], as = 'groupAdmin') =>
  product.ask(
    'POST',
    `${base}/submit`,
    { name: `图块${(nth += 1)}`, companyId: product.companies.first, config: { theme: 'dark', tiles } },
    { as },
  );
async function made(tiles: readonly Partial<Tile>[], as?: string): Promise<string> {
  const { status, body } = await put(tiles, as);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.id;
}
async function linked(id: string, as = 'groupAdmin'): Promise<string> {
  const { url } = await product.must('POST', `${own}/link`, { id, days: 30 }, { as });
  return String(url).split('#')[1]!;
}
const shown = async (ticket: string): Promise<readonly ScreenTile[]> =>
  ((await product.must('POST', `${own}/show`, { ticket }, { as: null })) as Screen).tiles;
const pictureOf = (ticket: string, id: string, more: object = {}) =>
  product.ask('POST', `${own}/picture`, { ticket, tile: id }, { as: null, ...more });
const previewed = async (tiles: readonly Partial<Tile>[], as = 'groupAdmin'): Promise<readonly ScreenTile[]> =>
  (
    (await product.must(
      'POST',
      `${own}/preview`,
      { id: await made([], as), config: { theme: 'dark', tiles } },
      { as },
    )) as Screen
  ).tiles;

/** Stores a picture for the group of who sends it. @returns its address */
async function stored(content: string, as = 'groupAdmin'): Promise<string> {
  const bytes = Buffer.from(`GIF89a${content}`, 'latin1');
  const hash = createHash('sha256').update(bytes).digest('hex');
  return (await product.must('POST', `/api/updown/file/${hash}`, {}, { bytes, as })).url;
}
async function passes(at: StoryLot, plate: string, minutesAgo: number, picture: string): Promise<void> {
  const time = Date.now() - minutesAgo * MINUTE;
  await at.see('in1', time, plate, { picture });
  await at.through('in1', time + 1000);
}
const map = tile('map', { kind: 'map', w: 10, h: 6 });
const passages = tile('passages', { kind: 'passages', w: 10, h: 5 });
const camera = (at: StoryLot, more: Partial<Tile> = {}): Tile =>
  tile('camera', { kind: 'camera', w: 8, h: 5, parkId: at.parkId, gateId: at.gates.in1, ...more });

test('the map shows the lots of whoever made the link with their free spaces, and counts those without a position', async () => {
  const [all] = await shown(await linked(await made([map])));
  assert.equal(all!.shows.state, 'map');
  if (all!.shows.state !== 'map') return;
  assert.deepEqual(
    all!.shows.lots.map(({ lng, lat, total }) => [lng, lat, total]),
    [[121.5, 31.2, 100]],
  );
  assert.equal(all!.shows.hidden, 1);
  assert.equal(all!.shows.lots[0]!.free, 100 - (await lot.count()));
  const { token } = await staffMember(product, 'sees.other', other.parkId, ['park:read']);
  const [his] = await shown(await linked(await made([map], token), token));
  assert.deepEqual(his!.shows, { state: 'map', lots: [], hidden: 1 });
});

test('the latest cars of the lots of who made the link come newest first, their plates masked for everybody', async () => {
  await passes(lot, '京A12345', 12, await stored('first'));
  await passes(other, '京B67890', 11, await stored('second'));
  const rowsOf = ([first]: readonly ScreenTile[]): readonly (readonly unknown[])[] =>
    first?.shows.state === 'rows' ? first.shows.rows : [];
  const all = rowsOf(await shown(await linked(await made([passages]))));
  assert.equal(all.length, 2);
  assert.doesNotMatch(JSON.stringify(all), /A12345|B67890/);
  assert.match(String(all[0]![1]), /^京B/);
  const { token } = await staffMember(product, 'sees.cars', lot.parkId, ['passage:read', 'passage:unmask']);
  const his = rowsOf(await shown(await linked(await made([passages], token), token)));
  assert.deepEqual(
    his.map((row) => row[1]),
    [all[1]![1]],
  );
});

test('a lane shows its last picture by the link, another after the next car, and tells nothing of where it is', async () => {
  await passes(lot, '京A10001', 8, await stored('one'));
  const ticket = await linked(await made([camera(lot)]));
  const [before1] = await shown(ticket);
  assert.equal((await pictureOf(ticket, 'camera')).text, 'GIF89aone');
  assert.doesNotMatch(JSON.stringify(before1), /\/api\/|[0-9a-f]{64}/);
  await passes(lot, '京A10002', 5, await stored('two'));
  assert.equal((await pictureOf(ticket, 'camera')).text, 'GIF89atwo');
  const [preview] = await previewed([camera(lot)]);
  assert.equal(preview!.shows.state, 'picture');
  const version = (each: ScreenTile | undefined) => (each?.shows.state === 'picture' ? each.shows.version : '');
  assert.notEqual(version(preview), version(before1));
  assert.match(JSON.stringify(preview), /\/api\/updown\/file\//);
});

test('pictures of lanes need the right to see plates whole, in its maker the day it is shown, and his lane', async () => {
  const rights = ['passage:read', 'passage:unmask'];
  const { token, roleId } = await staffMember(product, 'sees.lane', lot.parkId, rights);
  assert.equal((await put([camera(other)], token)).status, 400);
  assert.equal((await put([camera(lot, { gateId: other.gates.in1 })], token)).status, 400);
  const ticket = await linked(await made([camera(lot)], token), token);
  assert.equal((await pictureOf(ticket, 'camera')).status, 200);
  await grant(product, roleId, ['passage:read']);
  assert.equal((await pictureOf(ticket, 'camera')).status, 422);
  assert.equal((await shown(ticket))[0]!.shows.state, 'refused');
  assert.equal((await put([camera(lot)], token)).status, 400);
  // Drawn by somebody who may, hung by somebody who may not.
  const drawn = await made([camera(lot)]);
  const his = await linked(drawn, token);
  assert.equal((await pictureOf(his, 'camera')).status, 422);
});

test('a lane of a lot that the screen leaves out shows nothing', async () => {
  const input = { name: '只看一处', companyId: product.companies.first, parkIds: [other.parkId] };
  const config = { theme: 'dark', tiles: [camera(lot)] };
  const { id } = await product.must('POST', `${base}/submit`, { ...input, config }, { as: 'groupAdmin' });
  const ticket = await linked(id);
  assert.equal((await shown(ticket))[0]!.shows.state, 'refused');
  assert.notEqual((await pictureOf(ticket, 'camera')).status, 200);
});

test('an own picture is shown by the link; one of another group, another tile and an ended link give none', async () => {
  const mine = tile('sign', { kind: 'picture', w: 4, h: 3, picture: await stored('sign') });
  const theirs = { ...mine, id: 'theirs', x: 6, picture: await stored('theirs', 'otherTenant') };
  const text = tile('text', { kind: 'text', x: 12, words: '欢迎' });
  const id = await made([mine, theirs, text]);
  const ticket = await linked(id);
  const answer = await pictureOf(ticket, 'sign');
  assert.deepEqual([answer.status, answer.text, answer.headers['content-type']], [200, 'GIF89asign', 'image/gif']);
  for (const none of ['theirs', 'text', 'nothing']) assert.equal((await pictureOf(ticket, none)).status, 404, none);
  await product.must('POST', `${own}/endLink`, { id }, { as: 'groupAdmin' });
  const ended = await pictureOf(ticket, 'sign');
  assert.deepEqual([ended.status, ended.body.reason], [422, 'link_ended']);
  for (const picture of ['', 'https://example.com/a.png', '/api/updown/file/abc', '/demo/camera/x.svg'])
    assert.equal((await put([{ ...mine, picture }])).status, 400, picture);
});

test('guessing at pictures is braked by address', async () => {
  const outcomes = [];
  for (let tries = 0; tries < 22; tries += 1)
    outcomes.push((await pictureOf('2.x.1.no', 'camera', { ip: '198.51.100.91' })).status);
  assert.deepEqual([outcomes[0], outcomes.at(-1)], [422, 429]);
});

test('a chart is the one its report declares: lines by day, a field of hours and weekdays; a report without one is refused', async () => {
  const chart = (id: string, report: string, x: number) => tile(id, { kind: 'chart', w: 8, h: 4, x, report });
  const [lines, field] = await shown(
    await linked(await made([chart('a', 'daySum', 0), chart('b', 'occupancyHours', 8)])),
  );
  assert.ok(lines!.shows.state === 'series' && lines!.shows.drawn === 'line');
  assert.ok(lines!.shows.state === 'series' && lines!.shows.labels.length === 7);
  assert.ok(field!.shows.state === 'heat' && field!.shows.columns.length === 24 && field!.shows.lines.length === 7);
  assert.ok(field!.shows.state === 'heat' && field!.shows.columns[0]!.startsWith('00'));
  const offered = await product.must('GET', `${own}/reports`, {}, { as: 'groupAdmin' });
  const plain = (offered as { name: string; charted: boolean }[]).find(({ charted }) => !charted);
  if (plain) assert.equal((await put([chart('a', plain.name, 0)])).status, 400);
  assert.equal((await put([chart('a', 'userFees', 0)])).status, 400);
});

test('every chart that is offered is drawn', async () => {
  const offered = await product.must('GET', `${own}/reports`, {}, { as: 'groupAdmin' });
  const names = (offered as { name: string; charted: boolean }[])
    .filter(({ charted }) => charted)
    .map(({ name }) => name);
  assert.ok(names.length > 15, `${names.length} charts`);
  for (let from = 0; from < names.length; from += 12) {
    const some = names.slice(from, from + 12);
    const tiles = some.map((report, at) =>
      tile(report, { kind: 'chart', report, w: 6, h: 3, x: (at % 4) * 6, y: Math.floor(at / 4) * 3 }),
    );
    for (const { id, shows } of await previewed(tiles)) assert.match(shows.state, /^(series|heat)$/, id);
  }
});

test('a kind is not made smaller than it can be read', async () => {
  for (const [kind, w, h] of [
    ['chart', 5, 3],
    ['map', 6, 3],
    ['passages', 5, 3],
    ['camera', 3, 3],
    ['picture', 2, 1],
  ] as const) {
    const more = { ...camera(lot), report: 'daySum', picture: await stored('small') };
    const { status, body } = await put([{ ...more, kind, w, h }]);
    assert.equal(status, 400, kind);
    assert.match(String(body.errors?.[0]?.msg), /至少/, kind);
  }
});

test('files of the configuration leave out lanes and own pictures, and applying them leaves those where they are', async () => {
  const clock = tile('clock', { kind: 'clock', x: 16, w: 6, h: 2 });
  const sign = tile('sign', { kind: 'picture', x: 10, w: 4, h: 3, picture: await stored('kept') });
  const id = await made([camera(lot), clock, sign]);
  const { name } = await product.must('GET', `${base}/detail`, { id }, { as: 'groupAdmin' });
  const files = (await product.must('GET', '/api/gatehouse/config/export', {}, { as: 'groupAdmin' })).files as Record<
    string,
    string
  >;
  const [path, file] = Object.entries(files).find(([at, content]) => /big-screens/.test(at) && content.includes(name))!;
  assert.ok(file.includes('clock') && !file.includes('camera') && !file.includes(sign.picture));
  const plan = (some: Record<string, string>) =>
    product.must('POST', '/api/gatehouse/config/plan', { files: some }, { as: 'groupAdmin' });
  const changesIn = (planned: { changes: { file: string }[] }) => planned.changes.filter((each) => each.file === path);
  assert.deepEqual(changesIn(await plan(files)), []);
  const changed = { ...files, [path]: file.replace('"x": 16', '"x": 17') };
  const planned = await plan(changed);
  assert.equal(changesIn(planned).length, 1);
  const input = { files: changed, digest: planned.digest };
  await product.must('POST', '/api/gatehouse/config/apply', input, { as: 'groupAdmin' });
  const { config } = await product.must('GET', `${base}/detail`, { id }, { as: 'groupAdmin' });
  assert.deepEqual((config.tiles as Tile[]).map((each) => `${each.id} ${each.x}`).sort(), [
    'camera 0',
    'clock 17',
    'sign 10',
  ]);
});
