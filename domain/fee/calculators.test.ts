/**
 * Three tariffs and a calculator for each, written from its prose with nothing of the engine: 10,000 random stays to
 * the second, by a fixed seed, and not one may differ. FEE_STAYS=1000000 tries more.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tariff } from './form.ts';
import { price } from './price.ts';
import { checkTariff } from './tariff-grammar.ts';
import { isFeeRefusal } from './types.ts';

const STAYS = Number(process.env['FEE_STAYS'] ?? 10_000);
const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** Random numbers from 0 to below 1, the same for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Wall = { readonly day: string; readonly week: string; readonly hour: number };

/** What the wall of a zone shows in a minute, as the machine's own calendar has it. */
function wallOf(zone: string): (at: number) => Wall {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const kept = new Map<number, Wall>();
  return (at) => {
    // Clocks change at whole quarters of an hour.
    const quarter = Math.floor(at / (15 * MINUTE));
    let wall = kept.get(quarter);
    if (!wall) {
      const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
      wall = {
        day: `${part['year']}-${part['month']}-${part['day']}`,
        week: part['weekday']!,
        hour: Number(part['hour']),
      };
      kept.set(quarter, wall);
    }
    return wall;
  };
}

type Trial = {
  readonly name: string;
  readonly zone: string;
  readonly tariff: Tariff;
  /** Longest stay tried, in hours. */ readonly hours: number;
  readonly calculator: (inAt: number, outAt: number) => number;
};

/** 商场：15分钟内免费，超过从入场起计；首小时10元，之后每30分钟3元；单元归开始的那一天，每日封顶50元. */
function mall(): Trial {
  const wall = wallOf('Asia/Shanghai');
  return {
    name: 'a mall: free time that is lost, a first hour, half hours, a cap per calendar day',
    zone: 'Asia/Shanghai',
    hours: 96,
    tariff: {
      form: 2,
      schemes: [
        {
          free: { minutes: 15, lost: true },
          meters: [
            {
              id: 'time',
              again: 'stay',
              edge: 'ends',
              ladder: [
                { minutes: 60, fen: 1000 },
                { unitMinutes: 30, fen: 300 },
              ],
            },
          ],
          after: [{ cap: 5000, per: 'day' }],
        },
      ],
    },
    calculator: (inAt, outAt) => {
      if (outAt - inAt <= 15 * MINUTE) return 0;
      const days = new Map<string, number>([[wall(inAt).day, 1000]]);
      for (let at = inAt + HOUR; at < outAt; at += 30 * MINUTE) {
        const { day } = wall(at);
        days.set(day, (days.get(day) ?? 0) + 300);
      }
      return [...days.values()].reduce((sum, fen) => sum + Math.min(5000, fen), 0);
    },
  };
}

/**
 * A London street: Monday to Friday 07:00 to 19:00 each quarter of an hour 1.10, restarting each day; any other time
 * 4.00 each time it begins, from the third on 2.50.
 */
function street(): Trial {
  const wall = wallOf('Europe/London');
  const working = (at: number): boolean => {
    const { week, hour } = wall(at);
    return week !== 'Sat' && week !== 'Sun' && hour >= 7 && hour < 19;
  };
  return {
    name: 'a street in London: quarters of an hour by day, a price for each night that falls from the third on, summer time',
    zone: 'Europe/London',
    hours: 240,
    tariff: {
      form: 2,
      currency: 'GBP',
      schemes: [
        {
          meters: [
            {
              id: 'day',
              windows: [{ from: '07:00', to: '19:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'] }],
              again: 'piece',
              edge: 'ends',
              ladder: [{ unitMinutes: 15, fen: 110 }],
            },
            {
              id: 'rest',
              again: 'piece',
              edge: 'ends',
              ladder: [{ fen: { by: 'nth', of: { 1: 400, 2: 400 }, else: 250 } }],
            },
          ],
        },
      ],
    },
    calculator: (inAt, outAt) => {
      let [sum, rests, begun] = [0, 0, inAt];
      for (let at = inAt; at < outAt;) {
        const next = Math.min(outAt, (Math.floor(at / MINUTE) + 1) * MINUTE);
        if (next === outAt || working(next) !== working(at)) {
          if (working(at)) sum += Math.ceil((next - begun) / (15 * MINUTE)) * 110;
          else {
            rests += 1;
            sum += rests <= 2 ? 400 : 250;
          }
          begun = next;
        }
        at = next;
      }
      return sum;
    },
  };
}

/** 駅前：8時から22時は30分200円、22時から8時は60分100円、単位は始まった時刻の料金。満24時間ごとに1,800円、残りは上の料金. */
function station(): Trial {
  const wall = wallOf('Asia/Tokyo');
  return {
    name: 'a station in Tokyo: units priced by when they begin, and 1,800 yen for each complete 24 hours in their place',
    zone: 'Asia/Tokyo',
    hours: 120,
    tariff: {
      form: 2,
      currency: 'JPY',
      schemes: [
        {
          meters: [
            {
              id: 'day',
              windows: [{ from: '08:00', to: '22:00' }],
              again: { minutes: 1440 },
              edge: 'runs-on',
              ladder: [{ unitMinutes: 30, fen: 200 }],
            },
            {
              id: 'night',
              windows: [{ from: '22:00', to: '08:00' }],
              again: { minutes: 1440 },
              edge: 'runs-on',
              ladder: [{ unitMinutes: 60, fen: 100 }],
            },
          ],
          after: [{ complete: 1800, per: { minutes: 1440 } }],
        },
      ],
    },
    calculator: (inAt, outAt) => {
      const whole = Math.floor((outAt - inAt) / (24 * HOUR));
      let sum = whole * 1800;
      for (let at = inAt + whole * 24 * HOUR; at < outAt;) {
        const { hour } = wall(at);
        const day = hour >= 8 && hour < 22;
        sum += day ? 200 : 100;
        at += day ? 30 * MINUTE : HOUR;
      }
      return sum;
    },
  };
}

for (const [nth, { name, zone, tariff, hours, calculator }] of [mall(), street(), station()].entries()) {
  test(`${name}: ${STAYS} random stays, 0 differ`, () => {
    assert.deepEqual(checkTariff(tariff), []);
    const [next, first] = [random(20_261 + nth), Date.UTC(2026, 0, 1) / SECOND];
    let [differ, priced] = [0, 0];
    for (let tried = 0; tried < STAYS; tried += 1) {
      // Stays of a few minutes and hours are the most frequent, and every third ends on a whole minute of its length.
      const seconds = Math.floor(next() ** 3 * hours * 3600);
      const length = tried % 3 === 0 ? Math.floor(seconds / 60) * 60 : seconds;
      const inAt = (first + Math.floor(next() * 366 * 86_400)) * SECOND;
      const outAt = inAt + length * SECOND;
      const answer = price(tariff, { inAt, outAt }, { zone });
      assert.ok(!isFeeRefusal(answer));
      priced += answer.totalFen;
      if (answer.totalFen === (length === 0 ? 0 : calculator(inAt, outAt))) continue;
      differ += 1;
      if (differ === 1)
        assert.equal(answer.totalFen, calculator(inAt, outAt), `${new Date(inAt).toISOString()} ${length} s`);
    }
    assert.equal(differ, 0);
    assert.ok(priced > STAYS * 500, 'they cost something');
  });
}
