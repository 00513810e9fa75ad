import type { RemoteEvent } from '#domain/lane/types.ts';
import type { IngestTarget } from '#areas/device/model/link.ts';

export type OpeningHeard = (target: IngestTarget, event: RemoteEvent) => Promise<void>;

let heard: OpeningHeard = async () => undefined;

/** Who wants to know that a person has opened from afar, told by the composition root: the lane, which has to give the opening its cause. */
export const hearOpenings = (by: OpeningHeard): void => {
  heard = by;
};

/** Called after the commit. Should it be lost, the gate's report is listed as an opening without a known cause, with this command's id. */
export function tellOpening(target: IngestTarget, gateId: string, commandId: string, at: number): void {
  const event: RemoteEvent = {
    kind: 'remote',
    device: `command:${commandId}`,
    lane: gateId,
    seq: 1,
    rawAt: at,
    at,
    commandId,
    cause: { kind: 'remote', id: commandId },
  };
  heard(target, event).catch(() => undefined); // the command stands and is sent; the lane lists what it was not told
}
