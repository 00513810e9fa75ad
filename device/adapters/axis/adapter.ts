/**
 * Axis License Plate Verifier: JSON by car and its states; a relay of the camera by a call with digest. See README.md
 * for what is sure.
 */
import { text } from '#kit/declare/text.ts';
import type { Adapter, Call, Decoded, NativeEvent, Order, Outcome, Raw } from '#device/adapters/adapter.ts';
import { readParts } from '#device/adapters/multipart.ts';
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

const PULSE_MS = 500;

function written({ headers, body }: Raw): Json | null {
  const type = headers['content-type'] ?? '';
  if (!/multipart/i.test(type)) return readJson(readText(body));
  const parts = readParts(type, body);
  const json = parts.find(
    (part) => /json/.test(part.type) || part.bytes.subarray(0, 20).toString('latin1').trimStart().startsWith('{'),
  );
  return json ? readJson(readText(json.bytes)) : null;
}

function shotsIn(read: Json): NativeEvent['pictures'] {
  const all = Array.isArray(read.ImageArray) ? read.ImageArray.filter(isJson) : [];
  const of = (type: RegExp): Buffer | null =>
    base64(all.find(({ ImageType }) => type.test(word(ImageType)))?.BinaryImage);
  return pictures(['scene', of(/vehicle|overview|context/i)], ['plate', of(/plate/i)]);
}

/** Milliseconds since 1970, or text of the camera's own time. */
function timeIn(read: Json): NativeEvent['at'] | null {
  const time = read.capture_timestamp ?? read.datetime;
  const ms = number(time);
  if (ms !== null) return ms > 1e11 ? { epochMs: ms } : { epochMs: ms * 1_000 };
  const local = word(time);
  return local === '' ? null : { local };
}

function decode(raw: Raw): Decoded {
  const read = written(raw);
  if (!read) return { nativeId: null, events: [], poison: text('不是完整的 JSON', 'not whole JSON') };
  const nativeId = word(at(read, 'camera_info', 'SerialNumber')) || null;
  const [car, counter, state] = [word(read.carID), word(read.packetCounter), word(read.carState).toLowerCase()];
  if (car === '')
    return nativeId === null
      ? { nativeId, events: [], ignored: text('不认识的消息', 'A message of no known kind') }
      : { nativeId, events: [], beat: {} };
  const when = timeIn(read);
  if (when === null || counter === '')
    return { nativeId, events: [], beat: {}, poison: text('没有编号或时间', 'no number or no time in it') };
  const head = { carKey: car, at: when, live: true } as const;
  const stamp = 'epochMs' in when ? String(when.epochMs) : when.local;
  if (state === 'lost')
    return { nativeId, beat: {}, events: [{ ...head, key: `${car}/${counter}/${stamp}/lost`, kind: 'gone' }] };
  const found = plateOf(read.plateUTF8 ?? read.plateASCII ?? read.plateText);
  const confidence = share(read.plateConfidence, 1) ?? share(read.plateConfidence, 100);
  const way = word(read.carMoveDirection).toLowerCase();
  return {
    nativeId,
    beat: {},
    events: [
      {
        ...head,
        key: `${car}/${counter}/${stamp}`,
        kind: 'plate',
        ...found,
        ...(confidence === undefined ? {} : { confidence: Math.round(confidence * 1_000) / 1_000 }),
        ...(way === 'in' ? { faces: 'approach' } : way === 'out' ? { faces: 'leave' } : {}),
        pictures: shotsIn(read) ?? [],
      },
    ],
  };
}

function encode({ name }: Order, { channel }: { channel: number }): Call | null {
  return name === 'open'
    ? {
        method: 'GET',
        path: `/axis-cgi/io/port.cgi?action=${Math.max(1, channel)}:/${PULSE_MS}%5C`,
        headers: {},
        body: '',
      }
    : null;
}

function outcome({ status, body }: { status: number; body: string }): Outcome {
  if (status === 401) return 'login';
  if (status === 200 || status === 204) return /error/i.test(body) ? 'refused' : 'done';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}

export const adapter: Adapter = {
  title: text('安讯士 License Plate Verifier', 'Axis License Plate Verifier'),
  limits: { bodyBytes: 8 * 1024 * 1024, replyMs: 2_000 },
  can: { open: ['call'], other: [], seesPassage: false, reportsColour: false },
  decode,
  reply: () => ({ status: 200, headers: {}, body: '' }),
  encode,
  outcome,
  setup: ({ host, port, path, secure }) => [
    {
      label: text(
        '应用 › License Plate Verifier › 集成 › 推送事件',
        'Apps › License Plate Verifier › Integration › Push events',
      ),
      value: 'HTTP POST',
    },
    { label: text('服务器 URL', 'Server URL'), value: `${secure ? 'https' : 'http'}://${host}:${port}${path}` },
    { label: text('URL 中的路径', 'Path within it'), value: path },
    { label: text('设备 ID', 'Device ID'), value: text('任意', 'Anything') },
    { label: text('事件类型', 'Event types'), value: text('新、更新、丢失', 'New, update, lost') },
    { label: text('发送图片', 'Send pictures'), value: text('车辆图与车牌图', 'Vehicle and plate') },
    { label: text('系统 › 时间 › NTP', 'System › Time › NTP'), value: text('开', 'On') },
  ],
};
