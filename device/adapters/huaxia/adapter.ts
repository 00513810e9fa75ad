/** 华夏智信 HTTP, mode 5: forms, with openings and a board's frames in the answer. See README.md for what is sure. */
import { readColour } from '#domain/plate/colour.ts';
import type { PlateColour } from '#domain/plate/colour.ts';
import { text } from '#kit/declare/text.ts';
import { boardFrames } from '#device/boards/index.ts';
import type { Adapter, Answer, Decoded, NativeEvent, Order, Raw, Setup } from '#device/adapters/adapter.ts';
import { base64, number, pictures, plateOf, readText, share, word } from '#device/adapters/read.ts';

const MOST_FIELDS = 60;

/** Longer is no word of a camera. */
const MOST_VALUE = 4_000;

/** A value as bytes: percent signs undone, everything else as it came, for it may be GBK. */
function bytesOf(whole: Buffer): Buffer {
  const value = whole.subarray(0, MOST_VALUE);
  if (!value.includes(0x25)) return value;
  const out: number[] = [];
  for (let at = 0; at < value.length; at += 1) {
    const code = value[at] === 0x25 ? value.subarray(at + 1, at + 3).toString('latin1') : '';
    if (/^[0-9a-f]{2}$/i.test(code)) {
      out.push(Number.parseInt(code, 16));
      at += 2;
    } else out.push(value[at]!);
  }
  return Buffer.from(out);
}

/** Fields of the form by hand: the library reads no GBK. */
function formOf(body: Buffer): { readonly fields: ReadonlyMap<string, Buffer>; readonly last: string } {
  const fields = new Map<string, Buffer>();
  let last = '';
  for (let [from, nth] = [0, 0]; from < body.length && nth < MOST_FIELDS; nth += 1) {
    const next = body.indexOf(0x26, from);
    const field = body.subarray(from, next === -1 ? body.length : next);
    // Within the field alone: to look for it in all that follows would take the square of what came.
    const equals = field.indexOf(0x3d);
    last = equals === -1 ? '' : field.subarray(0, equals).toString('latin1').trim();
    if (equals !== -1) fields.set(last, field.subarray(equals + 1));
    from += field.length + 1;
  }
  return { fields, last };
}

/** Its alphabet is altered so that nothing has to be written with a percent sign. */
const picture = (value: Buffer | undefined): Buffer | null =>
  value ? base64(value.toString('latin1').replaceAll('-', '+').replaceAll('_', '/').replaceAll('.', '=')) : null;

const COLOURS: Readonly<Record<string, PlateColour>> = {
  渐变绿: 'green',
  黄绿双拼: 'yellow-green',
  黄绿双拼色: 'yellow-green',
};

function eventIn(
  camera: string,
  of: (name: string) => string,
  fields: ReadonlyMap<string, Buffer>,
): NativeEvent | null {
  const seconds = number(of('start_time'));
  if (seconds === null || seconds <= 0) return null;
  const { plate, colour } = plateOf(of('plate_val') === 'false' ? '' : of('plate_num'));
  const named = of('plate_color');
  const confidence = share(of('confidence'), 100);
  return {
    key: `${camera}/${seconds}/${plate}`,
    kind: 'plate',
    at: { epochMs: seconds * 1_000 },
    live: of('type') !== 'offline',
    plate,
    colour: named === '' ? colour : (COLOURS[named] ?? readColour(named)),
    ...(confidence === undefined ? {} : { confidence }),
    pictures: pictures(['scene', picture(fields.get('picture'))], ['plate', picture(fields.get('closeup_pic'))]),
  };
}

function decode({ body }: Raw): Decoded {
  const { fields, last } = formOf(body);
  const of = (name: string): string => word(readText(bytesOf(fields.get(name) ?? Buffer.alloc(0))));
  const [type, nativeId] = [of('type'), of('cam_id') || null];
  if (nativeId === null || type === '')
    return { nativeId, events: [], poison: text('没有相机编号或类型', 'no camera or kind in it') };
  if (type === 'heartbeat') return { nativeId, events: [], beat: {} };
  if (type !== 'online' && type !== 'offline')
    return { nativeId, events: [], beat: {}, ignored: text('不认识的消息', 'A message of no known kind') };
  // Nothing shows that the last value is whole.
  const event = last === 'plate_num' || last === 'start_time' ? null : eventIn(nativeId, of, fields);
  return event
    ? { nativeId, beat: {}, events: [event] }
    : { nativeId, events: [], poison: text('没有时间，或消息不完整', 'no time in it, or it is cut off') };
}

function reply(_: Raw, __: Decoded, orders: readonly Order[], to: Setup): Answer {
  const frames = orders.flatMap((order) => boardFrames(order, to.board));
  const body = {
    error_num: 0,
    error_str: 'noerror',
    ...(orders.some(({ name }) => name === 'open')
      ? { gpio_data: [{ ionum: `io${Math.max(1, to.channel)}`, action: 'on' }] }
      : {}),
    ...(frames.length === 0
      ? {}
      : {
          rs485_data: frames.map((frame) => ({ encodetype: 'hex2string', data: frame.toString('hex').toUpperCase() })),
        }),
  };
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) };
}

export const adapter: Adapter = {
  title: text('华夏智信 HTTP（模式 5）', 'Huaxia Zhixin HTTP (mode 5)'),
  limits: { bodyBytes: 2 * 1024 * 1024, replyMs: 2_000 },
  can: { open: ['reply', 'poll'], other: [], seesPassage: false, reportsColour: true },
  decode,
  reply,
  carries: (order, to) => order.name === 'open' || boardFrames(order, to.board).length > 0,
  setup: ({ host, port, path, secure }) => [
    { label: text('网络设置 › HTTP POST › 模式', 'Network › HTTP POST › Mode'), value: '5' },
    { label: text('服务器地址', 'Server address'), value: host },
    { label: secure ? text('端口（HTTPS）', 'Port (HTTPS)') : text('端口', 'Port'), value: String(port) },
    { label: text('路径', 'Path'), value: path },
    { label: text('断网续传', 'Send again after a loss'), value: text('开', 'On') },
    { label: text('心跳间隔', 'Heartbeat every'), value: text('5 秒', '5 s') },
    { label: text('发送大图、小图', 'Send large and small picture'), value: text('开', 'On') },
    { label: text('加密', 'Encryption'), value: text('关', 'Off') },
    { label: text('NTP 校时', 'NTP'), value: text('开', 'On') },
  ],
};
