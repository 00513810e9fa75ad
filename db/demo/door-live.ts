/**
 * The office's doors in real time: their terminals on MQTT, holding what they are sent, and people who show their
 * cards.
 */
import { virtualDoor } from '#device/simulator/door.ts';
import type { VirtualDoor } from '#device/simulator/door.ts';
import type { Memory } from '#device/simulator/state.ts';
import { VirtualDevice } from '#device/simulator/virtual-device.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { LivingDoors } from './doors.ts';

const TICK_MS = 8_000;
/** Who was let in is through, and the door fell shut behind him. */
const SHUT_MS = 4_500;

const reportShut = (on: VirtualDevice, at: number): Promise<void> =>
  on.event('door', at, { contact: 'closed', by: 'unknown' });

/** A door that was opened from the desk falls shut, too. */
function shutAfterUnlocking(on: VirtualDevice): void {
  const obey = on.onCommand;
  on.onCommand = (command) => {
    if (command.name === 'unlock')
      setTimeout(() => void reportShut(on, Date.now()).catch(() => undefined), SHUT_MS).unref();
    return obey(command);
  };
}

const cardsOf = async (database: Database, { tenantId, villageId }: LivingDoors): Promise<string[]> => {
  const rows = await database.read(tenantScope(tenantId), (db) =>
    db.raw<{ card: string }>(
      `SELECT card_no AS card FROM door_employee WHERE tenant_id = $1 AND village_id = $2 AND status = 'active'
        AND card_no IS NOT NULL AND deleted_at IS NULL`,
      [tenantId, villageId],
    ),
  );
  return rows.map(({ card }) => card);
};

/** Plays until stopped. A terminal that cannot log on is left out: somebody may have replaced its secret. */
export function liveAtDoors(
  living: LivingDoors & {
    readonly database: Database;
    readonly memory: Memory;
    readonly mqttUrl: string;
    readonly say: (line: string) => void;
  },
): { stop: () => Promise<void> } {
  const { database, memory, mqttUrl, sns, cameras = [], say } = living;
  const state = { running: true };
  const thermal: { readonly on: VirtualDevice; readonly door: VirtualDoor }[] = [];
  const open: { readonly on: VirtualDevice; readonly door: VirtualDoor }[] = [];
  const tally = { made: 0, acknowledged: 0, repeated: 0, answered: 0 };
  const begin = async (): Promise<void> => {
    for (const sn of [...sns, ...cameras]) {
      if (!state.running) return;
      const known = memory.devices[sn];
      const on = known ? await VirtualDevice.open(mqttUrl, known, tally).catch(() => null) : null;
      if (!on) continue;
      const door = virtualDoor(on);
      if (cameras.includes(sn)) thermal.push({ on, door });
      else {
        shutAfterUnlocking(on);
        open.push({ on, door });
        await reportShut(on, Date.now());
      }
    }
  };
  let timer: NodeJS.Timeout;
  const round = async (): Promise<void> => {
    const cards = await cardsOf(database, living);
    const [card, at] = [cards[Math.floor(Math.random() * cards.length)], open[Math.floor(Math.random() * open.length)]];
    if (card && at) {
      const { result } = await at.door.swipe(card, { reader: Math.random() < 0.5 ? 'in' : 'out' });
      if (result === 'granted') await reportShut(at.on, Date.now() + SHUT_MS);
    }
    const camera = thermal[Math.floor(Math.random() * thermal.length)];
    // One in two hundred is high.
    await camera?.door.measure(Math.random() < 0.005 ? 375 : 361 + Math.floor(Math.random() * 9), { ambientDeci: 180 });
  };
  const again = (): void => {
    if (!state.running) return;
    timer = setTimeout(() => {
      round()
        .catch((error: unknown) => (state.running ? say(`demo: ${String((error as Error).message)}`) : undefined))
        .finally(again);
    }, TICK_MS);
    timer.unref();
  };
  const begun = begin().then(again, (error: unknown) => say(`demo: ${String((error as Error).message)}`));
  return {
    stop: async () => {
      state.running = false;
      clearTimeout(timer);
      await begun;
      await Promise.all([...open, ...thermal].map(({ on }) => on.close()));
    },
  };
}
