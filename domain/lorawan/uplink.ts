/**
 * Uplinks as the two common network servers post them: ChirpStack 4 (`event=up`) and The Things Network / The Things
 * Stack 3. Both give the device's EUI, its frame counter, the port and the payload in base64, and list the gateways
 * that received it.
 */

export type Uplink = {
  /** 16 hex digits, lower case. */
  readonly devEui: string;
  /** The network's frame counter: with the session it numbers a device's uplinks, so that one posted twice is known. */
  readonly frame: number;
  /**
   * Id of the device's session with the network; a join begins another, and its counter begins again. Empty where it is
   * unknown.
   */
  readonly session: string;
  readonly port: number;
  readonly bytes: Uint8Array;
  /**
   * When a gateway received it, epoch ms; null where the network does not report it. Sensors have no clock of their
   * own.
   */
  readonly at: number | null;
  /** The best of the gateways that received it, dBm; null where none is reported. */
  readonly rssi: number | null;
};

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectAt = (from: Json, name: string): Json => {
  const value = from[name];
  return isObject(value) ? value : {};
};
const textAt = (from: Json, name: string): string => {
  const value = from[name];
  return typeof value === 'string' ? value : '';
};

function instantOf(value: string): number | null {
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : at;
}

function bestRssi(gateways: unknown): number | null {
  const signals = (Array.isArray(gateways) ? gateways : [])
    .map((each: unknown) => (isObject(each) ? each['rssi'] : undefined))
    .filter((rssi) => typeof rssi === 'number');
  return signals.length === 0 ? null : Math.max(...signals);
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function built(parts: Omit<Uplink, 'bytes' | 'frame' | 'port'> & { frame: unknown; port: unknown; data: string }) {
  const { frame, port, data, ...rest } = parts;
  const devEui = rest.devEui.toLowerCase();
  if (!/^[0-9a-f]{16}$/.test(devEui) || !Number.isInteger(port) || !BASE64.test(data)) return null;
  // Both networks leave a counter of 0 out of their JSON.
  const counter = frame ?? 0;
  if (typeof counter !== 'number' || !Number.isInteger(counter) || counter < 0) return null;
  return { ...rest, devEui, frame: counter, port: port as number, bytes: Uint8Array.from(atob(data), byteOf) };
}
const byteOf = (char: string): number => char.charCodeAt(0);

/** @param body what ChirpStack 4 posts for an uplink. @returns null where it is none */
export function chirpStackUplink(body: unknown): Uplink | null {
  if (!isObject(body)) return null;
  return built({
    devEui: textAt(objectAt(body, 'deviceInfo'), 'devEui'),
    frame: body['fCnt'],
    session: textAt(body, 'devAddr'),
    port: body['fPort'],
    data: textAt(body, 'data'),
    at: instantOf(textAt(body, 'time')),
    rssi: bestRssi(body['rxInfo']),
  });
}

/** @param body what The Things Stack 3 posts for an uplink. @returns null where it is none */
export function thingsStackUplink(body: unknown): Uplink | null {
  if (!isObject(body)) return null;
  const ids = objectAt(body, 'end_device_ids');
  const uplink = objectAt(body, 'uplink_message');
  return built({
    devEui: textAt(ids, 'dev_eui'),
    frame: uplink['f_cnt'],
    session: textAt(uplink, 'session_key_id') || textAt(ids, 'dev_addr'),
    port: uplink['f_port'],
    data: textAt(uplink, 'frm_payload'),
    at: instantOf(textAt(uplink, 'received_at') || textAt(body, 'received_at')),
    rssi: bestRssi(uplink['rx_metadata']),
  });
}
