/** Made after the document of mode 5 and what open servers take; plates and numbers are invented. */
import { jpeg } from '#device/adapters/emulation.ts';
import { writeGbk } from '#device/adapters/gbk.ts';
import { raw } from '#device/adapters/messages.fixture.ts';
import type { Fixture } from '#device/adapters/messages.fixture.ts';

const CAMERA = '98CC4D01A2B3';
const AT = 1_772_323_200;
const FORM = 'application/x-www-form-urlencoded';
const picture = (bytes = jpeg()): string =>
  bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '.');
const form = (more: Readonly<Record<string, string>> = {}): string =>
  Object.entries({
    type: 'online',
    mode: '5',
    park_id: 'P1',
    cam_id: CAMERA,
    cam_ip: '10.8.0.31',
    vdc_type: 'in',
    plate_num: '浙AD12345',
    plate_color: '渐变绿',
    plate_val: 'true',
    confidence: '95',
    start_time: String(AT),
    triger_type: 'hwtriger',
    is_whitelist: 'false',
    picture: picture(),
    closeup_pic: picture(jpeg(900)),
    ...more,
  })
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
const plate = (name: string, more: Readonly<Record<string, string>>, event: object): Fixture => ({
  name,
  raw: raw(form(more), FORM),
  expected: { nativeId: CAMERA, events: [{ kind: 'plate', ...event }] },
});

export const fixtures: readonly Fixture[] = [
  plate(
    'a new-energy car, as the document shows it',
    {},
    {
      key: `${CAMERA}/${AT}/浙AD12345`,
      plate: '浙AD12345',
      colour: 'green',
      confidence: 0.95,
      at: { epochMs: AT * 1_000 },
      live: true,
      pictures: 2,
    },
  ),
  plate('a blue plate', { plate_num: '浙A12345', plate_color: '蓝' }, { plate: '浙A12345', colour: 'blue' }),
  plate('a colour written out', { plate_num: '浙A12345', plate_color: '黄色' }, { colour: 'yellow' }),
  plate('large new energy', { plate_color: '黄绿双拼' }, { colour: 'yellow-green' }),
  plate(
    'with percent signs',
    { plate_num: encodeURIComponent('沪B00001'), plate_color: encodeURIComponent('蓝') },
    {
      plate: '沪B00001',
      colour: 'blue',
    },
  ),
  {
    name: 'in GBK',
    raw: raw(writeGbk(form({ plate_num: '苏E54321', plate_color: '黄' }))!, FORM),
    expected: { events: [{ plate: '苏E54321', colour: 'yellow' }] },
  },
  plate('nothing read', { plate_num: '无牌车', plate_val: 'false' }, { plate: '' }),
  plate('no plate by its words alone', { plate_num: '无牌车' }, { plate: '' }),
  plate('sent after the network was away', { type: 'offline' }, { live: false, key: `${CAMERA}/${AT}/浙AD12345` }),
  plate('a big picture', { picture: picture(jpeg(1_200_000)) }, { pictures: 2 }),
  plate(
    'a picture in the alphabet it does not use is read, too',
    { picture: jpeg().toString('base64') },
    { pictures: 2 },
  ),
  plate('a picture that is none', { picture: 'PHN2Zy8-', closeup_pic: '' }, { pictures: 0 }),
  plate('a confidence beyond its scale counts as none', { confidence: '250' }, { confidence: undefined }),
  {
    name: 'a heartbeat',
    raw: raw(`type=heartbeat&mode=5&cam_id=${CAMERA}`, FORM),
    expected: { nativeId: CAMERA, events: [], is: 'beat' },
  },
  { name: 'a kind nobody knows', raw: raw(form({ type: 'gate' }), FORM), expected: { events: [], is: 'ignored' } },
  {
    name: 'without a camera',
    raw: raw('type=online&plate_num=A', FORM),
    expected: { nativeId: null, events: [], is: 'poison' },
  },
  { name: 'without a time', raw: raw(form({ start_time: '' }), FORM), expected: { events: [], is: 'poison' } },
];
