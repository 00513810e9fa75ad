/** Made after the ISAPI guide and messages seen in the field; plates and numbers are invented. */
import { jpeg } from '#device/adapters/emulation.ts';
import { writeGbk } from '#device/adapters/gbk.ts';
import { raw } from '#device/adapters/messages.fixture.ts';
import type { Fixture } from '#device/adapters/messages.fixture.ts';

const MAC = 'a4:14:37:00:00:01';
const UUID = '0f3a0000-1dd2-11b2-8000-a414370091c4';
const AT = Date.parse('2026-03-01T08:00:00+08:00');
const TYPE = 'multipart/form-data; boundary=boundary';

const xml = (anpr = '', rest = '', uuid = UUID, when = '2026-03-01T08:00:00+08:00'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<EventNotificationAlert version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema"><macAddress>${MAC}</macAddress><channelID>1</channelID>
<dateTime>${when}</dateTime><eventType>ANPR</eventType><ANPR>${anpr || '<licensePlate>蓝浙A12345</licensePlate><direction>forward</direction><confidenceLevel>98</confidenceLevel><plateColor>blue</plateColor>'}</ANPR>
<UUID>${uuid}</UUID>${rest}</EventNotificationAlert>`;
const read = (plate: string, colour = 'blue'): string =>
  `<licensePlate>${plate}</licensePlate><confidenceLevel>90</confidenceLevel><plateColor>${colour}</plateColor>`;

type Given = {
  readonly name?: string;
  readonly type?: string;
  readonly bytes: Buffer;
  readonly length?: number | null;
};
const parts = (given: readonly Given[], boundary = 'boundary'): Buffer =>
  Buffer.concat([
    ...given.flatMap(({ name = 'anpr.xml', type = 'application/xml', bytes, length = bytes.length }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${type}\r\n${length === null ? '' : `Content-Length: ${length}\r\n`}\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
const shot = (name: string, bytes = jpeg(), length?: number | null): Given => ({
  name,
  type: 'image/jpeg',
  bytes,
  ...(length === undefined ? {} : { length }),
});
const whole = (text: string, ...shots: Given[]): Buffer => parts([{ bytes: Buffer.from(text) }, ...shots]);
const plate = (name: string, body: Buffer, event: object, type = TYPE): Fixture => ({
  name,
  raw: raw(body, type),
  expected: { nativeId: MAC, events: [{ kind: 'plate', ...event }] },
});

export const fixtures: readonly Fixture[] = [
  plate(
    'a blue plate with its colour before it, and two pictures',
    whole(xml(), shot('licensePlatePicture.jpg'), shot('detectionPicture.jpg')),
    {
      key: UUID,
      plate: '浙A12345',
      colour: 'blue',
      confidence: 0.98,
      faces: 'approach',
      live: true,
      at: { epochMs: AT },
      pictures: 2,
    },
  ),
  plate('a small new-energy plate', whole(xml(read('绿浙AD12345', 'newEnergyGreen'))), {
    plate: '浙AD12345',
    colour: 'green',
  }),
  plate('a large new-energy plate', whole(xml(read('浙A12345D', 'newEnergyYellowGreen'))), {
    plate: '浙A12345D',
    colour: 'yellow-green',
  }),
  plate('the colour by the prefix where the field has none', whole(xml(read('黄沪B12345', 'other'))), {
    plate: '沪B12345',
    colour: 'yellow',
  }),
  plate('a prefix that is no colour stays', whole(xml(read('白云机场01', 'white'))), { plate: '白云机场01' }),
  plate('a plate from abroad', whole(xml(read('SGX1234A', 'black'))), { plate: 'SGX1234A', colour: 'black' }),
  plate('no plate', whole(xml(read('noPlate', 'unknown'))), { plate: '', colour: 'unknown' }),
  plate('unread', whole(xml(read('unknown', 'unknown'))), { plate: '' }),
  plate('drives backward', whole(xml('<licensePlate>浙A12345</licensePlate><direction>reverse</direction>')), {
    faces: 'leave',
    confidence: undefined,
  }),
  plate('sent again after a loss', whole(xml('', '<isDataRetransmission>true</isDataRetransmission>')), {
    live: false,
  }),
  plate(
    'a picture that holds the boundary',
    whole(xml(), shot('detectionPicture.jpg', jpeg(5_000, '\r\n--boundary\r\n'))),
    { pictures: 1 },
  ),
  plate('a wrong length is not believed', whole(xml(), shot('detectionPicture.jpg', jpeg(), 17)), {
    plate: '浙A12345',
    pictures: 1,
  }),
  plate(
    'no lengths at all',
    parts([{ bytes: Buffer.from(xml()), length: null }, shot('detectionPicture.jpg', jpeg(), null)]),
    { pictures: 1 },
  ),
  plate(
    'another boundary than the header names',
    parts([{ bytes: Buffer.from(xml()) }, shot('detectionPicture.jpg')], '7MA4YWxk'),
    { pictures: 1 },
  ),
  plate('a big picture', whole(xml(), shot('detectionPicture.jpg', jpeg(3_000_000))), { pictures: 1 }),
  plate('a picture that is none', whole(xml(), shot('detectionPicture.jpg', Buffer.from('<svg onload="x()"/>'))), {
    pictures: 0,
  }),
  plate('cut within the picture', whole(xml(), shot('detectionPicture.jpg', jpeg(9_000))).subarray(0, 4_000), {
    plate: '浙A12345',
    pictures: 0,
  }),
  plate('GBK', parts([{ bytes: writeGbk(xml())! }]), { plate: '浙A12345' }),
  plate('XML alone', Buffer.from(xml()), { plate: '浙A12345' }, 'application/xml'),
  plate(
    'names in a namespace, a bare sign',
    Buffer.from(xml('', '<channelName>E1 & E2</channelName>').replace(/<(\/?)(ANPR|licensePlate)>/g, '<$1ns:$2>')),
    { plate: '浙A12345' },
    'text/xml',
  ),
  plate('local time without a zone', whole(xml('', '', UUID, '2026-03-01T08:00:00')), {
    at: { local: '2026-03-01T08:00:00' },
  }),
  plate('without a number its time and plate are one', whole(xml('', '', '')), {
    key: '1/2026-03-01T08:00:00+08:00/浙A12345',
  }),
  {
    name: 'another event is a sign of life',
    raw: raw(
      `<EventNotificationAlert><macAddress>${MAC}</macAddress><eventType>videoloss</eventType></EventNotificationAlert>`,
      'application/xml',
    ),
    expected: { nativeId: MAC, events: [], is: 'beat' },
  },
  {
    name: 'a document type is refused',
    raw: raw(`<!DOCTYPE x [<!ENTITY a "b">]>${xml()}`, 'application/xml'),
    expected: { events: [], is: 'poison' },
  },
  { name: 'cut within the XML', raw: raw(whole(xml()).subarray(0, 200), TYPE), expected: { events: [], is: 'poison' } },
  { name: 'nothing', raw: raw('', TYPE), expected: { events: [], is: 'poison' } },
];
