/** The person at the booth, who identifies the entry of a vehicle on request. */
import type { VirtualLane } from './lane.ts';
import type { VirtualDevice } from './virtual-device.ts';

type Candidate = { readonly stay: string; readonly plate: string };

const WATCHES_FOR_MS = 10_000;

/** @param session his own at the terminal */
export function virtualAttendant(
  box: VirtualDevice,
  lanes: readonly VirtualLane[],
  session: () => Promise<string>,
): void {
  const tried = new Map<string, number>();
  box.onCommand = ({ name, payload }) => {
    if (name !== 'ask') return { ok: true };
    const {
      lane: gateId,
      passing,
      candidates,
    } = payload as { lane: string; passing: number; candidates?: readonly Candidate[] };
    const lane = lanes.find((each) => each.options.gateId === gateId);
    const vehicle = [lane?.vehicle, lane?.left].find((each) => each?.passing === passing);
    if (!lane || !vehicle?.guest || lane.options.direction !== 'exit') return { ok: true };
    const key = `${gateId}/${passing}`;
    const turn = (tried.get(key) ?? 0) + 1;
    tried.set(key, turn);
    const { guest, at } = vehicle;
    const own = candidates?.find(({ plate }) => plate === guest.text);
    const about = { lane: gateId, passing };
    // Not among the proposals: he types what the ticket says, and in the end takes the driver's word.
    if (!own && vehicle === lane.left) return { ok: true };
    const act = own
      ? { action: 'pick', stay: own.stay, plate: own.plate }
      : turn === 1
        ? { action: 'pick', plate: guest.text }
        : { action: 'declare', inAt: new Date(guest.at).toISOString(), reason: '司机申报入场时间' };
    const does = async (): Promise<void> =>
      box.event('attend', at + WATCHES_FOR_MS, { ...about, ...act, session: await session() });
    void does();
    return { ok: true };
  };
}
