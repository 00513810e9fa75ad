/** Made after what receivers of ITSAPI take; plates and numbers are invented. */
import { jpeg } from '#device/adapters/emulation.ts';
import { writeGbk } from '#device/adapters/gbk.ts';
import { raw } from '#device/adapters/messages.fixture.ts';
import type { Fixture } from '#device/adapters/messages.fixture.ts';

const ID = '6L0A1B2PAZ';
const WHEN = '2026-03-01 08:00:00.120';
const PICTURE = { PicName: 'n.jpg', Content: jpeg().toString('base64') };
const body = (plate: object = {}, snap: object = {}, picture: object = {}): string =>
  JSON.stringify({
    Picture: {
      Plate: { PlateNumber: '浙A12345', PlateColor: 'Blue', Confidence: 96, IsExist: true, UploadNum: 88, ...plate },
      SnapInfo: {
        DeviceID: ID,
        AccurateTime: WHEN,
        Direction: 'Obverse',
        DefenceCode: 'h8JkQ2w1',
        LanNo: 1,
        OpenStrobe: false,
        ...snap,
      },
      NormalPic: PICTURE,
      CutoutPic: PICTURE,
      ...picture,
    },
  });
const plate = (name: string, content: string | Buffer, event: object): Fixture => ({
  name,
  raw: raw(content, 'application/json', 'NotificationInfo/TollgateInfo'),
  expected: { nativeId: ID, events: [{ kind: 'plate', ...event }] },
});

export const fixtures: readonly Fixture[] = [
  plate('a blue plate with both pictures', body(), {
    key: 'h8JkQ2w1',
    plate: '浙A12345',
    colour: 'blue',
    confidence: 0.96,
    faces: 'approach',
    at: { local: WHEN },
    live: true,
    pictures: 2,
  }),
  plate('a small new-energy plate', body({ PlateNumber: '浙AD12345', PlateColor: 'ShadowGreen' }), {
    plate: '浙AD12345',
    colour: 'green',
  }),
  plate('a large new-energy plate', body({ PlateNumber: '浙A12345D', PlateColor: 'YellowGreen' }), {
    colour: 'yellow-green',
  }),
  plate('a yellow plate', body({ PlateNumber: '沪B12345', PlateColor: 'Yellow' }), {
    plate: '沪B12345',
    colour: 'yellow',
  }),
  plate('a plate from Brazil', body({ PlateNumber: 'BRA2E19', PlateColor: 'Gray' }), {
    plate: 'BRA2E19',
    colour: 'unknown',
  }),
  plate('no plate there', body({ PlateNumber: '', IsExist: false }), { plate: '' }),
  plate('a text beside “there is none”', body({ PlateNumber: '浙A00000', IsExist: false }), { plate: '' }),
  plate('drives backward', body({}, { Direction: 'Reverse' }), { faces: 'leave' }),
  plate('without a number its device, time and plate are one', body({}, { DefenceCode: '' }), {
    key: `${ID}/${WHEN}/浙A12345`,
  }),
  plate('confidence of 255', body({ Confidence: 255 }), { confidence: 1 }),
  plate('GBK', writeGbk(body())!, { plate: '浙A12345' }),
  plate('a big picture', body({}, {}, { NormalPic: { Content: jpeg(3_000_000).toString('base64') } }), { pictures: 2 }),
  plate('pictures that are none', body({}, {}, { NormalPic: { Content: 'PHN2Zy8+' }, CutoutPic: {} }), { pictures: 0 }),
  { name: 'a bicycle', raw: raw(body({}, { SnapCategory: 'NonMotor' })), expected: { events: [], is: 'ignored' } },
  {
    name: 'a sign of life',
    raw: raw(JSON.stringify({ Active: 'keepAlive', DeviceID: ID })),
    expected: { nativeId: ID, events: [], is: 'beat' },
  },
  { name: 'cut in the middle', raw: raw(body().slice(0, 300)), expected: { events: [], is: 'poison' } },
  {
    name: 'neither number nor time',
    raw: raw(body({}, { DefenceCode: '', AccurateTime: '' })),
    expected: { events: [], is: 'poison' },
  },
];
