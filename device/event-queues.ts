/** A queue for each kind of events that devices send: each kind is stored by the area it belongs to. */
import type { DevicePorts, DoorEvent, GuidanceEvent, HelpEvent, StreetEvent } from '#areas/device/model/link.ts';
import type { Log } from './types.ts';
import { eventQueue, voidOf } from './queue.ts';

export const laneQueue = (ports: DevicePorts, log: Log) =>
  eventQueue({
    ingest: ports.ingest,
    ingestTogether: ports.ingestTogether,
    setAside: ports.setAside,
    standIn: ({ kind, device, seq, at }) => (kind === 'void' ? null : voidOf(device, seq, at)),
    log,
  });

/** Nobody waits for the numbers of these. */
export const otherQueues = ({ street, doors, guidance, help, setAside }: DevicePorts, log: Log) => ({
  street: eventQueue<StreetEvent>({
    ingest: street ?? (() => Promise.reject(new Error('no handler for berth messages'))),
    setAside,
    log,
  }),
  door: eventQueue<DoorEvent>({
    ingest: doors ?? (() => Promise.reject(new Error('no handler for door messages'))),
    setAside,
    log,
  }),
  guidance: eventQueue<GuidanceEvent>({
    ingest: guidance ?? (() => Promise.reject(new Error('no handler for space messages'))),
    setAside,
    log,
  }),
  help: eventQueue<HelpEvent>({
    ingest: help ?? (() => Promise.reject(new Error('nothing here takes calls for help'))),
    setAside,
    log,
  }),
});
