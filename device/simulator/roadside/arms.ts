/**
 * A supervisor at a street with locks: has arms go up behind cars and down before they leave, tries it while a car has
 * just come, and gives orders to locks that are out of reach. What came of it is held against R19.
 */
import { virtualLock } from '../street.ts';
import type { VirtualLock } from '../street.ts';
import type { Random } from '../random.ts';
import type { VirtualDevice } from '../virtual-device.ts';
import { must } from './server.ts';
import type { Server } from './server.ts';
import type { Section } from './setup.ts';
import { MINUTE, SECOND } from './truth.ts';
import type { Car, Truth } from './truth.ts';

/** What a lock was ordered and did. */
export type Turn = {
  readonly lockId: string;
  readonly to: 'raise' | 'lower';
  readonly at: number;
  readonly until: number;
};
/** A raise that a person requested; `near`: a car had come within the last 30 seconds. */
export type RaiseRequest = {
  readonly lockId: string;
  readonly at: number;
  readonly near: boolean;
  readonly accepted: boolean;
};

/** Nothing is raised so long after something moved. */
const QUIET_MS = 30 * SECOND;
/** An arm goes up this long after a car came at the earliest, and is down this long before it leaves at the latest. */
const STOOD_MS = 5 * MINUTE;
const DOWN_MS = 20 * MINUTE;
/** The share of orders whose lock is out of reach. */
const OUT_OF_REACH = 0.15;
const TRIES = 1_000;
const WAIT_MS = 5;

type Arm = { readonly lockId: string; readonly device: VirtualDevice; readonly lock: VirtualLock };

const pause = (ms: number): Promise<void> =>
  new Promise((then) => {
    setTimeout(then, ms);
  });

export class Arms {
  readonly turns: Turn[] = [];
  readonly requests: RaiseRequest[] = [];
  readonly #server: Server;
  readonly #random: Random;
  readonly #arms = new Map<string, Arm>();
  readonly #cars: readonly Car[];
  readonly #requested = new Set<number>();
  readonly #raised = new Set<Car>();
  #away: Arm[] = [];

  constructor(server: Server, truth: Truth, sections: readonly Section[], random: Random) {
    this.#server = server;
    this.#random = random;
    this.#cars = truth.cars.filter(({ section }) => truth.streets[section] === 'locks');
    for (const [section, { locks }] of sections.entries())
      for (const [berth, { id, device }] of locks.entries()) {
        const lock = virtualLock(device);
        const { onCommand } = device;
        device.onCommand = (command) => {
          const { do: to } = command.payload as { do: Turn['to'] };
          this.turns.push({ lockId: id, to, at: Date.now(), until: command.until });
          return onCommand(command);
        };
        this.#arms.set(`${section} ${berth}`, { lockId: id, device, lock });
      }
  }

  #armOf({ section }: Car, berth: number): Arm {
    return this.#arms.get(`${section} ${berth}`)!;
  }

  /** Cars that come and leave in a span, as the locks feel them. */
  cars(from: number, to: number): Promise<void>[] {
    return this.#cars.flatMap((car) =>
      [car.berth, ...(car.also === null ? [] : [car.also])].flatMap((berth) => {
        const { lock } = this.#armOf(car, berth);
        return [
          ...(car.from > from && car.from <= to ? [lock.car(true, car.from)] : []),
          ...(car.to > from && car.to <= to ? [lock.car(false, car.to)] : []),
        ];
      }),
    );
  }

  /** Locks that were out of reach are back, before anything else happens to them. */
  back(): void {
    for (const { device } of this.#away.splice(0)) device.comeBack();
  }

  /** What the supervisor has the locks do at an instant, after the cars until then. */
  async tend(at: number): Promise<void> {
    for (const car of this.#raised)
      if (car.to - at <= DOWN_MS) {
        this.#raised.delete(car);
        const arm = this.#armOf(car, car.berth);
        await this.#operate(arm, 'lower');
        await this.#rests(arm, 'down');
      }
    for (const car of this.#cars) {
      if (car.from > at || car.to <= at) continue;
      if (at - car.from < QUIET_MS) await this.#request(car, at, true);
      else if (at - car.from >= STOOD_MS && car.to - at > 2 * DOWN_MS && !this.#requested.has(car.id)) {
        this.#requested.add(car.id);
        await this.#raise(car, at);
      }
    }
  }

  async #raise(car: Car, at: number): Promise<void> {
    const arm = this.#armOf(car, car.berth);
    const outOfReach = this.#random.chance(OUT_OF_REACH);
    if (outOfReach) {
      await arm.device.cutOff();
      this.#away.push(arm);
    }
    const accepted = await this.#request(car, at, false);
    if (!accepted || outOfReach) return;
    await this.#rests(arm, 'up');
    this.#raised.add(car);
  }

  async #request(car: Car, at: number, near: boolean): Promise<boolean> {
    const { lockId } = this.#armOf(car, car.berth);
    const { status } = await this.#server.ask('POST', '/api/updown/lockDevice/operate', {
      lockerId: lockId,
      type: 'raise',
    });
    // The server's clock went on while the street's messages were taken: by its time the car may have come earlier.
    const isNear = near && Date.now() - car.from < QUIET_MS;
    this.requests.push({ lockId, at, near: isNear, accepted: status === 200 });
    return status === 200;
  }

  async #operate({ lockId }: Arm, type: 'lower'): Promise<void> {
    await must(this.#server, 'POST', '/api/updown/lockDevice/operate', { lockerId: lockId, type });
  }

  async #rests({ lockId, lock }: Arm, where: 'up' | 'down'): Promise<void> {
    for (let tries = 0; lock.arm() !== where; tries += 1) {
      if (tries >= TRIES) throw new Error(`the arm of ${lockId} is not ${where}`);
      await pause(WAIT_MS);
    }
    await lock.settled();
  }
}
