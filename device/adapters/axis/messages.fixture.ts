/** Made after what receivers of the Verifier's events take; plates and numbers are invented. */
import { jpeg } from '#device/adapters/emulation.ts';
import { raw } from '#device/adapters/messages.fixture.ts';
import type { Fixture } from '#device/adapters/messages.fixture.ts';

const SERIAL = 'ACCC8E000001';
const AT = 1_772_323_200_120;
const image = (type: string, bytes = jpeg()): object => ({
  ImageType: type,
  ImageFormat: 'jpg',
  BinaryImage: bytes.toString('base64'),
});
const body = (more: object = {}): string =>
  JSON.stringify({
    packetCounter: '812',
    capture_timestamp: String(AT),
    plateUTF8: '\u6d59A12345',
    plateConfidence: '0.93',
    carID: '102',
    carState: 'new',
    carMoveDirection: 'unknown',
    sensorProviderID: 'gate-1',
    camera_info: { SerialNumber: SERIAL },
    ImageArray: [image('vehicle'), image('plate')],
    ...more,
  });
const plate = (name: string, more: object, event: object): Fixture => ({
  name,
  raw: raw(body(more)),
  expected: { nativeId: SERIAL, events: [{ kind: 'plate', ...event }] },
});

export const fixtures: readonly Fixture[] = [
  plate(
    'a car that is new',
    {},
    {
      key: `102/812/${AT}`,
      carKey: '102',
      plate: '浙A12345',
      confidence: 0.93,
      at: { epochMs: AT },
      faces: undefined,
      pictures: 2,
      live: true,
    },
  ),
  plate(
    'better text and a direction later',
    { packetCounter: '813', carState: 'update', carMoveDirection: 'in', plateConfidence: '0.97' },
    {
      key: `102/813/${AT}`,
      carKey: '102',
      faces: 'approach',
      confidence: 0.97,
    },
  ),
  plate('drives out', { carMoveDirection: 'out' }, { faces: 'leave' }),
  plate('a plate from Sweden', { plateUTF8: 'ABC 12D' }, { plate: 'ABC 12D', colour: 'unknown' }),
  plate('a plate from Germany', { plateUTF8: 'MÜ-AB 123' }, { plate: 'MÜ-AB 123' }),
  plate('a new-energy plate', { plateUTF8: '浙AD12345' }, { plate: '浙AD12345' }),
  plate('no text', { plateUTF8: '' }, { plate: '' }),
  plate('a picture of the vehicle alone', { ImageArray: [image('vehicle')] }, { pictures: 1 }),
  plate('a big picture', { ImageArray: [image('vehicle', jpeg(3_000_000))] }, { pictures: 1 }),
  plate(
    'pictures that are none',
    { ImageArray: [{ ImageType: 'vehicle', BinaryImage: 'PHN2Zy8+' }, 7] },
    { pictures: 0 },
  ),
  plate('local time', { capture_timestamp: '2026-03-01 08:00:00' }, { at: { local: '2026-03-01 08:00:00' } }),
  plate('confidence in hundredths', { plateConfidence: '93' }, { confidence: 0.93 }),
  {
    name: 'lost from view',
    raw: raw(body({ carState: 'lost' })),
    expected: { nativeId: SERIAL, events: [{ kind: 'gone', carKey: '102', key: `102/812/${AT}/lost` }] },
  },
  {
    name: 'in parts',
    raw: raw(
      `--x\r\nContent-Disposition: form-data; name="event"\r\nContent-Type: application/json\r\n\r\n${body()}\r\n--x--\r\n`,
      'multipart/form-data; boundary=x',
    ),
    expected: { events: [{ plate: '浙A12345', pictures: 2 }] },
  },
  {
    name: 'without a car a sign of life',
    raw: raw(JSON.stringify({ camera_info: { SerialNumber: SERIAL } })),
    expected: { nativeId: SERIAL, events: [], is: 'beat' },
  },
  { name: 'cut in the middle', raw: raw(body().slice(0, 200)), expected: { events: [], is: 'poison' } },
  { name: 'without a time', raw: raw(body({ capture_timestamp: '' })), expected: { events: [], is: 'poison' } },
];
