/**
 * Hikvision ISAPI: multipart posts of XML and pictures, commands by a call with digest. See README.md for what is sure.
 */
import { readColour } from '#domain/plate/colour.ts';
import type { PlateColour } from '#domain/plate/colour.ts';
import { text } from '#kit/declare/text.ts';
import type { Adapter, Call, Decoded, Order, Outcome, Raw, Setup } from '#device/adapters/adapter.ts';
import { readParts } from '#device/adapters/multipart.ts';
import type { Part } from '#device/adapters/multipart.ts';
import { pictures, plateOf, readText, share, word } from '#device/adapters/read.ts';
import { readXml } from '#device/adapters/xml.ts';
import { lists } from './lists.ts';

const COLOURS: Readonly<Record<string, PlateColour>> = {
  newenergygreen: 'green',
  newenergyyellowgreen: 'yellow-green',
};
const colourOf = (name: string): PlateColour => COLOURS[name.toLowerCase()] ?? readColour(name);
const WRONG_LOGIN = '0x40000003';

const nothing: Decoded = { nativeId: null, events: [] };

const isXml = ({ name, type, bytes }: Part): boolean =>
  /xml/.test(type) ||
  /\.xml$/i.test(name) ||
  (!/image/.test(type) && bytes.subarray(0, 200).toString('latin1').trimStart().startsWith('<'));

/** The part named so, else the picture that is left. */
function pictureOf(parts: readonly Part[], name: RegExp): Buffer | null {
  return parts.find((part) => name.test(part.name))?.bytes ?? null;
}

function decode({ headers, body }: Raw): Decoded {
  const type = headers['content-type'] ?? '';
  const bare = body.subarray(0, 100).toString('latin1').trimStart().startsWith('<');
  const parts = bare ? [] : readParts(type, body);
  const written = bare ? body : parts.find(isXml)?.bytes;
  const xml = written ? readXml(readText(written)) : null;
  if (!xml) return { ...nothing, poison: text('没有可读的 XML', 'no XML that can be read') };
  const of = (name: string): string => word(xml.get(name));
  const nativeId = of('macaddress') || of('deviceid') || of('serialnumber') || null;
  if (of('eventtype').toUpperCase() !== 'ANPR') return { nativeId, events: [], beat: {} };
  const [when, channel] = [of('datetime'), of('channelid')];
  const found = plateOf(of('anpr/licenseplate') || of('anpr/originallicenseplate'));
  const key = of('uuid') || (when === '' ? '' : `${channel}/${when}/${found.plate}`);
  if (key === '')
    return { nativeId, events: [], beat: {}, poison: text('没有编号也没有时间', 'neither a number nor a time in it') };
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(when) ? Date.parse(when) : Number.NaN;
  const [direction, colourName] = [of('anpr/direction').toLowerCase(), colourOf(of('anpr/platecolor'))];
  const confidence = share(of('anpr/confidencelevel'), 100);
  const shots = parts.filter((part) => !isXml(part));
  const scene =
    pictureOf(shots, /detection|scene|vehicle/i) ?? shots.find(({ name }) => !/plate/i.test(name))?.bytes ?? null;
  return {
    nativeId,
    beat: {},
    events: [
      {
        key,
        kind: 'plate',
        at: Number.isNaN(zoned) ? { local: when } : { epochMs: zoned },
        live: of('isdataretransmission').toLowerCase() !== 'true',
        plate: found.plate,
        colour: colourName === 'unknown' ? found.colour : colourName,
        ...(confidence === undefined ? {} : { confidence }),
        ...(direction === 'forward' ? { faces: 'approach' } : direction === 'reverse' ? { faces: 'leave' } : {}),
        pictures: pictures(['scene', scene], ['plate', pictureOf(shots, /plate/i)]),
      },
    ],
  };
}

const ACTIONS: Readonly<Record<string, string>> = { open: 'open', close: 'close' };

function encode({ name }: Order, { channel }: Setup): Call | null {
  const action = ACTIONS[name];
  return action === undefined
    ? null
    : {
        method: 'PUT',
        path: `/ISAPI/Parking/channels/${channel}/barrierGate`,
        headers: { 'content-type': 'application/xml' },
        body: `<BarrierGate><ctrlMode>${action}</ctrlMode></BarrierGate>`,
      };
}

/** `1` is that it was taken, not that anything moved: a locked barrier answers it too. */
function outcome({ status, body }: { status: number; body: string }): Outcome {
  if (status === 401 || body.includes(WRONG_LOGIN)) return 'login';
  const code = readXml(body)?.get('statuscode') ?? /"statusCode"\s*:\s*(\d+)/.exec(body)?.[1];
  if (code === '1') return 'done';
  if (code === '2' || status === 503) return 'busy';
  return code !== undefined || (status >= 400 && status < 500) ? 'refused' : 'unknown';
}

export const adapter: Adapter = {
  title: text('海康威视 ISAPI', 'Hikvision ISAPI'),
  limits: { bodyBytes: 8 * 1024 * 1024, replyMs: 2_000 },
  can: { open: ['call'], other: ['close'], seesPassage: false, reportsColour: true },
  decode,
  reply: () => ({ status: 200, headers: {}, body: '' }),
  encode,
  outcome,
  lists,
  setup: ({ host, port, path, secure }) => [
    {
      label: text(
        '配置 › 网络 › 高级配置 › HTTP 监听 › 目标 IP 或域名',
        'Configuration › Network › Advanced › HTTP Listening › Destination',
      ),
      value: host,
    },
    { label: text('端口', 'Port'), value: String(port) },
    { label: text('协议', 'Protocol'), value: secure ? 'HTTPS' : 'HTTP' },
    { label: text('URL', 'URL'), value: path },
    { label: text('上传图片', 'Upload pictures'), value: text('车牌图与场景图', 'Plate and scene') },
    { label: text('断网续传', 'Send again after a loss'), value: text('开', 'On') },
    {
      label: text('道闸控制模式', 'Barrier control mode'),
      value: text('平台控制（否则相机自行开闸）', 'By platform (else the camera opens by itself)'),
    },
    {
      label: text('系统 › 时间 › 时区与 NTP', 'System › Time › Zone and NTP'),
      value: text('车场所在时区，NTP 开', "The car park's zone, NTP on"),
    },
  ],
};
