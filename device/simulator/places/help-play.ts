/** Drivers press for help, seats answer as their pages do, and the server's records show what became of each call. */
import type { Api } from '../api.ts';
import { receiveNews } from '../live-ear.ts';
import { p99, rule } from './figures.ts';
import type { Figure } from './figures.ts';
import type { HelpWorld, Lane, Seat } from './help-world.ts';
import { allOf, beside, pause, until } from './setting.ts';
import type { Run } from './setting.ts';

type Desk = {
  readonly seat: { readonly state: string };
  readonly own: { readonly callId: string; readonly gateId: string } | null;
  readonly notes: readonly { readonly callId: string }[];
};
type Rung = (lane: string, at: number) => void;
type Called = {
  readonly parkId: string;
  readonly gateId: string;
  readonly status: string;
  readonly userId: string | null;
  readonly queuedTime: string;
  readonly answeredTime: string | null;
  readonly endedTime: string | null;
};

const PAGE_MS = 2_000;
const RING_MS = 1_000;
const LONGEST_MS = 180_000;
const base = '/api/gatehouse/seat';

/**
 * The page of a seat: asks every two seconds and whenever there is news, answers what rings, talks, gives the reason.
 */
class SeatPage {
  readonly #api: Api;
  readonly #rung: Rung;
  readonly #talkMs: () => number;
  #open = true;
  #wake: (() => void) | null = null;
  #woken = false;
  #ended: () => Promise<void> = async () => undefined;
  #working: Promise<void> = Promise.resolve();

  constructor({ api }: Seat, rung: Rung, talkMs: () => number) {
    this.#api = api;
    this.#rung = rung;
    this.#talkMs = talkMs;
  }

  async begin(url: string): Promise<void> {
    this.#ended = await receiveNews(this.#api, url, (topic) => {
      if (topic.endsWith('/call')) this.#news();
    });
    await this.#api.post(`${base}/presence`, { to: 'ready' });
    this.#working = this.#work();
  }

  async end(): Promise<void> {
    this.#open = false;
    this.#news();
    await this.#working;
    await this.#ended();
    await this.#api.post(`${base}/presence`, { to: 'offline' });
  }

  #news(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /** News that came while the page was at something else is not waited for. */
  async #rest(ms: number): Promise<void> {
    if (this.#woken) {
      this.#woken = false;
      return;
    }
    await Promise.race([
      pause(ms),
      new Promise<void>((then) => {
        this.#wake = then;
      }),
    ]);
    this.#woken = false;
  }

  async #work(): Promise<void> {
    while (this.#open) {
      const desk = await this.#api.get<Desk>(`${base}/state`);
      const { own } = desk;
      if (own && desk.seat.state === 'ringing') {
        this.#rung(own.gateId, Date.now());
        await this.#answer(own.callId);
      } else await this.#rest(PAGE_MS);
    }
  }

  /** A driver may hang up at any moment: what is refused then is over. */
  async #answer(callId: string): Promise<void> {
    const tries = async (path: string, more: object = {}): Promise<boolean> =>
      this.#api.post(`${base}/${path}`, { callId, ...more }).then(
        () => true,
        () => false,
      );
    if (!(await tries('accept'))) return;
    await pause(this.#talkMs());
    await tries('end');
    await tries('why', { why: 'question', resolution: 'told' });
  }
}

/** Presses one after the other while seats are free; how long each took to ring on a page. */
async function timed(run: Run, { lanes }: HelpWorld, pressed: Map<string, number>): Promise<void> {
  const some = lanes.filter((_, nth) => nth % 4 !== 0).slice(0, Math.ceil(run.sizes.calls / 2));
  await beside(some, 1, async ({ id, intercom }) => {
    pressed.set(id, Date.now());
    await intercom.event('help', Date.now(), { action: 'press' });
    await pause(run.random.whole(400, 900));
  });
}

/** Many press at once, more than there are seats; some hang up again. */
async function rush(run: Run, { lanes }: HelpWorld): Promise<void> {
  const some: readonly Lane[] = lanes.slice(-Math.ceil(run.sizes.calls / 2));
  await Promise.all(
    some.map(async ({ intercom }) => {
      await pause(run.random.whole(0, 8_000));
      await intercom.event('help', Date.now(), { action: 'press' }, { twice: run.random.chance(0.2) });
      if (!run.random.chance(0.2)) return;
      await pause(run.random.whole(500, 6_000));
      await intercom.event('help', Date.now(), { action: 'hangUp' });
    }),
  );
}

const recordsOf = (run: Run, { granted }: HelpWorld): Promise<Called[]> => {
  const today = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return beside([...granted.keys()], 2, (parkId) =>
    allOf<Called>(run.api, '/api/updown/cloudseats/callrecord/getList', {
      parkId,
      startTime: today(-1),
      endTime: today(1),
    }),
  ).then((pages) => pages.flat());
};

const ms = (time: string | null): number => (time === null ? Number.NaN : Date.parse(time));

/** The most talks at any moment. */
function most(calls: readonly Called[]): number {
  const moves = calls.flatMap(({ answeredTime, endedTime }) => [
    { at: ms(answeredTime), by: 1 },
    { at: ms(endedTime), by: -1 },
  ]);
  let [now, peak] = [0, 0];
  for (const { by } of moves.toSorted((a, b) => a.at - b.at || a.by - b.by)) peak = Math.max(peak, (now += by));
  return peak;
}

function rulesOf(records: readonly Called[], presses: number, { granted }: HelpWorld): Figure[] {
  const of = (...states: string[]): Called[] => records.filter(({ status }) => states.includes(status));
  const talked = records.filter(({ answeredTime }) => answeredTime !== null);
  const bySeat = [...Map.groupBy(talked, ({ userId }) => userId)].filter(([, own]) => most(own) > 1);
  const byLot = [...Map.groupBy(talked, ({ parkId }) => parkId)].filter(([id, own]) => most(own) > granted.get(id)!);
  const settled = of('closed', 'wrapup', 'abandoned', 'fallback').length;
  const long = records.filter(
    ({ queuedTime, answeredTime, endedTime }) => ms(answeredTime ?? endedTime) - ms(queuedTime) > LONGEST_MS,
  );
  return [
    rule(
      'S11 a seat talks to one driver at a time',
      talked.length,
      bySeat.map(([seat]) => `${seat} talked to two at once`),
    ),
    rule(
      'S12 no more talk for a car park than seats are granted',
      talked.length,
      byLot.map(([lot]) => `${lot} had more`),
    ),
    rule(
      'S14 each press is one call: answered, abandoned or sent to the booth',
      presses,
      settled === presses && records.length === presses
        ? []
        : [`${presses} presses, ${records.length} calls, of which ${settled} are over`],
    ),
    rule(
      'S15 nobody waits longer than 180 s for a person or the booth',
      records.length,
      long.map(({ gateId }) => gateId),
    ),
  ];
}

export async function playHelp(run: Run, world: HelpWorld): Promise<Figure[]> {
  const pressed = new Map<string, number>();
  const times: number[] = [];
  let talkMs = (): number => 800;
  const rung: Rung = (lane, at) => {
    const from = pressed.get(lane);
    if (from === undefined) return;
    times.push(at - from);
    pressed.delete(lane);
  };
  const pages = world.seats.map((seat) => new SeatPage(seat, rung, () => talkMs()));
  for (const page of pages) await page.begin(run.url);
  run.say('help: drivers press while seats are free');
  await timed(run, world, pressed);
  await until(() => pressed.size === 0, 30_000);
  const early = Math.ceil(run.sizes.calls / 2);
  await until(async () => (await recordsOf(run, world)).every(({ status }) => status === 'closed'), 30_000, 1_000);
  run.say('help: many press at once');
  talkMs = () => run.random.whole(1_500, 4_000);
  await rush(run, world);
  const isOver = ({ status }: Called): boolean => status !== 'queued' && status !== 'talking';
  await until(async () => (await recordsOf(run, world)).every(isOver), LONGEST_MS, 1_000);
  for (const page of pages) await page.end();
  const records = await recordsOf(run, world);
  // Whoever was never rung for is as late as can be.
  for (let nth = times.length; nth < early; nth += 1) times.push(Number.POSITIVE_INFINITY);
  return [p99('a press to the ring on a page', times, RING_MS), ...rulesOf(records, 2 * early, world)];
}
