/** Rekor Scout, formerly OpenALPR: an agent posts each group of readings of one car. See README.md for what is sure. */
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Adapter, Decoded, NativeEvent, Raw } from '#device/adapters/adapter.ts';
import {
  at,
  base64,
  isJson,
  number,
  pictures,
  plateOf,
  readJson,
  readText,
  share,
  word,
} from '#device/adapters/read.ts';
import type { Json } from '#device/adapters/read.ts';

function eventIn(camera: string, group: Json): NativeEvent | null {
  const when = number(group.epoch_start);
  const uuids = Array.isArray(group.uuids) ? group.uuids.map(word) : [];
  const best = word(group.best_uuid) || uuids[0] || '';
  if (when === null || when <= 0 || best === '') return null;
  const { plate } = plateOf((word(group.best_plate_number) || word(at(group, 'best_plate', 'plate'))).toUpperCase());
  const confidence = share(group.best_confidence ?? at(group, 'best_plate', 'confidence'), 100);
  return {
    key: `${camera}/${best}/${word(group.epoch_end)}`,
    // A preview and the group that follows it begin with the same reading.
    carKey: uuids[0] || best,
    kind: 'plate',
    at: { epochMs: when },
    live: true,
    plate,
    colour: 'unknown',
    ...(confidence === undefined ? {} : { confidence: Math.round(confidence * 1_000) / 1_000 }),
    pictures: pictures(
      ['scene', base64(group.vehicle_crop_jpeg)],
      ['plate', base64(at(group, 'best_plate', 'plate_crop_jpeg'))],
    ),
  };
}

const IGNORED: Readonly<Record<string, Text>> = {
  alpr_results: text('逐帧结果，以分组为准', 'Of one frame; the group counts'),
  vehicle: text('没有车牌的车辆', 'A vehicle without a plate'),
};

function decode(raw: Raw): Decoded {
  const json = readJson(readText(raw.body));
  if (!json) return { nativeId: null, events: [], poison: text('不是完整的 JSON', 'not whole JSON') };
  const kind = word(json.data_type);
  if (kind === 'heartbeat' || word(json.openalpr_webhook) === 'test')
    return { nativeId: null, events: [], beat: word(json.agent_version) ? { firmware: word(json.agent_version) } : {} };
  // An alert is a group that stands on one of its lists: sent twice, known by the same key.
  const group = kind === 'alpr_alert' ? json.group : json;
  if ((kind !== 'alpr_alert' && kind !== 'alpr_group') || !isJson(group))
    return kind === ''
      ? { nativeId: null, events: [], poison: text('没有类型', 'no kind in it') }
      : {
          nativeId: word(json.camera_id) || null,
          events: [],
          beat: {},
          ignored: IGNORED[kind] ?? text('不认识的消息', 'A message of no known kind'),
        };
  const nativeId = word(group.camera_id) || null;
  if (group.is_parked === true)
    return { nativeId, events: [], beat: {}, ignored: text('停着不动的车', 'A car that is parked in view') };
  const event = nativeId === null ? null : eventIn(nativeId, group);
  return event
    ? { nativeId, beat: {}, events: [event] }
    : { nativeId, events: [], poison: text('没有相机、编号或时间', 'no camera, number or time in it') };
}

export const adapter: Adapter = {
  title: text('Rekor Scout 识别软件', 'Rekor Scout (OpenALPR)'),
  limits: { bodyBytes: 8 * 1024 * 1024, replyMs: 2_000 },
  can: { open: [], other: [], seesPassage: false, reportsColour: false },
  shared: true,
  decode,
  reply: () => ({ status: 200, headers: {}, body: '' }),
  setup: ({ host, port, path, secure }) => [
    {
      label: text(
        'Configure › Data Destination › 其他 HTTP 服务器',
        'Configure › Data destination › Other HTTP server',
      ),
      value: `${secure ? 'https' : 'http'}://${host}:${port}${path}`,
    },
    { label: text('其中的路径', 'Path within it'), value: path },
    { label: text('设置项 alprd.conf › upload_data', 'alprd.conf › upload_data'), value: '1' },
    {
      label: text(
        '设置项 alprd.conf › plate_groups_min_plates_to_group',
        'alprd.conf › plate_groups_min_plates_to_group',
      ),
      value: '1',
    },
    { label: text('发送车辆图', 'Send the vehicle image'), value: text('开', 'On') },
    {
      label: text('本页“机内编号”', '“Own device ID” on this page'),
      value: text('相机的 camera_id', "The camera's camera_id"),
    },
    { label: text('主机时间', 'Clock of the host'), value: text('NTP 开', 'NTP on') },
  ],
};
