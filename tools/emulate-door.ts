/**
 * Plays a terminal of the product's own protocol at a door, with a fire input: `npm run emulate -- --door SN
 * --secret TEXT --fire 60`.
 */
import { setTimeout as later } from 'node:timers/promises';
import { virtualDoor } from '#device/simulator/door.ts';
import { VirtualDevice } from '#device/simulator/virtual-device.ts';

export type DoorOptions = {
  readonly mqtt: string;
  readonly sn: string;
  readonly secret: string;
  /** Seconds the fire input is on; null for none. */
  readonly fireS: number | null;
  /** Card numbers shown one after the other, and every how many seconds. */
  readonly cards: readonly string[];
  readonly everyS: number;
};

/** A new terminal is sent its people within seconds; without any, it shows its cards anyway and refuses them. */
const LIST_WAIT_MS = 15_000;

/** Shows cards at the door, raises the fire input, and prints what the door did. Ends when all is done. */
export async function standAtDoor({ mqtt, sn, secret, fireS, cards, everyS }: DoorOptions): Promise<void> {
  // Numbers go on from the last run's: by the clock they never start anew.
  const memory = { sn, secret, seq: Math.floor(Date.now() / 1_000), passing: 0, waiting: {} };
  const tally = { made: 0, acknowledged: 0, repeated: 0, answered: 0 };
  const device = await VirtualDevice.open(mqtt, memory, tally);
  const door = virtualDoor(device);
  try {
    console.log(`${sn} is connected`);
    if (cards.length > 0)
      for (const end = Date.now() + LIST_WAIT_MS; door.held().size === 0 && Date.now() < end;) await later(250);
    for (const card of cards) {
      const { result, reason } = await door.swipe(card);
      console.log(`card ${card}: ${result}${reason === null ? '' : ` (${reason})`}`);
      await later(everyS * 1_000);
    }
    if (fireS === null) return;
    await door.fire(true);
    console.log('fire input on: the door is open');
    await later(fireS * 1_000);
    await door.fire(false);
    console.log('fire input off; open until the alarm is ended at /door/fire');
    while (door.isOpenForFire()) await later(500);
    console.log('the alarm is ended: the door is shut again');
  } finally {
    await device.close();
  }
}
