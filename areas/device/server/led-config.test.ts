import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

const base = '/api/updown/parkledconfig';
let product: TestProduct;
let lot: { parkId: string; gates: string[]; screens: string[] };
before(async () => {
  product = await startTestProduct();
  const parkId = await product.park(product.companies.child);
  const gates: string[] = [];
  const screens: string[] = [];
  for (const gateName of ['东入口', '西出口', '南入口'])
    gates.push(
      (
        await product.must('POST', '/api/updown/baseParkGate/submit', {
          parkId,
          gateName,
          gateType: gateName.includes('入') ? 'in' : 'out',
        })
      ).id,
    );
  // The third lane has no screen.
  for (const [nth, gateId] of gates.slice(0, 2).entries())
    screens.push(
      (
        await product.must('POST', '/api/updown/parkdevices/submit', {
          parkId,
          gateId,
          deviceName: `屏${nth}`,
          deviceType: 'screen',
          sn: `LED-${process.pid}-${nth}`,
        })
      ).id,
    );
  lot = { parkId, gates, screens };
});
after(() => product?.close());

const sent = async (): Promise<
  { device_id: string; payload: { pages: { when: string; hours: string; lines: Record<string, unknown>[] }[] } }[]
> => {
  const rows = (await product.database.write(platformScope, (db) =>
    db.raw("DELETE FROM device_command WHERE park_id = $1 AND command = 'program' RETURNING device_id, payload, id", [
      lot.parkId,
    ]),
  )) as { device_id: string; payload: never; id: string }[];
  return rows.sort((a, b) => lot.screens.indexOf(a.device_id) - lot.screens.indexOf(b.device_id));
};
const save = (input: Record<string, unknown>) =>
  product.ask('POST', `${base}/submit`, { parkId: lot.parkId, ...input }, { as: 'groupAdmin' });

test('a setting of the lot goes to the screens of all its lanes, with the codes of the effects', async () => {
  const { id } = (
    await save({ text1: '欢迎光临', colour1: 'green', effect1: '52', seconds1: 8, text2: '前15分钟免费' })
  ).body.data;
  const commands = await sent();
  assert.deepEqual(
    commands.map((each) => each.device_id),
    lot.screens,
  );
  assert.deepEqual(commands[0]!.payload.pages, [
    {
      when: 'idle',
      hours: 'always',
      lines: [
        { text: '欢迎光临', colour: 'green', effect: 52, seconds: 8 },
        { text: '前15分钟免费', colour: 'red', effect: 2, seconds: 5 },
      ],
    },
  ]);
  const lines = await product.must(
    'GET',
    '/api/updown/parkledconfigdetail/detail',
    { parkLedConfigId: id, configType: 'idle', ledRuleType: 'always' },
    { as: 'groupAdmin' },
  );
  assert.deepEqual(lines.details, commands[0]!.payload.pages[0]!.lines);
  assert.deepEqual(
    (
      await product.must(
        'GET',
        '/api/updown/parkledconfigdetail/detail',
        { parkLedConfigId: id, configType: 'offline' },
        { as: 'groupAdmin' },
      )
    ).details,
    [],
  );
});

test('a lane’s own setting goes before the lot’s and to its screen alone; taken away the lot’s is back', async () => {
  const { id } = (
    await save({ gateId: lot.gates[1], details: [{ text: '一路平安', colour: 'yellow', effect: 54, seconds: 3 }] })
  ).body.data;
  const [own, ...others] = await sent();
  assert.deepEqual(
    [own!.device_id, others.length, own!.payload.pages[0]!.lines],
    [lot.screens[1], 0, [{ text: '一路平安', colour: 'yellow', effect: 54, seconds: 3 }]],
  );
  await save({ text1: '暂停收费', configType: 'offline' });
  const both = await sent();
  assert.deepEqual(both[1]!.payload.pages.map(({ when, lines }) => [when, lines[0]!.text]).sort(), [
    ['idle', '一路平安'],
    ['offline', '暂停收费'],
  ]);
  await product.must('POST', `${base}/remove`, { ids: id }, { as: 'groupAdmin' });
  assert.equal((await sent())[0]!.payload.pages.find(({ when }) => when === 'idle')!.lines[0]!.text, '欢迎光临');
});

test('one setting for a lane, moment and hours; unknown effects, lanes of others and other groups are refused', async () => {
  assert.equal((await save({ text1: '再来一次' })).body.errors?.[0]?.field, 'ledRuleType');
  assert.equal((await save({ text1: '夜间', ledRuleType: 'night', effect1: '99' })).body.errors?.[0]?.field, 'effect1');
  assert.equal(
    (await save({ details: [{ text: '一' }, { text: '二' }, { text: '三' }, { text: '四' }, { text: '五' }] })).body
      .errors?.[0]?.field,
    'details',
  );
  const elsewhere = await product.park(product.companies.child);
  assert.equal(
    (await save({ parkId: elsewhere, gateId: lot.gates[0], text1: '别处' })).body.errors?.[0]?.field,
    'gateId',
  );
  assert.equal(
    (await product.ask('POST', `${base}/submit`, { parkId: lot.parkId, text1: 'x' }, { as: 'otherTenant' })).status,
    400,
  );
  assert.deepEqual(await sent(), []);
});

test('one colour goes to every line of the car park’s settings and to its screens once', async () => {
  const colour = () => product.must('GET', '/api/updown/platUpPark/getLedColor', { parkId: lot.parkId });
  const paint = (color: string, as = 'groupAdmin') =>
    product.ask('POST', '/api/updown/platUpPark/saveLedColor', { parkId: lot.parkId, color }, { as });
  await save({ configType: 'offline', ledRuleType: 'night', text1: '请刷卡', colour1: 'green', text2: '夜间' });
  await sent();
  assert.equal((await colour()).color, null, 'they differ');
  assert.ok((await paint('yellow')).body.data.settings > 0);
  const commands = await sent();
  assert.deepEqual(
    commands.map((each) => each.device_id),
    lot.screens,
  );
  assert.ok(
    commands.every(({ payload }) =>
      payload.pages.every(({ lines }) => lines.every((line) => line['colour'] === 'yellow')),
    ),
  );
  assert.equal((await colour()).color, 'yellow');
  assert.deepEqual([(await paint('yellow')).body.data.settings, (await sent()).length], [0, 0], 'again is nothing new');
  assert.equal((await paint('red', 'otherTenant')).status, 404);
});
