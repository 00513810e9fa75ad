/** Cars at the lanes of a lot: what camera, barrier and payment scanner of a real lane send and receive over MQTT. */
import type { HeldCar } from '#domain/lane/held-list.ts';
import { pictureOf } from '#device/picture.ts';
import { VirtualDevice } from '#device/simulator/virtual-device.ts';
import { buildCity } from './city.ts';
import type { City, Lane, Lot } from './city.ts';
import { keptCity } from './prepared-folders.ts';
import { openWorld } from './world.ts';
import type { World } from './world.ts';

const SECOND = 1_000;
/** A busy machine is waited for: no walk is about speed. */
const patienceMs = 120_000;

type LastSeen = { openBy: string | null; dueFen: number | null };

/** One lane with its devices on the broker. */
export class SimulatedLane {
  readonly #camera: VirtualDevice;
  readonly #scanner: VirtualDevice;
  #last: LastSeen = { openBy: null, dueFen: null };
  #wake: () => void = () => undefined;

  readonly #direction: 'in' | 'out';
  /** The camera's own list, on request. */
  holds: readonly HeldCar[] = [];

  static async open(mqttUrl: string, lane: Lane, direction: 'in' | 'out'): Promise<SimulatedLane> {
    const tally = { made: 0, acknowledged: 0, repeated: 0, answered: 0 };
    return new SimulatedLane(
      await VirtualDevice.open(mqttUrl, lane.camera, tally),
      await VirtualDevice.open(mqttUrl, lane.scanner, tally),
      direction,
    );
  }

  constructor(camera: VirtualDevice, scanner: VirtualDevice, direction: 'in' | 'out') {
    this.#direction = direction;
    this.#camera = camera;
    this.#scanner = scanner;
    camera.onCommand = ({ name, id, payload }) => {
      if (name === 'open') this.#last.openBy = id;
      if (name === 'show' && typeof payload['dueFen'] === 'number') this.#last.dueFen = payload['dueFen'];
      this.#wake();
      return name === 'whiteList' ? { ok: true, result: this.holds } : { ok: true };
    };
    scanner.onCommand = () => ({ ok: true });
  }

  /** A car stands before the barrier. */
  async arrives(plate: string, at: number): Promise<void> {
    this.#last = { openBy: null, dueFen: null };
    this.#camera.memory.passing += 1;
    const colour = plate.length === 8 ? 'green' : 'blue';
    await this.#camera.event('plate', at, {
      passing: this.#camera.memory.passing,
      plate,
      colour,
      confidence: 0.97,
      picture: pictureOf({ plate, colour, direction: this.#direction, at }),
    });
  }

  /** The sum the screen asks for, in fen. */
  async dueFen(): Promise<number> {
    await this.#until(() => this.#last.dueFen !== null && this.#last.dueFen > 0, 'no amount was due');
    return this.#last.dueFen!;
  }

  /** The driver holds his phone before the reader. */
  async pays(at: number): Promise<void> {
    const code = `13${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
    await this.#scanner.event('scan', at, { payCode: code });
  }

  /** Waits for the barrier and drives through. */
  async drivesThrough(at: number): Promise<void> {
    await this.#until(() => this.#last.openBy !== null, 'the barrier stayed down');
    const { passing } = this.#camera.memory;
    await this.#camera.event('gate', at + 2 * SECOND, { gate: 'up', by: 'command', commandId: this.#last.openBy });
    await this.#camera.event('passed', at + 6 * SECOND, { passing, count: 1 });
    await this.#camera.event('gate', at + 9 * SECOND, { gate: 'down', by: 'local' });
  }

  /** While cut off, the lane took cash and let the car through; the platform learns of it afterwards. */
  async reportsLater(plate: string, at: number, cashFen: number): Promise<void> {
    this.#camera.memory.passing += 1;
    const passing = this.#camera.memory.passing;
    const alone = { decided: 'offline', opened: true };
    await this.#camera.event('plate', at, { passing, plate, colour: 'blue', confidence: 0.93, ...alone, cashFen });
    await this.#camera.event('passed', at + 6 * SECOND, { passing, count: 1, ...alone });
  }

  /** Backs out again. */
  async backsOut(at: number): Promise<void> {
    await this.#camera.event('gone', at, { passing: this.#camera.memory.passing });
  }

  async close(): Promise<void> {
    await Promise.all([this.#camera.close(), this.#scanner.close()]);
  }

  async #until(met: () => boolean, otherwise: string): Promise<void> {
    const end = Date.now() + patienceMs;
    while (!met()) {
      const left = end - Date.now();
      if (left <= 0) throw new Error(otherwise);
      await new Promise<void>((then) => {
        const timer = setTimeout(then, left);
        this.#wake = () => {
          clearTimeout(timer);
          then();
        };
      });
    }
  }
}

export type Lanes = { entry: SimulatedLane; exit: SimulatedLane; close: () => Promise<void> };

export async function openLanes(mqttUrl: string, lot: Lot): Promise<Lanes> {
  const [entry, exit] = [
    await SimulatedLane.open(mqttUrl, lot.entry, 'in'),
    await SimulatedLane.open(mqttUrl, lot.exit, 'out'),
  ];
  return {
    entry,
    exit,
    close: async () => {
      await Promise.all([entry.close(), exit.close()]);
    },
  };
}

export type Town = { world: World; city: City };
export type Place = Town & { lanes: Lanes; close: () => Promise<void> };

/** Goes on in the small city; where that fails, nothing of it is left running. */
async function inCity<T>(work: (town: Town) => Promise<T>): Promise<T> {
  const world = await openWorld('city');
  try {
    return await work({ world, city: keptCity() ?? (await buildCity(world.api)) });
  } catch (error) {
    await world.close();
    throw error;
  }
}

/** The small city without a car. */
export const openTown = (): Promise<Town> => inCity(async (town) => town);

/** The start of most walks: the small city and control of the lanes of its first car park. */
export const openPlace = (): Promise<Place> =>
  inCity(async ({ world, city }) => {
    const lanes = await openLanes(world.mqttUrl, city.first);
    return {
      world,
      city,
      lanes,
      close: async () => {
        await lanes.close();
        await world.close();
      },
    };
  });

export async function comesIn(lanes: Lanes, plate: string, at: number): Promise<void> {
  await lanes.entry.arrives(plate, at);
  await lanes.entry.drivesThrough(at);
}

/** Leaves through the exit, paying the amount due by phone; returns the sum in fen, 0 where nothing is due. */
export async function leaves(lanes: Lanes, plate: string, at: number, due: boolean): Promise<number> {
  await lanes.exit.arrives(plate, at);
  const fen = due ? await lanes.exit.dueFen() : 0;
  if (due) await lanes.exit.pays(at + 8 * SECOND);
  await lanes.exit.drivesThrough(at + (due ? 10 * SECOND : 0));
  return fen;
}
