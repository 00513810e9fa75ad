/**
 * Plate Recognizer Stream: a webhook for each car, in parts with its picture or as JSON alone. See README.md for what
 * is sure.
 */
import { text } from '#kit/declare/text.ts';
import type { Adapter, Decoded, NativeEvent, Raw } from '#device/adapters/adapter.ts';
import { readParts } from '#device/adapters/multipart.ts';
import {
  at,
  isJson,
  isoTime,
  number,
  pictures,
  plateOf,
  readJson,
  readText,
  share,
  word,
} from '#device/adapters/read.ts';
import type { Json } from '#device/adapters/read.ts';

type ParsedMessage = { readonly json: Json | null; readonly picture: Buffer | null };

function parseMessage({ headers, body }: Raw): ParsedMessage {
  const type = headers['content-type'] ?? '';
  if (!/multipart/i.test(type)) return { json: readJson(readText(body)), picture: null };
  const parts = readParts(type, body);
  const json = parts.find(({ name }) => name === 'json');
  const picture = parts.find(({ name, type: kind }) => name === 'upload' || kind === 'image/jpeg');
  return { json: json ? readJson(readText(json.bytes)) : null, picture: picture?.bytes ?? null };
}

/** The text of a plate and how sure it is: in one word, or within a detected vehicle. */
function readingIn(result: Json): { readonly plate: string; readonly score: unknown; readonly box: unknown } {
  if (!isJson(result.plate)) return { plate: word(result.plate), score: result.score, box: result.box };
  const plateText = at(result.plate, 'props', 'plate');
  const best = Array.isArray(plateText) ? plateText.find(isJson) : undefined;
  return { plate: word(best?.value), score: best?.score, box: result.plate.box };
}

/** How large it stands in the picture: of several cars the nearest is the one at the barrier. */
function areaOf(box: unknown): number {
  const [left, right, top, bottom] = ['xmin', 'xmax', 'ymin', 'ymax'].map((side) => number(at(box, side)) ?? 0);
  return (right! - left!) * (bottom! - top!);
}

function eventIn(camera: string, data: Json, picture: Buffer | null): NativeEvent | null {
  const results = (Array.isArray(data.results) ? data.results : []).filter(isJson).map(readingIn);
  const [nearest] = results.toSorted((a, b) => areaOf(b.box) - areaOf(a.box));
  const file = word(data.filename);
  const when = isoTime(data.timestamp) ?? isoTime(data.timestamp_local);
  if (!nearest || file === '' || when === null) return null;
  const { plate } = plateOf(nearest.plate.toUpperCase());
  const confidence = share(nearest.score, 1);
  return {
    key: `${camera}/${file}`,
    kind: 'plate',
    at: { epochMs: when },
    live: true,
    plate,
    colour: 'unknown',
    ...(confidence === undefined ? {} : { confidence }),
    pictures: pictures(['scene', picture]),
  };
}

function decode(raw: Raw): Decoded {
  const { json, picture } = parseMessage(raw);
  if (!json) return { nativeId: null, events: [], poison: text('不是完整的 JSON', 'not whole JSON') };
  const data = isJson(json.data) ? json.data : json;
  const nativeId = word(data.camera_id) || word(at(json, 'hook', 'id')) || null;
  const kind = word(at(json, 'hook', 'event')) || 'recognition';
  if (kind !== 'recognition')
    return { nativeId, events: [], beat: {}, ignored: text('不是识别结果', 'It is of no recognition') };
  if (nativeId === null) return { nativeId, events: [], poison: text('没有相机编号', 'no camera in it') };
  const event = eventIn(nativeId, data, picture);
  return event
    ? { nativeId, beat: {}, events: [event] }
    : { nativeId, events: [], poison: text('没有结果、文件名或时间', 'no result, file or time in it') };
}

export const adapter: Adapter = {
  title: text('Plate Recognizer Stream 识别软件', 'Plate Recognizer Stream'),
  limits: { bodyBytes: 8 * 1024 * 1024, replyMs: 2_000 },
  can: { open: [], other: [], seesPassage: false, reportsColour: false },
  shared: true,
  decode,
  reply: () => ({ status: 200, headers: {}, body: '' }),
  setup: ({ host, port, path, secure }) => [
    {
      label: text('设置项 config.ini › [cameras] › [[camera-1]]', 'config.ini › [cameras] › [[camera-1]]'),
      value: 'webhook_targets = gatehouse',
    },
    {
      label: text(
        '设置项 config.ini › [webhooks] › [[gatehouse]] › url',
        'config.ini › [webhooks] › [[gatehouse]] › url',
      ),
      value: `${secure ? 'https' : 'http'}://${host}:${port}${path}`,
    },
    { label: text('其中的路径', 'Path within it'), value: path },
    { label: text('设置项 image', 'image'), value: 'yes' },
    { label: text('设置项 image_type', 'image_type'), value: 'original' },
    { label: text('caching（断网续传）', 'caching (sends again after a loss)'), value: 'yes' },
    { label: text('相机的 mmc、direction', 'mmc and direction of the camera'), value: text('可不填', 'Not needed') },
    { label: text('主机时间', 'Clock of the host'), value: text('NTP 开', 'NTP on') },
  ],
};
