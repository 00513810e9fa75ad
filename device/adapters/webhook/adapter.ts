/** Any JSON that names a plate and a time: the device's mapping says where its fields are. See README.md. */
import { readColour } from '#domain/plate/colour.ts';
import { mappingPresets, readMapping } from '#areas/device/model/webhook-mapping.ts';
import type { Mapping, Path } from '#areas/device/model/webhook-mapping.ts';
import { text } from '#kit/declare/text.ts';
import type { Adapter, Decoded, NativeEvent, Raw, Setup } from '#device/adapters/adapter.ts';
import { base64, isJson, isoTime, number, pictures, plateOf, readJson, readText, word } from '#device/adapters/read.ts';

const OWN = readMapping(mappingPresets[0]!.mapping).mapping;
/** More in one message is no message of a camera. */
const MOST_EVENTS = 20;

function valueAt(root: unknown, entry: unknown, path: Path | undefined): unknown {
  if (!path) return undefined;
  let here: unknown = path.whole ? root : entry;
  for (const step of path.steps)
    here = Array.isArray(here)
      ? here[Number(step)]
      : isJson(here) && Object.hasOwn(here, step)
        ? here[step]
        : undefined;
  return here;
}

/** Seconds, milliseconds or microseconds since 1970, by their size. */
const epochMs = (value: number): number => (value >= 1e14 ? value / 1_000 : value >= 1e11 ? value : value * 1_000);
/** By the clock of the place: nothing tells its offset. */
const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)$/;

function timeIn(value: unknown): NativeEvent['at'] | null {
  const iso = isoTime(value);
  if (iso !== null) return { epochMs: iso };
  const local = LOCAL.exec(word(value).replaceAll('/', '-'));
  if (local) return { local: `${local[1]} ${local[2]}` };
  const epoch = number(value);
  return epoch !== null && epoch > 0 ? { epochMs: Math.round(epochMs(epoch)) } : null;
}

/** 0 to 1, or 0 to 100; a percent sign is left out. */
function confidenceIn(value: unknown): number | undefined {
  const read = number(typeof value === 'string' ? value.replace('%', '') : value);
  if (read === null || read < 0 || read > 100) return undefined;
  return read <= 1 ? read : read / 100;
}

const nameIn = (value: unknown): string => word(value).slice(0, 120);

function eventIn(root: unknown, entry: unknown, mapping: Mapping): NativeEvent | null {
  const of = (path: Path | undefined): unknown => valueAt(root, entry, path);
  const at = timeIn(of(mapping.time));
  const read = of(mapping.plate);
  if (at === null || (typeof read !== 'string' && typeof read !== 'number')) return null;
  const { plate, colour } = plateOf(word(read).toUpperCase());
  const [camera, id] = [nameIn(of(mapping.camera)), nameIn(of(mapping.id))];
  const confidence = confidenceIn(of(mapping.confidence));
  const named = word(of(mapping.colour));
  return {
    key: [camera, id === '' ? Object.values(at)[0] : id, plate].join('/'),
    ...(id === '' ? {} : { carKey: id }),
    kind: 'plate',
    at,
    live: true,
    plate,
    colour: named === '' ? colour : readColour(named),
    ...(confidence === undefined ? {} : { confidence }),
    pictures: pictures(['scene', base64(of(mapping.picture))]),
  };
}

const isMeant = (root: unknown, entry: unknown, { only }: Mapping): boolean =>
  only === undefined || only.values.includes(word(valueAt(root, entry, only.path)));

const NOTHING = text('没有识别结果', 'It holds no recognition');

function decode({ body }: Raw, to?: Setup): Decoded {
  const root = readJson(readText(body));
  if (!root) return { nativeId: null, events: [], poison: text('不是完整的 JSON', 'not whole JSON') };
  const mapping = to?.mapping ? readMapping(to.mapping).mapping : OWN;
  const listed = mapping.each ? valueAt(root, root, mapping.each) : [root];
  const entries = (Array.isArray(listed) ? listed : []).slice(0, MOST_EVENTS);
  const meant = entries.filter((entry) => isMeant(root, entry, mapping));
  const [first] = meant.length > 0 ? meant : entries;
  const nativeId = nameIn(valueAt(root, first, mapping.camera)) || null;
  if (meant.length === 0) return { nativeId, events: [], beat: {}, ignored: NOTHING };
  const named = ({ plate, time }: Mapping, entry: unknown): boolean =>
    [plate, time].some((path) => (valueAt(root, entry, path) ?? null) !== null);
  if (!meant.some((entry) => named(mapping, entry))) return { nativeId, events: [], beat: {}, ignored: NOTHING };
  const events = meant.flatMap((entry) => eventIn(root, entry, mapping) ?? []);
  return events.length > 0
    ? { nativeId, beat: {}, events }
    : {
        nativeId,
        events: [],
        poison: text('按字段对应没有找到车牌或时间', 'by its mapping there is no plate or no time in it'),
      };
}

export const adapter: Adapter = {
  title: text('通用 Webhook（自定义字段）', 'Universal webhook (fields of your choice)'),
  limits: { bodyBytes: 8 * 1024 * 1024, replyMs: 2_000 },
  can: { open: [], other: [], seesPassage: false, reportsColour: true, mapping: true },
  shared: true,
  decode,
  reply: () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: '{"code":200,"success":true}' }),
  setup: ({ host, port, path, secure }) => [
    {
      label: text('地址（POST，JSON）', 'Address (POST, JSON)'),
      value: `${secure ? 'https' : 'http'}://${host}:${port}${path}`,
    },
    { label: text('其中的路径', 'Path within it'), value: path },
    {
      label: text('重发', 'Sends again'),
      value: text('未得到 200 时重发，编号不变', 'Until it is answered 200, with the same id'),
    },
    {
      label: text('本页“机内编号”', '“Own device ID” on this page'),
      value: text('消息中的相机名；没有的不填', 'The name of the camera in the message; empty where there is none'),
    },
    { label: text('主机时间', 'Clock of the host'), value: text('NTP 开', 'NTP on') },
  ],
};
