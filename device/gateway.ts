/** What happens with a message of a device, whichever broker brought it. `done` without an error acknowledges it. */
import type { CommandAnswer, DeviceIdentity, DevicePorts, Reject, UpEvent } from '#areas/device/model/link.ts';
import { faultOf } from '#areas/device/model/incident.ts';
import { decodeUp } from './codec.ts';
import type { Decoded } from './codec.ts';
import { laneQueue, otherQueues } from './event-queues.ts';
import { gather } from './gather.ts';
import { heartbeats } from './heartbeats.ts';
import { DOOR_DEVICES, GUIDANCE_DEVICES, INTERCOM_DEVICES, STREET_DEVICES } from './messages/common.ts';
import { voidOf } from './queue.ts';
import type { EventQueue } from './queue.ts';
import { rememberedDevices } from './remembered-devices.ts';
import type { Done, Log } from './types.ts';

/** Called for every message when it is acknowledged or refused, `seconds` after it came. */
export type Observe = (kind: Decoded['kind'], stored: boolean, seconds: number) => void;

export type Gateway = {
  /** `history`: sent after newer cars, about a time when the device was offline. */
  readonly receive: (
    device: DeviceIdentity,
    message: string,
    payload: Buffer,
    done: Done,
    how?: { readonly history: boolean },
  ) => void;
  /** The device as it stands now, remembered for some seconds. */
  readonly identify: (sn: string) => Promise<DeviceIdentity | null>;
  readonly forget: (sn: string) => void;
  /** Counted since the start: what came in, by outcome. */
  readonly counts: () => { events: number; beats: number; answers: number; rejected: number; waiting: number };
  /** Stores what was accepted, then stops. */
  readonly close: () => Promise<void>;
};

/** What is kept of a message that was refused; the session or pay code it carries is nobody's to read. */
const shown = (payload: Buffer): string =>
  payload
    .toString('utf8', 0, 4000)
    .replaceAll('\u0000', '')
    .replace(/("session"\s*:\s*")[^"]*/g, '$1…')
    .replace(/("payCode"\s*:\s*"\d{0,2})[^"]*/g, '$1…');

/**
 * Is about berths, doors or spaces, or a call for help: nothing waits for its numbers, for the order of arrival decides
 * nothing.
 */
const ofStreet = ({ kind, gateId }: DeviceIdentity): boolean =>
  ([...STREET_DEVICES, ...DOOR_DEVICES, ...GUIDANCE_DEVICES, ...INTERCOM_DEVICES] as readonly string[]).includes(
    kind,
  ) ||
  (kind === 'camera' && gateId === null);

const commandAnswer = (
  device: DeviceIdentity,
  { id, ok, error, result, at }: Extract<Decoded, { kind: 'answer' }>['values'],
): CommandAnswer => ({
  device,
  commandId: id!,
  ok: ok!,
  error: error?.slice(0, 200) ?? null,
  result: result ?? null,
  at: at!,
});

/**
 * Events of lanes, actions of people there, and messages that are refused: a lane waits for every number, whatever
 * became of its message.
 */
function laneMessages(
  lanes: EventQueue,
  rejects: { readonly push: (item: Reject, done: Done) => void },
  doerOf: DevicePorts['doer'],
  counted: { events: number; rejected: number },
) {
  /** Messages of each device that were answered and whose number could not be read, since its last event. */
  const unread = new Map<string, number>();

  const push = (device: DeviceIdentity, event: UpEvent, done: Done): void => {
    const before = unread.get(device.deviceId);
    unread.delete(device.deviceId);
    lanes.push(
      { tenantId: device.tenantId, parkId: device.parkId },
      before === undefined ? event : { ...event, unread: before },
      done,
    );
  };

  /** Kept on record and answered; its number counts as come, or the lane would wait for it. */
  const refuse = (
    device: DeviceIdentity,
    message: string,
    payload: Buffer,
    { reason, seq }: { readonly reason: string; readonly seq: number | null },
    done: Done,
  ): void => {
    counted.rejected += 1;
    const reject: Reject = {
      device,
      topic: message.slice(0, 100),
      payload: shown(payload),
      reason,
    };
    rejects.push(reject, (error) => {
      if (error) return done(error);
      if (ofStreet(device)) return done(null);
      if (seq !== null) return push(device, voidOf(device.deviceId, seq, Date.now()), done);
      unread.set(device.deviceId, (unread.get(device.deviceId) ?? 0) + 1);
      done(null);
    });
  };

  const pushAction = async (
    device: DeviceIdentity,
    message: string,
    payload: Buffer,
    { event, session }: Extract<Decoded, { kind: 'action' }>,
    done: Done,
  ): Promise<void> => {
    try {
      const doer = await doerOf(device, { session, lane: event.lane, act: event.act, at: event.at });
      if ('problem' in doer)
        return refuse(device, message, payload, { reason: faultOf(doer.problem), seq: event.seq }, done);
      counted.events += 1;
      const { act } = event;
      push(device, { ...event, by: doer.by, act: act.action === 'cash' ? { ...act, drawer: doer.drawer } : act }, done);
    } catch (error) {
      done(error as Error);
    }
  };

  return { push, pushAction, refuse };
}

export function gateway(ports: DevicePorts, log: Log, observe: Observe = () => undefined): Gateway {
  const lanes = laneQueue(ports, log);
  const others = otherQueues(ports, log);
  const queues = [lanes, ...Object.values(others)];
  const answers = gather<CommandAnswer>(ports.answered);
  const rejects = gather<Reject>(ports.reject);
  const known = rememberedDevices(ports.identify);
  const beats = heartbeats(ports.beats, known.corrected, log);
  const counted = { events: 0, beats: 0, answers: 0, rejected: 0 };
  const { push, pushAction, refuse } = laneMessages(lanes, rejects, ports.doer, counted);

  const receive = (
    device: DeviceIdentity,
    message: string,
    payload: Buffer,
    decoded: Decoded,
    history: boolean,
    done: Done,
  ): void => {
    const target = { tenantId: device.tenantId, parkId: device.parkId };
    switch (decoded.kind) {
      case 'event':
        counted.events += 1;
        return push(device, history ? { ...decoded.event, history: true } : decoded.event, done);
      case 'street':
        counted.events += 1;
        return others.street.push(target, decoded.event, done);
      case 'door':
        counted.events += 1;
        return others.door.push(target, decoded.event, done);
      case 'guidance':
        counted.events += 1;
        return others.guidance.push(target, decoded.event, done);
      case 'help':
        counted.events += 1;
        return others.help.push(target, decoded.event, done);
      case 'action':
        return void pushAction(device, message, payload, decoded, done);
      case 'heartbeat':
        counted.beats += 1;
        beats.take(device, decoded);
        return done(null);
      case 'answer':
        counted.answers += 1;
        return answers.push(commandAnswer(device, decoded.values), done);
      case 'bad':
        return refuse(device, message, payload, decoded, done);
    }
  };

  return {
    receive: (device, message, payload, settled, how) => {
      const [from, decoded] = [performance.now(), decodeUp(message, payload, device, Date.now())];
      receive(device, message, payload, decoded, how?.history === true, (error) => {
        observe(decoded.kind, error === null, (performance.now() - from) / 1000);
        settled(error);
      });
    },
    identify: known.identify,
    forget: known.forget,
    counts: () => ({ ...counted, waiting: queues.reduce((sum, queue) => sum + queue.depth(), 0) }),
    close: async () => {
      beats.close();
      await Promise.all([...queues, answers, rejects].map((each) => each.drained()));
    },
  };
}
