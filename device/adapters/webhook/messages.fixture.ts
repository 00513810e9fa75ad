/** Messages by the mappings that the wizard offers, and some of nobody's: made up. */
import { mappingPresets } from '#areas/device/model/webhook-mapping.ts';
import { jpeg } from '../emulation.ts';
import { writeGbk } from '../gbk.ts';
import { raw } from '../messages.fixture.ts';
import type { Fixture } from '../messages.fixture.ts';

const AT = Date.UTC(2026, 2, 1);
const own = (more: object = {}) => ({
  id: 'e1',
  camera: 'gate-1',
  plate: '浙A12345',
  colour: 'blue',
  confidence: 0.97,
  time: '2026-03-01T08:00:00+08:00',
  ...more,
});
const post = (value: object) => raw(JSON.stringify(value));
const by = (name: string) => mappingPresets.find((preset) => preset.name === name)!;
const read = {
  key: 'gate-1/e1/浙A12345',
  at: { epochMs: AT },
  plate: '浙A12345',
  colour: 'blue',
  confidence: 0.97,
} as const;
const unifi = (...triggers: object[]) => post({ alarm: { name: 'plates', triggers }, timestamp: AT });
const trigger = { key: 'license_plate_unknown', value: '浙A12345', device: 'F4', eventId: 'x1', timestamp: AT };

export const fixtures: readonly Fixture[] = [
  {
    name: 'the simple form, with a picture',
    raw: post(own({ image: jpeg(2_000).toString('base64') })),
    expected: { nativeId: 'gate-1', events: [{ ...read, carKey: 'e1', live: true, pictures: 1 }] },
  },
  {
    name: 'a new energy plate, its confidence in percent and its time in seconds',
    raw: post(own({ plate: '浙AD12345', colour: '绿', confidence: '96%', time: AT / 1_000 })),
    expected: { events: [{ plate: '浙AD12345', colour: 'green', confidence: 0.96, at: { epochMs: AT } }] },
  },
  {
    name: 'no plate read',
    raw: post(own({ plate: '' })),
    expected: { events: [{ plate: '', key: 'gate-1/e1/' }] },
  },
  { name: 'a word for no plate', raw: post(own({ plate: '无牌车' })), expected: { events: [{ plate: '' }] } },
  {
    name: 'without an id its time and plate are its key',
    raw: post(own({ id: undefined })),
    expected: { events: [{ key: `gate-1/${AT}/浙A12345`, plate: '浙A12345' }] },
  },
  {
    name: 'in GBK',
    raw: raw(writeGbk(JSON.stringify(own()))!),
    expected: { events: [read] },
  },
  {
    name: 'a big picture',
    raw: post(own({ image: jpeg(900_000).toString('base64') })),
    expected: { events: [{ ...read, pictures: 1 }] },
  },
  {
    name: 'a picture that is none costs the picture alone',
    raw: post(own({ image: 'data:image/jpeg;base64,AAAA' })),
    expected: { events: [{ ...read, pictures: 0 }] },
  },
  {
    name: 'Milesight, by the clock of the place',
    raw: raw(by('milesight').sample),
    mapping: by('milesight').mapping,
    expected: {
      nativeId: 'Network Camera',
      events: [{ plate: '浙A12345', colour: 'blue', at: { local: '2026-03-01 08:00:00.120' }, confidence: 0.97 }],
    },
  },
  {
    name: 'Uniview, within params',
    raw: raw(by('uniview').sample),
    mapping: by('uniview').mapping,
    expected: { nativeId: '210235C3', events: [{ plate: '浙A12345', colour: 'blue', carKey: '88', confidence: 0.96 }] },
  },
  {
    name: 'UniFi Protect, two cars in one message',
    raw: unifi(trigger, { ...trigger, value: '沪B00001', eventId: 'x2' }),
    mapping: by('unifi').mapping,
    expected: { nativeId: 'F4', events: [{ plate: '浙A12345' }, { plate: '沪B00001' }] },
  },
  {
    name: 'UniFi Protect, an alarm of another kind',
    raw: unifi({ ...trigger, key: 'person' }),
    mapping: by('unifi').mapping,
    expected: { events: [], is: 'ignored' },
  },
  {
    name: 'a place in a list, the camera of the whole message',
    raw: post({ cam: 'c7', results: [{ plate: 'abc123', t: AT }] }),
    mapping: 'each = results\nplate = plate\ntime = t\ncamera = $.cam',
    expected: { nativeId: 'c7', events: [{ plate: 'ABC123', at: { epochMs: AT } }] },
  },
  {
    name: 'paths by place',
    raw: post({ data: { results: [{ plate: 'ABC123' }], ts: AT * 1_000 } }),
    mapping: 'plate = data.results[0].plate\ntime = data.ts',
    expected: { nativeId: null, events: [{ plate: 'ABC123', at: { epochMs: AT } }] },
  },
  {
    name: 'a sign of life',
    raw: post({ camera: 'gate-1', plate: null }),
    expected: { nativeId: 'gate-1', is: 'ignored' },
  },
  { name: 'a plate without a time', raw: post(own({ time: undefined })), expected: { events: [], is: 'poison' } },
  { name: 'a time that is none', raw: post(own({ time: 'yesterday' })), expected: { events: [], is: 'poison' } },
  { name: 'cut off', raw: raw('{"plate":"浙A1'), expected: { events: [], is: 'poison' } },
  {
    name: 'a name every object has is no field',
    raw: post({ x: 1 }),
    mapping: 'plate = constructor.name\ntime = x',
    expected: { events: [], is: 'poison' },
  },
];
