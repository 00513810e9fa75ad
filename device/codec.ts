/** Payloads to events and commands to payloads. Pure. */
import { isEventName } from '#domain/fee/events.ts';
import { plateIdentity, isUnread, MAX_PLATE } from '#domain/plate/plate.ts';
import type { AttendEvent, OfflineDecision, PlateEvent } from '#domain/lane/types.ts';
import { checkFields, isId } from '#kit/declare/check.ts';
import type { Fields, Values } from '#kit/declare/field.ts';
import type { Message, Payload } from '#kit/declare/message.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { faultOf } from '#areas/device/model/incident.ts';
import type {
  DeviceIdentity,
  DoorEvent,
  GuidanceEvent,
  HelpEvent,
  Outgoing,
  StreetEvent,
  UpEvent,
} from '#areas/device/model/link.ts';
import { guidanceOf } from './codec-guidance.ts';
import { messageNamed } from './messages/index.ts';
import type { help } from './messages/intercom.ts';
import type { doorState, fireInput, swipe, temperature } from './messages/door.ts';
import type { berthCar, lockState, space } from './messages/street.ts';
import type { answer, attend, gate, happened, heartbeat, passed, plate, scan } from './messages/up.ts';

/** More than any message needs; pictures are uploaded, not sent. */
export const MAX_PAYLOAD_BYTES = 65_536;
/** Below this a clock is taken as right: the way of the message alone is that long. */
const CLOCK_SLACK_MS = 2_000;
/** A device with an earlier time has no clock: it restarted at 1970 or 2000. */
const FIRST_CLOCKS = Date.UTC(2010, 0, 1);

export type Decoded =
  | { readonly kind: 'event'; readonly event: UpEvent }
  /** Events about berths; no lane waits for them. */
  | { readonly kind: 'street'; readonly event: StreetEvent }
  /** Events of a door; nothing waits for their numbers. */
  | { readonly kind: 'door'; readonly event: DoorEvent }
  /** Events about a garage's spaces; nothing waits for their numbers. */
  | { readonly kind: 'guidance'; readonly event: GuidanceEvent }
  /** Events of an intercom; nothing waits for their numbers. */
  | { readonly kind: 'help'; readonly event: HelpEvent }
  | { readonly kind: 'heartbeat'; readonly values: Payload<typeof heartbeat>; readonly rawAt: number }
  | { readonly kind: 'answer'; readonly values: Payload<typeof answer> }
  /** What somebody did at a box: an event once it is known who, by the session it carries. */
  | { readonly kind: 'action'; readonly event: Extract<UpEvent, { kind: 'attend' }>; readonly session: string }
  /** `seq` where it could be read: the message is answered, so nobody waits for its number. */
  | { readonly kind: 'bad'; readonly reason: string; readonly seq: number | null };

const bad = (zh: string, en: string): Decoded => ({ kind: 'bad', reason: faultOf({ zh, en }), seq: null });

/** The number of a message of which nothing else need be right. */
function seqIn(payload: Buffer | string): number | null {
  const found = /"seq"\s*:\s*(\d{1,15})\b(?![.eE])/.exec(String(payload).slice(0, MAX_PAYLOAD_BYTES));
  return found && Number(found[1]) > 0 ? Number(found[1]) : null;
}

/** Checks the values of a message against its declaration. */
export function checkPayload<F extends Fields>(
  of: Message<F>,
  payload: Buffer | string,
): { values: Partial<Values<F>>; problem?: undefined } | { problem: Text; values?: undefined } {
  if (payload.length > MAX_PAYLOAD_BYTES)
    return { problem: text(`超过 ${MAX_PAYLOAD_BYTES} 字节`, `larger than ${MAX_PAYLOAD_BYTES} bytes`) };
  let raw: unknown;
  try {
    raw = JSON.parse(payload.toString());
  } catch {
    return { problem: text('不是 JSON', 'not JSON') };
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return { problem: text('不是 JSON 对象', 'not a JSON object') };
  const { values, problems } = checkFields(of.fields, raw as Record<string, unknown>, true);
  if (problems.length === 0) return { values: values as Partial<Values<F>> };
  return {
    problem: text(
      problems.map(({ field, msg }) => `${field}：${msg.zh}`).join('；'),
      problems.map(({ field, msg }) => `${field}: ${msg.en}`).join('; '),
    ),
  };
}

/**
 * A time further ahead of the server's than this is no time; within it the server's own clock may be the one that is
 * behind.
 */
const MOST_AHEAD_MS = 24 * 3_600_000;

/**
 * Corrected by the device's known offset, unless the clock has plainly been set right since. What would lie more than a
 * day ahead, or before there were clocks in devices, takes the time it was received.
 */
function timeOf(rawAt: number, { clockOffsetMs }: DeviceIdentity, receivedAt: number): number {
  const wrong = Math.abs(clockOffsetMs) > CLOCK_SLACK_MS && Math.abs(receivedAt - rawAt) > CLOCK_SLACK_MS;
  const at = wrong ? rawAt - clockOffsetMs : rawAt;
  return at < FIRST_CLOCKS || at > receivedAt + MOST_AHEAD_MS ? receivedAt : at;
}

/** Reports carry the number of the last event and are none themselves. */
const REPORTS: ReadonlySet<string> = new Set(['heartbeat', 'answer']);

/**
 * Reads one `up` message of a device, received by the server's clock at `receivedAt` (epoch ms). Times are corrected;
 * the raw ones are kept.
 */
export function decodeUp(name: string, payload: Buffer | string, device: DeviceIdentity, receivedAt: number): Decoded {
  const decoded = decode(name, payload, device, receivedAt);
  return decoded.kind === 'bad' && !REPORTS.has(name) ? { ...decoded, seq: seqIn(payload) } : decoded;
}

function decode(name: string, payload: Buffer | string, device: DeviceIdentity, receivedAt: number): Decoded {
  const declared = messageNamed('up', name);
  if (!declared) return bad(`没有这种报文：${name.slice(0, 60)}`, `no such message: ${name.slice(0, 60)}`);
  if (!declared.devices.includes(device.kind))
    return bad(
      `该类设备不发送此报文：${name}（${device.kind}）`,
      `not sent by a device of this kind: ${name} (${device.kind})`,
    );
  const { values, problem } = checkPayload(declared, payload);
  if (values === undefined) return bad(problem.zh, problem.en);
  const rawAt = Date.parse(String(values.at));
  if (name === 'heartbeat') return { kind: 'heartbeat', values, rawAt };
  if (name === 'answer') return { kind: 'answer', values };
  const head = { device: device.deviceId, seq: values.seq as number, rawAt, at: timeOf(rawAt, device, receivedAt) };
  if (name === 'happened') return happenedOf(head, values);
  if (name === 'attend') return actionOf(head, values, device);
  const ofDoors = doorOf(name, head, values);
  if (ofDoors) return ofDoors;
  const ofSpaces = guidanceOf(name, head, values);
  if (ofSpaces)
    return ofSpaces.problem
      ? bad(ofSpaces.problem.zh, ofSpaces.problem.en)
      : { kind: 'guidance', event: ofSpaces.event };
  const ofBerths = streetOf(name, head, values, device);
  if (ofBerths) return ofBerths;
  if (device.gateId === null) return bad('设备不在任何车道', 'this device stands in no lane');
  if (name === 'help') {
    const of = values as Payload<typeof help>;
    return { kind: 'help', event: { ...head, lane: device.gateId, action: of.action!, rating: of.rating ?? null } };
  }
  return eventOf(name, { ...head, lane: device.gateId }, values);
}

type LinkHead = Omit<Head, 'lane'>;
const street = (made: StreetEvent): Decoded => ({ kind: 'street', event: made });

const idOf = (raw: string | null | undefined): string | null => {
  const id = raw?.toLowerCase() ?? '';
  return isId(id) ? id : null;
};

/** A door's event; null for any other message. */
function doorOf(name: string, head: LinkHead, values: Record<string, unknown>): Decoded | null {
  if (name === 'swipe') {
    const of = values as Payload<typeof swipe>;
    return {
      kind: 'door',
      event: {
        ...head,
        kind: 'swipe',
        reader: of.reader!,
        credential: of.kind!,
        person: idOf(of.person),
        result: of.result!,
        reason: of.reason ?? null,
        picture: of.picture ?? null,
        offline: of.decided === 'offline',
      },
    };
  }
  if (name === 'temperature') {
    const of = values as Payload<typeof temperature>;
    return {
      kind: 'door',
      event: {
        ...head,
        kind: 'temperature',
        person: idOf(of.person),
        tempDeci: of.tempDeci!,
        ambientDeci: of.ambientDeci ?? null,
        site: of.site ?? null,
        picture: of.picture ?? null,
        thermal: of.thermal ?? null,
      },
    };
  }
  if (name === 'fire')
    return { kind: 'door', event: { ...head, kind: 'fire', on: (values as Payload<typeof fireInput>).on! } };
  if (name !== 'door') return null;
  const of = values as Payload<typeof doorState>;
  return {
    kind: 'door',
    event: {
      ...head,
      kind: 'door',
      contact: of.contact!,
      by: of.by ?? 'unknown',
      commandId: idOf(of.commandId),
      swipeSeq: of.swipeSeq ?? null,
    },
  };
}

/** A berth's event; null for any other message. */
function streetOf(
  name: string,
  head: LinkHead,
  values: Record<string, unknown>,
  device: DeviceIdentity,
): Decoded | null {
  switch (name) {
    case 'space':
      return spaceOf(head, values as Payload<typeof space>, device);
    case 'berthCar':
      return berthCarOf(head, values as Payload<typeof berthCar>, device);
    case 'lock': {
      const of = values as Payload<typeof lockState>;
      return street({
        ...head,
        kind: 'lock',
        trigger: of.kind ?? 'heartbeat',
        arm: of.arm!,
        car: of.car ?? null,
        forced: of.forced ?? false,
        obstructed: of.obstructed ?? false,
        batteryMv: of.batteryMv ?? null,
      });
    }
    default:
      return null;
  }
}

/** A sensor speaks for itself alone, a concentrator always for another. */
function spaceOf(head: LinkHead, of: Payload<typeof space>, device: DeviceIdentity): Decoded {
  const sensor = of.sensor ?? null;
  if (device.kind === 'concentrator' && sensor === null)
    return bad('sensor：集中器须指明传感器', 'sensor: a concentrator must name the sensor');
  if (device.kind !== 'concentrator' && sensor !== null && sensor !== device.sn)
    return bad('sensor：不是本机', 'sensor: not this device');
  return street({
    ...head,
    kind: 'space',
    sensor: device.kind === 'concentrator' ? sensor : null,
    occupied: of.occupied!,
    trigger: of.kind!,
    sinceSeconds: of.sinceSeconds ?? null,
    changes: of.changes ?? null,
    batteryMv: of.batteryMv ?? null,
    rssi: of.rssi ?? null,
  });
}

function berthCarOf(head: LinkHead, of: Payload<typeof berthCar>, device: DeviceIdentity): Decoded {
  if (device.gateId !== null) return bad('车道相机不发送此报文', 'not sent by the camera of a lane');
  const plate = of.plate == null || isUnread(of.plate) ? null : plateIdentity(of.plate) || null;
  if (plate !== null && plate.length > MAX_PLATE)
    return bad(`plate：最多 ${MAX_PLATE} 个字符`, `plate: must be at most ${MAX_PLATE} characters`);
  if (of.claim === 'plate' && plate === null)
    return bad('plate：须有车牌', 'plate: is needed where the claim is a plate');
  const first: unknown = Array.isArray(of.pictures) ? of.pictures[0] : null;
  return street({
    ...head,
    kind: 'berthCar',
    spaceNo: of.spaceNo!,
    claim: of.claim!,
    plate,
    colour: of.colour ?? 'unknown',
    confidence: of.confidence ?? null,
    picture: typeof first === 'string' && first.length <= 300 ? first : null,
  });
}

type Head = Pick<PlateEvent, 'device' | 'seq' | 'rawAt' | 'at' | 'lane'>;

const event = (made: UpEvent): Decoded => ({ kind: 'event', event: made });

const assumed = (of: { readonly assumed?: boolean | null | undefined }): { readonly assumed?: true } =>
  of.assumed ? { assumed: true } : {};

function eventOf(name: string, head: Head, values: Record<string, unknown>): Decoded {
  switch (name) {
    case 'plate':
      return plateOf(head, values as Payload<typeof plate>);
    case 'gone':
      return event({ ...head, kind: 'gone', passing: values.passing as number });
    case 'gate': {
      const of = values as Payload<typeof gate>;
      const { gate: state, by = 'unknown', commandId = null } = of;
      return event({ ...head, kind: 'gate', gate: state!, by: by!, commandId, ...assumed(of) });
    }
    case 'passed': {
      const of = values as Payload<typeof passed>;
      return event({
        ...head,
        kind: 'passed',
        passing: of.passing!,
        count: of.count ?? 1,
        picture: of.picture ?? null,
        ...assumed(of),
      });
    }
    case 'scan':
      return event({ ...head, kind: 'scan', payCode: (values as Payload<typeof scan>).payCode! });
    default:
      return bad(`不是事件：${name}`, `no event: ${name}`);
  }
}

/** At a lane of the terminal's own; by whom, and whose drawer it is, follows from the session. */
function actionOf(head: Omit<Head, 'lane'>, of: Payload<typeof attend>, device: DeviceIdentity): Decoded {
  const lane = of.lane ?? device.gateId;
  if (lane === null)
    return bad('设备不在任何车道，报文也没有指明', 'this device stands in no lane and the message names none');
  if (!device.lanes.includes(lane)) return bad('lane：不是该终端的车道', 'lane: none of this terminal’s');
  if (of.stay != null && !isId(of.stay.toLowerCase())) return bad('stay：编号无效', 'stay: is not a valid id');
  return {
    kind: 'action',
    session: of.session!,
    event: { ...head, lane, kind: 'attend', passing: of.passing!, by: '', act: actOf(of) },
  };
}

function happenedOf(head: Omit<Head, 'lane'>, { plate: read, event: name }: Payload<typeof happened>): Decoded {
  const of = plateIdentity(read!);
  if (of === '' || isUnread(of)) return bad('plate：须指明车辆', 'plate: the car must be named');
  if (!isEventName(name!)) return bad('event：只能有字母、数字、_ 与 -', 'event: only letters, digits, _ and -');
  return event({ ...head, lane: null, kind: 'happened', plate: of, event: name! });
}

function plateOf(head: Head, of: Payload<typeof plate>): Decoded {
  const read = of.plate == null || isUnread(of.plate) ? '' : plateIdentity(of.plate);
  if (read.length > MAX_PLATE)
    return bad(`plate：最多 ${MAX_PLATE} 个字符`, `plate: must be at most ${MAX_PLATE} characters`);
  const offline: OfflineDecision | null =
    of.decided === 'offline' ? { opened: of.opened ?? false, cashFen: of.cashFen ?? 0 } : null;
  return event({
    ...head,
    kind: 'plate',
    passing: of.passing!,
    plate: read,
    colour: of.colour ?? 'unknown',
    confidence: of.confidence ?? 1,
    picture: of.picture ?? null,
    ...(of.direction ? { direction: of.direction === 'out' ? 'exit' : 'entry' } : {}),
    ...(offline ? { offline } : {}),
  });
}

function actOf(of: Payload<typeof attend>): AttendEvent['act'] {
  const { reason = '', picture = null } = of;
  switch (of.action!) {
    case 'pick':
      return {
        action: 'pick',
        stay: of.stay?.toLowerCase() ?? null,
        plate: of.plate == null ? null : plateIdentity(of.plate),
      };
    case 'cash':
      return {
        action: 'cash',
        amountFen: of.amountFen!,
        tenderedFen: of.tenderedFen ?? of.amountFen!,
        drawer: '',
      };
    case 'declare':
      return { action: 'declare', inAt: Date.parse(of.inAt!), reason: reason ?? '' };
    case 'release':
      return { action: 'release', reason: reason ?? '', picture };
    case 'open':
      return { action: 'open', reason: reason ?? '', picture };
  }
}

/** The payload of a command as the device gets it. */
export const encodeDown = (command: Outgoing): string =>
  JSON.stringify({ id: command.id, until: new Date(command.until).toISOString(), ...command.payload });
