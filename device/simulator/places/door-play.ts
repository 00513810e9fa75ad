/**
 * What happens at doors: a terminal is filled, people leave, everybody swipes while terminals are cut off and answers
 * get lost.
 */
import type { Terminal, DoorWorld, Person } from './door-world.ts';
import { bringPeople, grant, openTerminal } from './door-world.ts';
import { add, allOf, beside, openSetting, pause, totalOf, until } from './setting.ts';
import type { Run } from './setting.ts';
import { atLeast, p99, rule, within } from './figures.ts';
import type { Figure } from './figures.ts';

export const DELIVERIES = '/api/gatehouse/doorDelivery/list';
export type Delivery = {
  readonly deviceId: string;
  readonly EmpID: string;
  readonly state: string;
  readonly ackTime: string | null;
};
/** Somebody showed a card at a terminal, and what has to come of it by a second reading of the rules. */
export type Shown = {
  readonly terminal: Terminal;
  readonly person: Person | null;
  readonly reader: 'in' | 'out';
  readonly at: number;
  readonly due: 'granted' | 'refused';
  /** The terminal was off the network. */
  readonly away: boolean;
};

const FILLED_IN_MS = 60_000;
const PATIENCE_MS = 1_800_000;
const ACKNOWLEDGED_IN_MS = 2_000;
const PASS_MS = 5 * 60_000;
const AWAY_MS = 5_000;

/** Everybody of a community to its one terminal: from the grant to the server's word that all are held. */
export async function fillTerminal(run: Run, companyId: string): Promise<Figure> {
  const setting = await openSetting(run, companyId, '人脸园区');
  const { villageId } = setting;
  const terminal = await openTerminal(run, setting, { name: '大门', sn: `SIM-${run.mark}-F`, nth: 1 });
  const deptId = await add(run.api, 'door/basedept', { companyId, villageId, deptName: '全体' });
  const people = await bringPeople(run, setting, { deptId, first: 30_000_000, count: run.sizes.filled });
  const timePeriodId = await add(run.api, 'doortimeperiod', {
    villageId,
    periodName: '全天',
    weekDays: ['1', '2', '3', '4', '5', '6', '7'],
    startTime: '00:00',
    endTime: '24:00',
  });
  await until(
    () => totalOf(run.api, '/api/updown/doordevice/list', { villageId, status: 'online' }).then(Boolean),
    20_000,
  );
  const from = Date.now();
  await grant(run, setting, { deviceIds: [terminal.id], deptIds: [deptId], timePeriodId });
  const all = () => totalOf(run.api, DELIVERIES, { deviceId: terminal.id, state: 'held' });
  await until(async () => (await all()) === people.length && terminal.door.held().size === people.length, PATIENCE_MS);
  return within(`${people.length} people to a terminal`, Date.now() - from, FILLED_IN_MS);
}

const open = (run: Run, { setting }: DoorWorld): Promise<number> =>
  totalOf(run.api, DELIVERIES, { villageId: setting.villageId, state: 'waiting,sent,removing' });

/** Everybody is held by every terminal he has a right at, and the server knows it. */
export const brought = (run: Run, world: DoorWorld): Promise<boolean> =>
  until(
    async () => {
      const granted = world.terminals.filter((terminal) => terminal.granted);
      return granted.every(({ door }) => door.held().size === world.people.length) && (await open(run, world)) === 0;
    },
    PATIENCE_MS,
    1_000,
  );

/** Nothing is on its way to any terminal any more. */
const calm = (run: Run, world: DoorWorld, patienceMs: number): Promise<boolean> =>
  until(async () => (await open(run, world)) === 0, patienceMs, 1_000);

export async function leave(run: Run, person: Person): Promise<void> {
  const path = '/api/gatehouse/door/leave';
  await run.api.post(path, { EmpID: person.id, reason: '离职' });
  const { leftTime } = await run.api.get<{ leftTime: string }>('/api/updown/dooremployee/detail', { EmpID: person.id });
  person.leftAt = Date.parse(leftTime);
}

const deliveriesOf = (run: Run, { setting }: DoorWorld, EmpID: string): Promise<Delivery[]> =>
  allOf<Delivery>(run.api, DELIVERIES, { villageId: setting.villageId, EmpID });

/** People leave one after the other; how long each terminal's acknowledgement took from the moment they had left. */
export async function leavers(run: Run, world: DoorWorld): Promise<Figure> {
  const times: number[] = [];
  const each = Math.floor(run.sizes.leavers / 2);
  for (const person of world.people.slice(0, each)) {
    await leave(run, person);
    const gone = async () => (await deliveriesOf(run, world, person.id)).every(({ state }) => state === 'gone');
    await until(gone, 60_000, 500);
    for (const { ackTime } of await deliveriesOf(run, world, person.id))
      times.push(ackTime === null ? Number.POSITIVE_INFINITY : Date.parse(ackTime) - person.leftAt!);
    await pause(run.random.whole(0, 1_500));
  }
  return p99(`from leaving to the acknowledgement of each of ${run.sizes.rights} terminals`, times, ACKNOWLEDGED_IN_MS);
}

/**
 * Where a terminal takes people to be, as a second and simpler reading of the rules keeps it: by its own readers, and by
 * what it has been sent so far of the other terminals. All doors lead from the outside into an area.
 */
type Seen = Map<string, { readonly area: string | null | undefined; readonly at: number }>;

function seenBy({ door }: Terminal): Seen {
  const seen: Seen = new Map();
  door.onPresence = (people) => {
    for (const { person, area, at: time } of people) {
      const at = Date.parse(time);
      if (at >= (seen.get(person)?.at ?? at)) seen.set(person, { area, at });
    }
  };
  return seen;
}

function dueOf(shown: Omit<Shown, 'due' | 'away'>, seen: Seen): 'granted' | 'refused' {
  const { terminal, person, reader, at } = shown;
  if (!person || !terminal.door.holds(person.id)) return 'refused';
  if (reader === 'out') {
    seen.set(person.id, { area: null, at });
    return 'granted';
  }
  if (!person.inHours) return 'refused';
  const last = seen.get(person.id);
  // Who is in any area cannot stand outside; by time only a second entry into the same area is refused.
  const isBack = {
    off: false,
    hard: typeof last?.area === 'string',
    timed: last !== undefined && last.area === terminal.areaId && at - last.at < PASS_MS,
  };
  if (isBack[terminal.passback]) return 'refused';
  seen.set(person.id, { area: terminal.areaId, at });
  return 'granted';
}

/** A tenth of the answers is lost, a tenth is given twice. */
function loseAnswers(run: Run, { terminals }: DoorWorld, isSo: boolean): void {
  for (const { on } of terminals)
    on.answers = isSo ? () => (run.random.chance(0.1) ? 0 : run.random.chance(0.1) ? 2 : 1) : () => 1;
}

/** Some terminals are off the network for a while, each at its own time, and come back. */
async function offline(run: Run, world: DoorWorld): Promise<void> {
  const most = Math.max(500, run.sizes.swipeSeconds * 1_000 - AWAY_MS);
  await Promise.all(
    awayIn(run, world).map(async ({ on }) => {
      await pause(run.random.whole(0, most));
      await on.cutOff();
      await pause(AWAY_MS);
      on.comeBack();
    }),
  );
}

async function leaveAmid(run: Run, world: DoorWorld): Promise<void> {
  const [from, to] = [Math.floor(run.sizes.leavers / 2), run.sizes.leavers];
  await beside(world.people.slice(from, to), 1, async (person) => {
    await leave(run, person);
    await pause(200);
  });
}

/** Terminals that are off the network for a while. */
const awayIn = ({ sizes }: Run, { terminals }: DoorWorld): Terminal[] =>
  terminals.filter(({ granted }) => granted).slice(-sizes.spells);

/** Swipes at an even pace, whoever answers when; each is made however slow the server is. */
async function swipes(run: Run, world: DoorWorld) {
  const { terminals, people } = world;
  const away = new Set(awayIn(run, world));
  const { swipesPerSecond, swipeSeconds } = run.sizes;
  const { random } = run;
  const seen = new Map(terminals.map((terminal) => [terminal.id, seenBy(terminal)]));
  const lastAt = new Map<string, number>();
  const shown: Shown[] = [];
  const times: number[] = [];
  const sending: Promise<unknown>[] = [];
  const from = Date.now();
  // A little faster than the target rate, or a moment's pause would miss it.
  const pace = swipesPerSecond * 1.05;
  const total = Math.round(pace * swipeSeconds);
  let lastReceived = from;
  for (let nth = 0; nth < total;) {
    const due = Math.min(total, Math.floor(((Date.now() - from) / 1_000) * pace) + 1);
    for (; nth < due; nth += 1) {
      const terminal = random.pick(terminals);
      const person = random.chance(0.02) ? null : random.pick(people);
      const reader = random.chance(0.5) ? 'in' : 'out';
      // Two events of a terminal are never of the same instant: the instant identifies them.
      const at = Math.max(Date.now(), (lastAt.get(terminal.id) ?? 0) + 1);
      lastAt.set(terminal.id, at);
      const one = { terminal, person, reader, at } as const;
      shown.push({ ...one, due: dueOf(one, seen.get(terminal.id)!), away: terminal.on.isAway });
      const begun = Date.now();
      const onReceived = (): void => {
        if (away.has(terminal)) return;
        lastReceived = Date.now();
        times.push(lastReceived - begun);
      };
      const card = person?.card ?? `9${random.whole(100_000_000, 999_999_999)}`;
      sending.push(terminal.door.swipe(card, { reader, at, twice: random.chance(0.05), onReceived }));
    }
    await pause(4);
  }
  await Promise.all(sending);
  return { shown, times, seconds: (lastReceived - from) / 1_000 };
}

/** All of it at once; answers what was shown, and how the server kept up. */
export async function swipeAll(run: Run, world: DoorWorld): Promise<{ shown: readonly Shown[]; figures: Figure[] }> {
  loseAnswers(run, world, true);
  const [{ shown, times, seconds }] = await Promise.all([
    swipes(run, world),
    offline(run, world),
    leaveAmid(run, world),
  ]);
  loseAnswers(run, world, false);
  return {
    shown,
    figures: [
      atLeast('swipes a second, each with what its door did', shown.length / seconds, run.sizes.swipesPerSecond, '/s'),
      p99('a swipe at the server, terminals on the network', times, 2_000),
    ],
  };
}

/** Doors that nobody's card opened. */
export async function forceDoors({ terminals }: DoorWorld): Promise<number> {
  const forced = terminals.slice(0, Math.max(1, Math.round(terminals.length / 12)));
  await Promise.all(forced.map(({ on }) => on.event('door', Date.now(), { contact: 'forced', by: 'unknown' })));
  return forced.length;
}

/** Doors opened from afar, with a reason; answers how many. */
export async function openFromAfar(run: Run, { terminals }: DoorWorld): Promise<number> {
  const opened = terminals.slice(0, Math.max(1, Math.round(terminals.length / 6)));
  for (const { gateId } of opened)
    await run.api.post('/api/gatehouse/door/command', { gateId, type: 'unlock', reason: '送货' });
  await until(() => opened.every(({ door }) => door.unlocked() === 1), 30_000);
  return opened.length;
}

export const allCalm = async (run: Run, world: DoorWorld): Promise<Figure> =>
  rule(
    'O4 nothing is on its way after quiet',
    1,
    (await calm(run, world, 120_000)) ? [] : ['deliveries are still open'],
  );
