/**
 * Frigate, an open recorder that reads plates: what it publishes, over MQTT or posted on by a bridge. See README.md for
 * what is sure.
 */
import { text } from '#kit/declare/text.ts';
import type { Adapter, Decoded, NativeEvent, Raw } from '#device/adapters/adapter.ts';
import { at, isJson, number, plateOf, readJson, readText, share, word } from '#device/adapters/read.ts';
import type { Json } from '#device/adapters/read.ts';

/** Whoever has been in a zone of this name is behind the barrier. */
const BEHIND = 'passed';
/** Of its own interface without a login, inside its network. */
const HTTP_PORT = 5_000;
const VEHICLES: ReadonlySet<string> = new Set(['car', 'motorcycle', 'bus', 'truck', 'license_plate']);

const ignored = (nativeId: string | null): Decoded => ({
  nativeId,
  events: [],
  beat: {},
  ignored: text('与车牌和驶过无关', 'Of no plate and no passage'),
});

const ms = (seconds: unknown): number | null => {
  const read = number(seconds);
  return read === null || read <= 0 ? null : Math.round(read * 1_000);
};

/** A plate, reported again when it is read better. */
function readingIn(json: Json): NativeEvent | null {
  const [id, when] = [word(json.id), ms(json.timestamp)];
  if (id === '' || when === null) return null;
  const confidence = share(json.score, 1);
  return {
    key: `${id}/lpr/${when}`,
    carKey: id,
    kind: 'plate',
    at: { epochMs: when },
    live: true,
    plate: plateOf(word(json.plate).toUpperCase()).plate,
    colour: 'unknown',
    ...(confidence === undefined ? {} : { confidence: Math.round(confidence * 1_000) / 1_000 }),
    pictures: [],
  };
}

/** A car has gone behind the barrier, or out of the picture without. */
function endIn(type: string, after: Json): NativeEvent | null {
  const id = word(after.id);
  const zones = [...list(after.entered_zones), ...list(after.current_zones)];
  const when = ms(after.end_time) ?? ms(after.frame_time);
  if (id === '' || when === null || !VEHICLES.has(word(after.label))) return null;
  const head = { carKey: id, at: { epochMs: when }, live: true } as const;
  if (zones.includes(BEHIND)) return { ...head, key: `${id}/passed`, kind: 'passed' };
  return type === 'end' ? { ...head, key: `${id}/end`, kind: 'gone' } : null;
}
const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(word) : []);

function decode({ path, body }: Raw): Decoded {
  const topic = path.split('/').at(-1) ?? '';
  const written = readText(body).trim();
  if (topic === 'available') return { nativeId: null, events: [], ...(written === 'online' ? { beat: {} } : {}) };
  const json = readJson(written);
  if (!json) return { nativeId: null, events: [], poison: text('不是完整的 JSON', 'not whole JSON') };
  if (topic === 'stats' || isJson(json.service))
    return { nativeId: null, events: [], beat: { firmware: word(at(json, 'service', 'version')) } };
  const after = isJson(json.after) ? json.after : null;
  const nativeId = word(after?.camera ?? json.camera) || null;
  if (nativeId === null) return ignored(null);
  if (!after && json.type !== 'lpr') return ignored(nativeId);
  const event = after ? endIn(word(json.type), after) : readingIn(json);
  if (event) return { nativeId, beat: {}, events: [event] };
  return after
    ? ignored(nativeId)
    : { nativeId, events: [], poison: text('没有编号或时间', 'no number or time in it') };
}

export const adapter: Adapter = {
  title: text('Frigate 车牌识别', 'Frigate LPR'),
  limits: { bodyBytes: 128 * 1024, replyMs: 2_000 },
  can: { open: [], other: [], seesPassage: false, reportsColour: false },
  shared: true,
  topics: /^[^/]+\/(?:events|tracked_object_update|stats|available)$/,
  decode,
  // Its own ids only: nothing else of a message becomes part of an address.
  snapshot: ({ kind, carKey }) =>
    kind === 'plate' && carKey !== undefined && /^[\w.-]{1,80}$/.test(carKey)
      ? { path: `/api/events/${carKey}/snapshot.jpg`, port: HTTP_PORT }
      : null,
  reply: () => ({ status: 200, headers: {}, body: '' }),
  setup: ({ host, port, path }) => [
    { label: text('设置项 config.yml › mqtt › host', 'config.yml › mqtt › host'), value: host },
    {
      label: text('设置项 mqtt › port', 'mqtt › port'),
      value: text('本系统的 MQTT 端口（默认 1883）', "This system's MQTT port (1883 as installed)"),
    },
    { label: text('设置项 mqtt › user', 'mqtt › user'), value: text('本设备的序列号', "This device's serial number") },
    { label: text('设置项 mqtt › password', 'mqtt › password'), value: text('本设备的密钥', "This device's secret") },
    {
      label: text('cameras › 每台 › mqtt › enabled', 'cameras › each › mqtt › enabled'),
      value: text('False（不发图片）', 'False (no pictures)'),
    },
    { label: text('设置项 lpr › enabled', 'lpr › enabled'), value: 'True' },
    { label: text('道闸后的区域命名为', 'Name the zone behind the barrier'), value: BEHIND },
    {
      label: text('本页“机内编号”', '“Own device ID” on this page'),
      value: text('相机在 config.yml 中的名称', "The camera's name in config.yml"),
    },
    {
      label: text('图片：本设备的 IP、端口', 'Pictures: address and port of this device'),
      value: text(
        'Frigate 主机，端口 5000（GATEHOUSE_CAMERA_NETWORKS）',
        'The host of Frigate, port 5000 (GATEHOUSE_CAMERA_NETWORKS)',
      ),
    },
    {
      label: text(`或由桥接转发：POST 到端口 ${port}`, `Or by a bridge: POST to port ${port}`),
      value: `${path}/tracked_object_update`,
    },
  ],
};
