/** Entry tickets: one an entry, and at the exit the stay that one is for. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '#test/property.ts';
import { noPlateCode, numberOfCode } from '../plate/plate.ts';
import { ticketIn } from '../plate/ticket.ts';
import { Hub, MINUTE, T0, drive, enter, seen } from './hub.fixture.ts';
import type { LotSetup } from './hub.fixture.ts';

const [P, OTHER] = ['京A12345', '京B67890'];
const HOUR = 60 * MINUTE;
const pageOf = (plate: string) => `https://park.example.cn/m/pay?parkId=7f3c#p=${encodeURIComponent(plate)}`;

test('a ticket is read from the address of the payment page, from the code and from its bare number, and from nothing else', () => {
  fc.assert(
    fc.property(fc.nat({ max: 0xffff_ffff }), (serial) => {
      const code = noPlateCode(serial);
      for (const read of [pageOf(code), code, numberOfCode(code), ` ${numberOfCode(code)}\r`])
        assert.equal(ticketIn(read), code);
    }),
  );
  assert.equal(ticketIn(pageOf(P)), P);
  for (const none of [
    '134650000000000123',
    '04A1B2C3',
    P,
    'https://park.example.cn/m/pay?parkId=7f3c',
    'https://park.example.cn/m/visit?parkId=7f3c#p=1A2B',
    'https://park.example.cn/m/pay?parkId=7f3c#p=%E6%97',
    `https://park.example.cn/m/pay?parkId=7f3c#p=${'A'.repeat(40)}`,
    '',
  ])
    assert.equal(ticketIn(none), null, none);
});

test('each car that is let in has one ticket, of the stay that it begins; one that was cut off or refused has none', () => {
  const hub = new Hub({ black: [OTHER] });
  const { commands } = seen(hub, 'in1', T0, { plate: P, passing: 1 });
  const again = seen(hub, 'in1', T0 + 1000, { plate: P, passing: 2 });
  const tickets = [...commands, ...again.commands].flatMap((it) => (it.command === 'ticket' ? [it] : []));
  assert.equal(tickets.length, 1);
  drive(hub, 'in1', T0, 1, commands);
  assert.deepEqual([tickets[0]!.plate, tickets[0]!.stay], [P, hub.stays()[0]!.id]);
  assert.ok(!seen(hub, 'in1', T0 + HOUR, { plate: OTHER, passing: 3 }).commands.some((it) => it.command === 'ticket'));
});

/** A car inside that was read as this, and one at the exit that is read as that. */
function atExit(entered: string, left: string, settings: LotSetup['settings'] = { noEntryRule: 'declared' }) {
  const hub = new Hub({ settings });
  enter(hub, 'in1', T0, entered, 1);
  seen(hub, 'out1', T0 + HOUR, { plate: left, passing: 1 });
  return hub;
}
const show = (hub: Hub, ticket: string, at = T0 + HOUR + 5000) =>
  hub.send('scan-out1', 'out1', at, { kind: 'scan', payCode: ticket });
const inside = (hub: Hub) => hub.stays('open')[0]!;
const settled = (hub: Hub) => {
  const phase = hub.lanes.get('out1')!.phase;
  return 'settling' in phase ? phase.settling.stay : null;
};

for (const [name, left, settings] of [
  ['is read at the exit alone, where a person would ask', P, { noEntryRule: 'declared' }],
  ['is read at the exit alone, where the least is charged', P, { noEntryRule: 'minimum' }],
  ['is read nowhere', '', { noEntryRule: 'declared' }],
] as const)
  test(`the ticket of a car that ${name} finds its stay, and its own time is charged`, () => {
    const hub = atExit('', left, settings);
    assert.equal(settled(hub), null);
    const stay = inside(hub);
    const { facts } = show(hub, pageOf(stay.plate));
    assert.equal(hub.phase('out1'), 'awaiting');
    assert.equal(settled(hub), stay.id);
    assert.equal(hub.of('quoted').at(-1)?.quote.dueFen, 1000);
    assert.deepEqual(
      facts.flatMap((it) => (it.fact === 'picked' ? [[it.read, it.chosen, it.by]] : [])),
      [[left, stay.plate, 'ticket']],
    );
    show(hub, pageOf(stay.plate), T0 + HOUR + 6000);
    assert.equal(hub.of('picked').length, 1, 'once found, it is not looked for again');
  });

test('a ticket of no car inside, and one of another plate than was read, change nothing and are shown as not valid', () => {
  const hub = atExit(OTHER, P);
  for (const ticket of ['ZZ99', pageOf(OTHER)]) {
    const { facts, commands } = show(hub, ticket);
    assert.deepEqual(facts, []);
    assert.ok(commands.some((it) => it.command === 'speak' && it.words.zh.startsWith('凭条无效')));
  }
  assert.equal(hub.phase('out1'), 'no-entry');
});

test('the ticket of a plate counts where the exit reads none; a pay code is still no ticket', () => {
  const hub = atExit(P, '');
  assert.deepEqual(show(hub, '134650000000000123').commands, []);
  show(hub, pageOf(P));
  assert.equal(settled(hub), inside(hub).id);
});

test('a ticket that was held up before this car came, and one of a car whose stay was found, do nothing', () => {
  const hub = atExit('', P);
  assert.deepEqual(show(hub, pageOf(inside(hub).plate), T0 + HOUR - MINUTE).facts, []);
  const found = atExit(P, P);
  assert.deepEqual(show(found, pageOf(P)).facts, []);
});
