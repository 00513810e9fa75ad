/**
 * What LoRaWAN parking sensors send, model by model: each a table of its ports. A codec reads bytes and nothing else; a
 * new model is one entry here and its examples in codecs.test.ts.
 */

/** One uplink of a sensor as the rest of the product reads it. What a model does not send is null. */
export type SpaceReading = {
  readonly kind: 'change' | 'heartbeat' | 'startup';
  readonly occupied: boolean;
  /** How long the state before this change lasted, in seconds. A change that was lost on the way shows by it. */
  readonly previousSeconds: number | null;
  /** `previousSeconds` may be too small by so many seconds; null where there is no upper bound. */
  readonly previousErrorSeconds: number | null;
  readonly batteryMv: number | null;
  readonly temperatureCelsius: number | null;
};

/** Reads the payload of one port; null where it is too short or says nothing of a space. */
type PortReader = (bytes: Uint8Array) => SpaceReading | null;

export type SensorCodec = {
  readonly name: string;
  readonly ports: Readonly<Record<number, PortReader>>;
};

const nothingMore = {
  previousSeconds: null,
  previousErrorSeconds: null,
  batteryMv: null,
  temperatureCelsius: null,
} as const;

const signed = (byte: number): number => (byte > 0x7f ? byte - 0x100 : byte);

/** A reader that is used only where so many bytes came. */
const atLeast =
  (length: number, read: (bytes: Uint8Array) => SpaceReading | null): PortReader =>
  (bytes) =>
    bytes.length < length ? null : read(bytes);

/**
 * Bosch TPS110: ports 1 and 2 are alike, byte 0 the state, byte 1 the temperature where it is sent. Port 3 ends with
 * the state.
 */
const bosch = (kind: SpaceReading['kind']): PortReader =>
  atLeast(1, (bytes) => ({
    ...nothingMore,
    kind,
    occupied: bytes[0] === 1,
    temperatureCelsius: bytes.length > 1 ? signed(bytes[1]!) : null,
  }));

/**
 * Nwave's seven bits for the minutes that the state before lasted: exact below 90, then by fives, then by hours, 127
 * for 660 and more. Source: the maker's codec in The Things Network's device repository (vendor/nwave).
 */
export function nwavePrevious(code: number): Pick<SpaceReading, 'previousSeconds' | 'previousErrorSeconds'> {
  if (code < 90) return { previousSeconds: code * 60, previousErrorSeconds: 59 };
  if (code < 120) return { previousSeconds: (90 + (code - 90) * 5) * 60, previousErrorSeconds: 4 * 60 + 59 };
  if (code < 127) return { previousSeconds: (240 + (code - 120) * 60) * 60, previousErrorSeconds: 59 * 60 + 59 };
  return { previousSeconds: 660 * 60, previousErrorSeconds: null };
}

const nwaveChange = atLeast(1, ([state]) => ({
  ...nothingMore,
  ...nwavePrevious(state! & 0x7f),
  kind: 'change',
  occupied: (state! & 0x80) !== 0,
}));

const nwaveHeartbeat = atLeast(3, ([state, battery, temperature]) => ({
  ...nothingMore,
  kind: 'heartbeat',
  occupied: (state! & 0x80) !== 0,
  batteryMv: 2500 + battery! * 4,
  temperatureCelsius: signed(temperature!) / 2 + 10,
}));

const nwaveStartup = atLeast(5, (bytes) => ({ ...nothingMore, kind: 'startup', occupied: (bytes[4]! & 1) === 1 }));

/**
 * SENSO8 LRS20LD0, a radar above the space: type 11, a byte of events (bit 0 heartbeat, bit 2 change), battery,
 * distance, state.
 */
const senso8 = atLeast(6, (bytes) => {
  if (bytes[0] !== 11) return null;
  return { ...nothingMore, kind: (bytes[1]! & 0b100) === 0 ? 'heartbeat' : 'change', occupied: bytes[5] === 1 };
});

export const sensorCodecs = {
  boschTps110: {
    name: 'Bosch TPS110',
    ports: {
      1: bosch('change'),
      2: bosch('heartbeat'),
      3: atLeast(17, (bytes) => ({ ...nothingMore, kind: 'startup', occupied: bytes[16] === 1 })),
    },
  },
  nwaveNps405: { name: 'Nwave NPS405', ports: { 1: nwaveChange, 2: nwaveHeartbeat, 3: nwaveStartup } },
  senso8Lrs20: { name: 'SENSO8 LRS20LD0', ports: { 10: senso8 } },
} as const satisfies Readonly<Record<string, SensorCodec>>;

export type SensorModel = keyof typeof sensorCodecs;

/**
 * @returns what the payload says of the space; null for a port the model keeps for other things, and for a payload cut
 * short
 */
export function readSensor(model: SensorModel, port: number, bytes: Uint8Array): SpaceReading | null {
  const codec: SensorCodec = sensorCodecs[model];
  return codec.ports[port]?.(bytes) ?? null;
}
