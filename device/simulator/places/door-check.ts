/** Doors after the play: what the server holds of them, held against what was done. */
import type { DoorWorld } from './door-world.ts';
import { DELIVERIES } from './door-play.ts';
import type { Delivery, Shown } from './door-play.ts';
import { rule } from './figures.ts';
import type { Figure } from './figures.ts';
import { allOf, beside, until } from './setting.ts';
import type { Run } from './setting.ts';

type Event = {
  readonly time: string;
  readonly deviceId: string;
  readonly reader: 'in' | 'out' | null;
  readonly EmpID: string | null;
  readonly result: string;
  readonly reason: string | null;
  readonly cause: string | null;
  readonly offline: boolean | null;
};
type Done = { readonly shown: readonly Shown[]; readonly forced: number; readonly fromAfar: number };

const EVENTS = '/api/updown/doorstatic/getStaticDoorEvent';
const keyOf = (deviceId: string, at: number): string => `${deviceId} ${at}`;

/** All that the server wrote down of these doors, device by device. */
async function eventsOf(run: Run, { terminals }: DoorWorld): Promise<Event[]> {
  const today = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const pages = await beside(terminals, 3, ({ id }) =>
    allOf<Event>(run.api, EVENTS, { deviceId: id, startTime: today(-1), endTime: today(1) }),
  );
  return pages.flat();
}

const wordsOf = ({ terminal, person, reader, at, due }: Shown, of: Event | undefined): string =>
  `${new Date(at).toISOString()} ${terminal.on.memory.sn} ${reader} ${person?.card ?? 'unknown card'}: ${due}, the server has ${of ? `${of.result} (${of.reason})` : 'nothing'}`;

type Pair = { readonly shown: Shown; readonly event: Event | undefined };

/** Those pairs a rule is about, and what breaks it. */
function over(what: string, pairs: readonly Pair[], isAbout: (pair: Pair) => boolean, breaks: (pair: Pair) => boolean) {
  const about = pairs.filter(isAbout);
  return rule(
    what,
    about.length,
    about.filter(breaks).map(({ shown, event }) => wordsOf(shown, event)),
  );
}

function swipeRules(pairs: readonly Pair[]): Figure[] {
  const isGranted = ({ event }: Pair): boolean => event?.result === 'granted';
  return [
    over(
      'O1 a second reading of the rules decides the same',
      pairs,
      () => true,
      ({ shown, event }) => event?.result !== shown.due,
    ),
    over(
      'O2 nobody is let in outside his right and plan',
      pairs,
      ({ shown }) => shown.reader === 'in',
      (pair) =>
        isGranted(pair) &&
        !(pair.shown.person?.inHours === true && pair.shown.terminal.granted && pair.shown.due === 'granted'),
    ),
    over(
      'O7 a reader out refuses nobody the terminal knows',
      pairs,
      ({ shown }) => shown.reader === 'out' && shown.due === 'granted',
      (pair) => !isGranted(pair),
    ),
  ];
}

/** Between two entries by one terminal into a hard area lies an exit from that area. */
function passedBack(pairs: readonly Pair[]): Figure {
  const wrong: string[] = [];
  /** By person, the terminals of the hard area that he came in by since he left it last. */
  const inside = new Map<string, Set<string>>();
  let entries = 0;
  for (const { shown, event } of pairs) {
    if (shown.terminal.passback !== 'hard' || event?.result !== 'granted' || !shown.person) continue;
    const by = inside.get(shown.person.id) ?? new Set();
    if (shown.reader === 'out') inside.delete(shown.person.id);
    else {
      entries += 1;
      if (by.has(shown.terminal.id)) wrong.push(wordsOf(shown, event));
      inside.set(shown.person.id, by.add(shown.terminal.id));
    }
  }
  return rule('O8 no second entry by a terminal without an exit from its area', entries, wrong);
}

/** What a terminal decided while it was off the network carries a mark, and nothing else does. */
function marked(pairs: readonly Pair[]): Figure {
  const wrong = pairs.filter(({ shown, event }) => event !== undefined && (event.offline === true) !== shown.away);
  return rule(
    'O8 what a terminal decided offline is marked, and nothing else',
    pairs.filter(({ shown }) => shown.away).length,
    wrong.map(({ shown, event }) => `${wordsOf(shown, event)}, ${shown.away ? 'not marked' : 'marked'}`),
  );
}

/** After a terminal acknowledged that somebody is gone it lets him pass no more. */
function afterLeaving(pairs: readonly Pair[], gone: ReadonlyMap<string, number>): Figure {
  const late = pairs.filter(({ shown }) => {
    const at = gone.get(`${shown.terminal.id} ${shown.person?.id}`);
    return at !== undefined && shown.at > at;
  });
  const wrong = late
    .filter(({ event }) => event?.result === 'granted')
    .map(({ shown, event }) => wordsOf(shown, event));
  return rule('O3, O11 who left is let pass by no terminal after its acknowledgement', late.length, wrong);
}

/** What the server believes of each terminal's list is what the terminal holds, person by person. */
async function held(run: Run, { terminals }: DoorWorld): Promise<{ figure: Figure; gone: Map<string, number> }> {
  const wrong: string[] = [];
  const gone = new Map<string, number>();
  let pairs = 0;
  await beside(
    terminals.filter(({ granted }) => granted),
    3,
    async ({ id, on, door }) => {
      const rows = await allOf<Delivery>(run.api, DELIVERIES, { deviceId: id });
      pairs += rows.length;
      const believed = new Set(rows.flatMap(({ state, EmpID }) => (state === 'held' ? [EmpID] : [])));
      for (const person of door.held().keys())
        if (!believed.delete(person))
          wrong.push(`${on.memory.sn} holds ${person}, of whom the server does not know it`);
      for (const person of believed) wrong.push(`${on.memory.sn} does not hold ${person}`);
      for (const { EmpID, state, ackTime } of rows)
        if (state === 'gone' && ackTime) gone.set(`${id} ${EmpID}`, Date.parse(ackTime));
    },
  );
  return { figure: rule('O4, O5 what is held is what is wanted, on every terminal', pairs, wrong), gone };
}

/** Doors that opened are as many as there were causes. */
function causes(events: readonly Event[], { forced, fromAfar }: Done): Figure {
  const of = (result: string, cause?: string): number =>
    events.filter((event) => event.result === result && (cause === undefined || event.cause === cause)).length;
  const wrong: string[] = [];
  const same = (what: string, found: number, due: number): void => {
    if (found !== due) wrong.push(`${what}: ${found}, not ${due}`);
  };
  same('opened by a swipe', of('opened', 'swipe'), of('granted'));
  same('opened by a command', of('opened', 'command'), fromAfar);
  same('opened in all', of('opened'), of('granted') + fromAfar);
  same('forced', of('forced'), forced);
  return rule('O6 each opening has one cause, and the rest is forced', of('opened') + of('forced'), wrong);
}

export async function checkDoors(run: Run, world: DoorWorld, done: Done): Promise<Figure[]> {
  const { figure, gone } = await held(run, world);
  let events: Event[] = [];
  // What terminals did while they were cut off is stored a moment after they are back.
  await until(
    async () => {
      events = await eventsOf(run, world);
      const swiped = events.filter(({ result }) => result === 'granted' || result === 'refused').length;
      const opened = events.filter(({ result, cause }) => result === 'opened' && cause === 'swipe').length;
      return swiped >= done.shown.length && opened >= events.filter(({ result }) => result === 'granted').length;
    },
    60_000,
    2_000,
  );
  const known = new Map(
    events.flatMap((event) =>
      event.result === 'granted' || event.result === 'refused'
        ? [[keyOf(event.deviceId, Date.parse(event.time)), event] as const]
        : [],
    ),
  );
  const pairs = done.shown.map((shown) => ({ shown, event: known.get(keyOf(shown.terminal.id, shown.at)) }));
  const doubled =
    events.filter(({ result }) => result === 'granted' || result === 'refused').length - done.shown.length;
  return [
    ...swipeRules(pairs),
    marked(pairs),
    afterLeaving(pairs, gone),
    figure,
    causes(events, done),
    passedBack(pairs),
    rule(
      'each swipe is stored once, even if sent twice or late',
      done.shown.length,
      doubled === 0 ? [] : [`${doubled} more rows than swipes`],
    ),
  ];
}
