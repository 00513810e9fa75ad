/**
 * Drivers who press for help in real time: while a seat of the group is ready, somebody calls now and then, and rates
 * the talk once it is over.
 */
import type { Memory } from '#device/simulator/state.ts';
import { VirtualDevice } from '#device/simulator/virtual-device.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { LivingSeats } from './seats.ts';

const TICK_MS = 6_000;
/** A group's seats are called so often at most. */
const CALL_EVERY_MS = 45_000;

/** The intercom of a lane where somebody may want help: a car stands there, at an exit before an entry. */
const whoCalls = async (database: Database, { tenantId, sns }: LivingSeats): Promise<string | null> => {
  const [row] = await database.read(tenantScope(tenantId), (db) =>
    db.raw<{ sn: string }>(
      `SELECT d.sn FROM park_device d JOIN park_gate g ON g.tenant_id = $1 AND g.id = d.gate_id
         LEFT JOIN lane_live l ON l.tenant_id = $1 AND l.gate_id = d.gate_id
       WHERE d.tenant_id = $1 AND d.sn = ANY($2::text[]) AND d.deleted_at IS NULL
         AND EXISTS (SELECT 1 FROM seat_user s WHERE s.tenant_id = $1 AND s.presence = 'ready' AND s.deleted_at IS NULL)
       ORDER BY coalesce(l.state->'phase'->>'name', 'idle') = 'idle', g.gate_type <> 'out', random() LIMIT 1`,
      [tenantId, [...sns]],
    ),
  );
  return row?.sn ?? null;
};

/** Plays until stopped. An intercom that cannot log on is left out: somebody may have replaced its secret. */
export function liveAtIntercoms(
  living: LivingSeats & {
    readonly database: Database;
    readonly memory: Memory;
    readonly mqttUrl: string;
    readonly say: (line: string) => void;
  },
): { stop: () => Promise<void> } {
  const { database, memory, mqttUrl, sns, say } = living;
  const state = { running: true, called: 0 };
  const open = new Map<string, VirtualDevice>();
  const tally = { made: 0, acknowledged: 0, repeated: 0, answered: 0 };
  const listen = (on: VirtualDevice): void => {
    let answered = false;
    on.onCommand = ({ name, payload }) => {
      if (name !== 'call') return { ok: name === 'upgrade' };
      if (payload['state'] === 'ended' && answered)
        void on.event('help', Date.now(), { action: 'rate', rating: 3 + Math.floor(Math.random() * 3) });
      answered = payload['state'] === 'answered';
      return { ok: true };
    };
  };
  const begin = async (): Promise<void> => {
    for (const sn of sns) {
      if (!state.running) return;
      const known = memory.devices[sn];
      const on = known ? await VirtualDevice.open(mqttUrl, known, tally).catch(() => null) : null;
      if (!on) continue;
      listen(on);
      open.set(sn, on);
    }
  };
  let timer: NodeJS.Timeout;
  const round = async (): Promise<void> => {
    if (Date.now() - state.called < CALL_EVERY_MS) return;
    const sn = await whoCalls(database, living);
    const on = sn === null ? undefined : open.get(sn);
    if (!on) return;
    state.called = Date.now();
    await on.event('help', state.called, { action: 'press' });
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
      await Promise.all([...open.values()].map((on) => on.close()));
    },
  };
}
