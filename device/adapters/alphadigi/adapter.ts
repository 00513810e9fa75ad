/** 臻识 HTTP push, abroad ALPHADIGI: JSON posts, openings in the answer. See README.md for what is sure. */
import type { PlateColour } from '#domain/plate/colour.ts';
import { formatInstant } from '#domain/time/format.ts';
import { text } from '#kit/declare/text.ts';
import type { Adapter, Answer, Decoded, NativeEvent, Order, Raw, Setup } from '#device/adapters/adapter.ts';
import { boardFrames } from '#device/boards/index.ts';
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

const COLOURS: readonly PlateColour[] = ['unknown', 'blue', 'yellow', 'white', 'black', 'green', 'yellow-green'];
const NO_PLATE_TYPE = 31;
/** Output that was set by the camera's own decision. */
const BY_ITSELF = 2;
/** `triggerType`: what became of the car it reported before. */
const KINDS: Readonly<Record<number, 'gone' | 'passed' | 'ignored'>> = {
  64: 'ignored',
  65: 'ignored',
  66: 'gone',
  81: 'ignored',
  82: 'ignored',
  83: 'passed',
  84: 'gone',
  85: 'ignored',
};
const RELAY_MS = 500;

const nothing = (nativeId: string | null): Decoded => ({ nativeId, events: [] });

/** Fields of a form, whichever of both ways it was sent. */
function formOf({ headers, body }: Raw): Readonly<Record<string, string>> {
  const type = headers['content-type'] ?? '';
  const fields = /multipart/i.test(type)
    ? readParts(type, body).map(({ name, bytes }) => [name, readText(bytes)] as const)
    : [...new URLSearchParams(readText(body.subarray(0, 16_384)))];
  return Object.fromEntries(fields.filter(([name]) => name !== '__proto__'));
}

function plateEvent(serial: string, result: Json): NativeEvent | null {
  const [sec, usec] = [
    number(at(result, 'timeStamp', 'Timeval', 'sec')),
    number(at(result, 'timeStamp', 'Timeval', 'usec')),
  ];
  if (sec === null || sec <= 0) return null;
  const [trigger, live] = [number(result.triggerType) ?? 0, number(result.isoffline) !== 1];
  const kind = KINDS[trigger] ?? 'plate';
  if (kind === 'ignored') return null;
  const head = {
    key: `${serial}/${word(result.plateid)}/${sec}${kind === 'plate' ? '' : `/${kind}`}`,
    at: { epochMs: sec * 1_000 + Math.floor((usec ?? 0) / 1_000) },
    live,
  };
  if (kind !== 'plate') return { ...head, kind };
  const { plate } = plateOf(number(result.type) === NO_PLATE_TYPE ? '' : result.license);
  const confidence = number(result.is_fake_plate) === 1 ? 0 : share(result.confidence, 100);
  const outputs = Array.isArray(result.gioouts) ? result.gioouts.filter(isJson) : [];
  return {
    ...head,
    kind,
    plate,
    colour: COLOURS[number(result.colorType) ?? 0] ?? 'unknown',
    ...(confidence === undefined ? {} : { confidence }),
    opened: outputs.some(({ ctrltype }) => number(ctrltype) === BY_ITSELF),
    pictures: pictures(['scene', base64(result.imageFile)], ['plate', base64(result.imageFragmentFile)]),
  };
}

function decode(raw: Raw): Decoded {
  const type = raw.headers['content-type'] ?? '';
  if (/form/i.test(type)) {
    const { serialno } = formOf(raw);
    return serialno
      ? { ...nothing(word(serialno)), beat: {} }
      : { ...nothing(null), ignored: text('不认识的表单', 'A form of no known kind') };
  }
  const body = readJson(readText(raw.body));
  if (!body) return { ...nothing(null), poison: text('不是完整的 JSON', 'not whole JSON') };
  const alarm = body.AlarmInfoPlate;
  if (isJson(alarm)) {
    const serial = word(alarm.serialno);
    const result = at(alarm, 'result', 'PlateResult');
    if (serial === '' || !isJson(result))
      return {
        ...nothing(serial || null),
        poison: text('没有序列号或识别结果', 'no serial number or no result in it'),
      };
    const event = plateEvent(serial, result);
    return event
      ? { nativeId: serial, events: [event], beat: {} }
      : {
          ...nothing(serial),
          beat: {},
          ignored: text('滞留、跟车或没有时间的结果', 'A car that stays, follows, or has no time'),
        };
  }
  const other = ['AlarmGioIn', 'SerialData', 'TriggerImage', 'heartbeat'].map((name) => body[name]).find(isJson);
  const serial = word(other?.serialno ?? body.serialno);
  return serial === ''
    ? { ...nothing(null), ignored: text('不认识的消息', 'A message of no known kind') }
    : { ...nothing(serial), beat: {} };
}

type Listed =
  | { readonly action: 'set'; readonly from: string; readonly entries: readonly { plate: string; until: string }[] }
  | { readonly action: 'drop'; readonly plates: readonly string[] };
const isListed = (payload: unknown): payload is Listed =>
  isJson(payload) && /^(?:set|drop)$/.test(word(payload.action));

/** Its list: all of one answer is put on it, or all is taken off. To take off '' would empty it. */
function listIn(orders: readonly Order[], zone: string): object {
  const list = orders.map(({ payload }) => payload as unknown).find(isListed);
  if (!list) return {};
  const local = (instant: string): string => formatInstant(Date.parse(instant), zone);
  const named = (plate: string) => ({ plate, enable: 1, need_alarm: 0 });
  const data =
    list.action === 'drop'
      ? list.plates.filter((plate) => plate !== '').map(named)
      : list.entries.map(({ plate, until }) => ({
          ...named(plate),
          enable_time: local(list.from),
          overdue_time: local(until),
        }));
  return data.length === 0
    ? {}
    : { white_list_operate: { operate_type: list.action === 'set' ? 0 : 1, white_list_data: data } };
}

/**
 * `ok` fires the relay: it is sent only with an opening. Without `retransfer_stop` some firmware takes any answer for a
 * failure.
 */
function reply(_: Raw, decoded: Decoded, orders: readonly Order[], to: Setup): Answer {
  const { channel } = to;
  const record = decoded.events.find(({ live }) => !live)?.key.split('/')[1];
  const opens = orders.some(({ name }) => name === 'open');
  const frames = orders.flatMap((order) => boardFrames(order, to.board));
  const body = {
    Response_AlarmInfoPlate: {
      info: opens ? 'ok' : 'no',
      channelNum: Math.max(0, channel - 1),
      content: 'retransfer_stop',
      is_pay: 'true',
      ...(frames.length === 0
        ? {}
        : {
            serialData: frames.map((frame) => ({
              serialChannel: 0,
              data: frame.toString('base64'),
              dataLen: frame.length,
            })),
          }),
      ...listIn(orders, to.zone ?? 'UTC'),
      ...(record === undefined ? {} : { ContinuePushOffline: { plateid: Number(record), continue: 1 } }),
    },
  };
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) };
}

export const adapter: Adapter = {
  title: text('臻识 HTTP 推送', 'ALPHADIGI HTTP push'),
  limits: { bodyBytes: 2 * 1024 * 1024, replyMs: 2_000 },
  can: { open: ['reply', 'poll'], other: [], seesPassage: false, reportsColour: true },
  decode,
  reply,
  carries: (order, to) => order.name === 'open' || isListed(order.payload) || boardFrames(order, to.board).length > 0,
  setup: ({ host, port, path, secure }) => [
    { label: text('高级设置 › HTTP 推送 › 服务器地址', 'Advanced › HTTP push › Server address'), value: host },
    {
      label: secure ? text('SSL 端口（并勾选 SSL）', 'SSL port (and tick SSL)') : text('端口', 'Port'),
      value: String(port),
    },
    { label: text('车牌识别结果 路径', 'Path of plate results'), value: `${path}/plate` },
    { label: text('心跳 路径（comet 轮询）', 'Path of heartbeats (comet poll)'), value: `${path}/beat` },
    { label: text('超时时间', 'Timeout'), value: text('5 秒', '5 s') },
    { label: text('心跳间隔', 'Heartbeat every'), value: text('5 秒', '5 s') },
    { label: text('断线重传', 'Send again after a loss'), value: text('开', 'On') },
    { label: text('发送大图、小图', 'Send large and small picture'), value: text('开', 'On') },
    { label: text('继电器脉冲', 'Pulse of the relay'), value: text(`${RELAY_MS} 毫秒`, `${RELAY_MS} ms`) },
    {
      label: text('系统 › 时间 › 时区与 NTP', 'System › Time › Zone and NTP'),
      value: text('车场所在时区，NTP 开', "The car park's zone, NTP on"),
    },
  ],
};
