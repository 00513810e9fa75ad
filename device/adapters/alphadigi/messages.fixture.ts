/** Made after 臻识's HTTP push documents; plates and numbers are invented. */
import { jpeg } from '#device/adapters/emulation.ts';
import { writeGbk } from '#device/adapters/gbk.ts';
import { raw } from '#device/adapters/messages.fixture.ts';
import type { Fixture } from '#device/adapters/messages.fixture.ts';

const SERIAL = '5a1c09e2-7b40d311';
const AT = 1_772_323_200;
const PICTURE = jpeg().toString('base64');

const body = (result: object, alarm: object = {}): string =>
  JSON.stringify({
    AlarmInfoPlate: {
      channel: 0,
      deviceName: 'E1',
      ipaddr: '10.8.0.21',
      serialno: SERIAL,
      result: {
        PlateResult: {
          license: '浙A12345',
          plateid: 4711,
          colorType: 1,
          type: 1,
          confidence: 97,
          direction: 4,
          triggerType: 1,
          isoffline: 0,
          is_fake_plate: 0,
          timeStamp: { Timeval: { sec: AT, usec: 120_000 } },
          imageFile: PICTURE,
          imageFragmentFile: PICTURE,
          ...result,
        },
      },
      ...alarm,
    },
  });
const plate = (name: string, result: object, event: object, alarm: object = {}): Fixture => ({
  name,
  raw: raw(body(result, alarm)),
  expected: { nativeId: SERIAL, events: [{ kind: 'plate', ...event }] },
});

export const fixtures: readonly Fixture[] = [
  plate(
    'a blue plate with both pictures',
    {},
    {
      key: `${SERIAL}/4711/${AT}`,
      plate: '浙A12345',
      colour: 'blue',
      confidence: 0.97,
      live: true,
      opened: false,
      at: { epochMs: AT * 1_000 + 120 },
      pictures: 2,
    },
  ),
  plate(
    'a small new-energy plate',
    { license: '浙AD12345', colorType: 5, type: 19 },
    { plate: '浙AD12345', colour: 'green' },
  ),
  plate(
    'a large new-energy plate',
    { license: '浙A12345D', colorType: 6, type: 20 },
    { plate: '浙A12345D', colour: 'yellow-green' },
  ),
  plate('a yellow plate', { license: '沪B12345', colorType: 2 }, { plate: '沪B12345', colour: 'yellow' }),
  plate('a police plate', { license: '苏A1234警', colorType: 3 }, { plate: '苏A1234警', colour: 'white' }),
  plate('a plate from abroad', { license: 'WBA 123 A', colorType: 0 }, { plate: 'WBA 123 A', colour: 'unknown' }),
  plate('no plate, by its sign', { license: '_无_', colorType: 0 }, { plate: '' }),
  plate('no plate, by its type', { license: '浙?????', type: 31 }, { plate: '' }),
  plate('no plate, overseas', { license: 'No Plate' }, { plate: '' }),
  plate(
    'the same car by another trigger has a key of its own',
    { plateid: 4712, triggerType: 8 },
    { key: `${SERIAL}/4712/${AT}` },
  ),
  plate('a record of an hour without network', { isoffline: 1 }, { live: false, plate: '浙A12345' }),
  plate('opened by its own list', { gioouts: [{ ionum: 0, ctrltype: 2 }] }, { opened: true }),
  plate('a plate held up as a picture is no sure reading', { is_fake_plate: 1 }, { confidence: 0 }),
  plate(
    'a picture that is none',
    { imageFile: Buffer.from('<svg/>').toString('base64'), imageFragmentFile: '!' },
    { pictures: 0, plate: '浙A12345' },
  ),
  plate('a big picture', { imageFile: jpeg(1_200_000).toString('base64') }, { pictures: 2 }),
  plate('a confidence beyond the scale is none', { confidence: 255 }, { confidence: undefined }),
  {
    name: 'GBK instead of UTF-8',
    raw: raw(writeGbk(body({}))!),
    expected: { events: [{ plate: '浙A12345', colour: 'blue' }] },
  },
  { name: 'backed out', raw: raw(body({ triggerType: 66 })), expected: { events: [{ kind: 'gone' }] } },
  { name: 'backed out, newer firmware', raw: raw(body({ triggerType: 84 })), expected: { events: [{ kind: 'gone' }] } },
  { name: 'passed', raw: raw(body({ triggerType: 83 })), expected: { events: [{ kind: 'passed' }] } },
  { name: 'a car that stays', raw: raw(body({ triggerType: 64 })), expected: { events: [], is: 'ignored' } },
  {
    name: 'a heartbeat with its login, as a form',
    raw: raw(
      `device_name=E1&serialno=${SERIAL}&user_name=admin&pass_wd=hidden`,
      'application/x-www-form-urlencoded',
      'beat',
    ),
    expected: { nativeId: SERIAL, events: [], is: 'beat' },
  },
  {
    name: 'a heartbeat in parts',
    raw: raw(
      `--x\r\nContent-Disposition: form-data; name="serialno"\r\n\r\n${SERIAL}\r\n--x--\r\n`,
      'multipart/form-data; boundary=x',
    ),
    expected: { nativeId: SERIAL, events: [], is: 'beat' },
  },
  { name: 'cut in the middle', raw: raw(body({}).slice(0, 900)), expected: { events: [], is: 'poison' } },
  {
    name: 'nested without end',
    raw: raw(`{"AlarmInfoPlate":${'['.repeat(50)}`),
    expected: { events: [], is: 'poison' },
  },
  { name: 'without a serial number', raw: raw(body({}, { serialno: '' })), expected: { events: [], is: 'poison' } },
];
