/** After the guide of Plate Recognizer and messages its users publish; plates, cameras and files are invented. */
import { jpeg } from '#device/adapters/emulation.ts';
import { raw } from '#device/adapters/messages.fixture.ts';
import type { Fixture } from '#device/adapters/messages.fixture.ts';

const FILE = 'camera-1_screenshots/26-03-01/00-00-00.120935.jpg';
const AT = Date.parse('2026-03-01T00:00:00.120Z');
const box = (size = 100): object => ({ xmin: 460, ymin: 57, xmax: 460 + size, ymax: 57 + size / 4 });
const result = (more: object = {}): object => ({
  box: box(),
  plate: '9jub11',
  region: { code: 'gb', score: 0.413 },
  score: 0.839,
  candidates: [{ plate: '9jub11' }, { plate: 'sju88y' }],
  dscore: 0.441,
  vehicle: { score: 0.267, type: 'Big Truck', box: { xmin: 387, ymin: 23, xmax: 1493, ymax: 577 } },
  direction: '',
  source_url: '/user-data/lane.mp4',
  position_sec: 4,
  ...more,
});
const message = (data: object = {}, results: readonly object[] = [result()], hook: object = {}): object => ({
  hook: { target: 'https://park.example.cn/device', id: 'camera-1', event: 'recognition', filename: FILE, ...hook },
  data: {
    camera_id: 'camera-1',
    filename: FILE,
    timestamp: '2026-03-01T00:00:00.120935Z',
    timestamp_local: '2026-03-01 08:00:00.120935+08:00',
    results,
    ...data,
  },
});
const PARTS = 'multipart/form-data; boundary=BoUnD';
const inParts = (json: object | string, image: Buffer | null = jpeg()): Buffer => {
  const head = (name: string, more = ''): string =>
    `--BoUnD\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(`${head('json')}${typeof json === 'string' ? json : JSON.stringify(json)}\r\n`),
    ...(image
      ? [Buffer.from(head('upload', '; filename="a.jpg"\r\nContent-Type: image/jpeg')), image, Buffer.from('\r\n')]
      : []),
    Buffer.from('--BoUnD--\r\n'),
  ]);
};
const plate = (name: string, json: object, event: object, image: Buffer | null = jpeg()): Fixture => ({
  name,
  raw: raw(inParts(json, image), PARTS),
  expected: { nativeId: 'camera-1', events: [{ kind: 'plate', ...event }] },
});

export const fixtures: readonly Fixture[] = [
  plate('a car in parts, with its picture', message(), {
    key: `camera-1/${FILE}`,
    plate: '9JUB11',
    colour: 'unknown',
    confidence: 0.839,
    at: { epochMs: AT },
    pictures: 1,
    live: true,
  }),
  {
    name: 'as JSON alone where pictures are off',
    raw: raw(JSON.stringify(message())),
    expected: { nativeId: 'camera-1', events: [{ plate: '9JUB11', pictures: 0 }] },
  },
  plate('a plate of the mainland', message({}, [result({ plate: '浙a12345' })]), { plate: '浙A12345' }),
  plate('no plate read', message({}, [result({ plate: '' })]), { plate: '' }),
  plate(
    'two cars: the nearer one stands at the barrier',
    message({}, [result({ box: box(60), plate: 'far123' }), result({ box: box(140), plate: 'near12' })]),
    {
      plate: 'NEAR12',
    },
  ),
  plate(
    'vehicles are detected: the plate comes with its candidates',
    message({}, [
      result({
        plate: {
          type: 'Plate',
          score: 0.9,
          box: box(),
          props: {
            plate: [
              { value: 'pl8rec', score: 0.902 },
              { value: 'plbrec', score: 0.758 },
            ],
          },
        },
      }),
    ]),
    { plate: 'PL8REC', confidence: 0.902 },
  ),
  plate('a vehicle without a plate', message({}, [result({ plate: null, score: null })]), {
    plate: '',
    confidence: undefined,
  }),
  plate('a time with an offset', message({ timestamp: '2026-03-01T08:00:00.120935+08:00' }), { at: { epochMs: AT } }),
  plate('local time where there is no other', message({ timestamp: null }), { at: { epochMs: AT } }),
  plate('a big picture', message(), { pictures: 1 }, jpeg(3_000_000)),
  plate('a picture that is none', message(), { pictures: 0 }, Buffer.from('<svg/>')),
  plate('a picture that holds the boundary of another', message(), { pictures: 1 }, jpeg(900, '\r\n--BoUn')),
  {
    name: 'a heartbeat',
    raw: raw(JSON.stringify({ hook: { event: 'heartbeat', id: 'camera-1' }, data: { camera_id: 'camera-1' } })),
    expected: { nativeId: 'camera-1', events: [], is: 'ignored' },
  },
  {
    name: 'a video clip follows and adds nothing',
    raw: raw(JSON.stringify(message({}, [], { event: 'video' }))),
    expected: { events: [], is: 'ignored' },
  },
  { name: 'without results', raw: raw(JSON.stringify(message({}, []))), expected: { events: [], is: 'poison' } },
  {
    name: 'without a time',
    raw: raw(JSON.stringify(message({ timestamp: 'soon', timestamp_local: '' }))),
    expected: { events: [], is: 'poison' },
  },
  {
    name: 'cut in the middle',
    raw: raw(inParts(message()).subarray(0, 220), PARTS),
    expected: { events: [], is: 'poison' },
  },
];
