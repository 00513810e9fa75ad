/**
 * Dahua (Intelbras, CP Plus) ITSAPI: JSON posts to paths of its own, commands by a call with digest. See README.md for
 * what is sure.
 */
import { readColour } from '#domain/plate/colour.ts';
import type { PlateColour } from '#domain/plate/colour.ts';
import { text } from '#kit/declare/text.ts';
import type { Adapter, Call, Decoded, Order, Outcome, Raw, Setup } from '#device/adapters/adapter.ts';
import { at, base64, isJson, pictures, plateOf, readJson, readText, share, word } from '#device/adapters/read.ts';

const COLOURS: Readonly<Record<string, PlateColour>> = { shadowgreen: 'green', yellowgreen: 'yellow-green' };
const colourOf = (name: string): PlateColour => COLOURS[name.toLowerCase()] ?? readColour(name);

function decode({ body }: Raw): Decoded {
  const read = readJson(readText(body));
  if (!read) return { nativeId: null, events: [], poison: text('不是完整的 JSON', 'not whole JSON') };
  if (!isJson(read.Picture)) {
    const nativeId = word(read.DeviceID) || null;
    return nativeId === null
      ? { nativeId, events: [], ignored: text('不认识的消息', 'A message of no known kind') }
      : { nativeId, events: [], beat: {} };
  }
  const [plate, snap] = [at(read.Picture, 'Plate'), at(read.Picture, 'SnapInfo')];
  const of = (from: unknown, name: string): string => word(at(from, name));
  const nativeId = of(snap, 'DeviceID') || null;
  if (/nonmotor/i.test(of(snap, 'SnapCategory') || of(at(read.Picture, 'Vehicle'), 'SnapCategory')))
    return { nativeId, events: [], beat: {}, ignored: text('非机动车', 'No motor vehicle') };
  const found = plateOf(at(plate, 'IsExist') === false ? '' : at(plate, 'PlateNumber'));
  const when = of(snap, 'AccurateTime') || of(snap, 'SnapTime');
  const key = of(snap, 'DefenceCode') || (nativeId && when ? `${nativeId}/${when}/${found.plate}` : '');
  if (key === '')
    return { nativeId, events: [], poison: text('没有编号也没有时间', 'neither a number nor a time in it') };
  const direction = of(snap, 'Direction');
  const namedColour = colourOf(of(plate, 'PlateColor'));
  const rate = at(plate, 'Confidence');
  const confidence = share(rate, 100) ?? share(rate, 255);
  return {
    nativeId,
    beat: {},
    events: [
      {
        key,
        kind: 'plate',
        at: { local: when },
        live: true,
        plate: found.plate,
        colour: namedColour === 'unknown' ? found.colour : namedColour,
        ...(confidence === undefined ? {} : { confidence }),
        ...(/^(?:obverse|approach)$/i.test(direction)
          ? { faces: 'approach' }
          : /^(?:reverse|leave)$/i.test(direction)
            ? { faces: 'leave' }
            : {}),
        pictures: pictures(
          ['scene', base64(at(read.Picture, 'NormalPic', 'Content'))],
          ['plate', base64(at(read.Picture, 'CutoutPic', 'Content'))],
        ),
      },
    ],
  };
}

const ACTIONS: Readonly<Record<string, string>> = {
  open: 'openStrobe&channel={n}&info.openType=Normal&info.plateNumber=',
  close: 'closeStrobe&channel={n}',
};

function encode({ name }: Order, { channel }: Setup): Call | null {
  const action = ACTIONS[name];
  if (action === undefined) return null;
  const path = `/cgi-bin/trafficSnap.cgi?action=${action.replace('{n}', String(Math.max(1, channel)))}`;
  return { method: 'GET', path, headers: {}, body: '' };
}

function outcome({ status, body }: { status: number; body: string }): Outcome {
  if (status === 401) return 'login';
  if (status === 200) return /^\s*ok\b/i.test(body) ? 'done' : /error/i.test(body) ? 'refused' : 'unknown';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}

export const adapter: Adapter = {
  title: text('大华 ITSAPI', 'Dahua ITSAPI'),
  limits: { bodyBytes: 8 * 1024 * 1024, replyMs: 2_000 },
  can: { open: ['call'], other: ['close'], seesPassage: false, reportsColour: true },
  decode,
  reply: () => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Result: true, Message: 'Success' }),
  }),
  encode,
  outcome,
  setup: ({ host, port, path }) => [
    {
      label: text('网络 › 平台接入 › ITSAPI › 服务器地址', 'Network › Platform access › ITSAPI › Server'),
      value: host,
    },
    { label: text('端口', 'Port'), value: String(port) },
    {
      label: text(
        '路径（机型不能填路径时留空，只认来源网段）',
        'Path (leave it where the model has none: it is known by its address then)',
      ),
      value: path,
    },
    {
      label: text('上传类型', 'What is sent'),
      value: text('车牌信息、场景图、车牌图', 'Plate, scene and plate picture'),
    },
    { label: text('心跳', 'Keep alive'), value: text('开，30 秒', 'On, 30 s') },
    { label: text('道闸控制', 'Barrier control'), value: text('平台', 'By platform') },
    {
      label: text('系统 › 时间 › 时区与 NTP', 'System › Time › Zone and NTP'),
      value: text('车场所在时区，NTP 开', "The car park's zone, NTP on"),
    },
  ],
};
