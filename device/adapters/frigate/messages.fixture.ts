/** After Frigate's guide to its MQTT messages; ids and times are of its examples, plates are invented. */
import { raw } from '#device/adapters/messages.fixture.ts';
import type { Fixture } from '#device/adapters/messages.fixture.ts';

const ID = '1607123955.475377-mxklsc';
const lpr = (more: object = {}): string =>
  JSON.stringify({
    type: 'lpr',
    id: ID,
    name: "John's Car",
    plate: '123ABC',
    score: 0.95,
    camera: 'driveway_cam',
    timestamp: 1607123958.748393,
    ...more,
  });
const tracked = (type: string, more: object = {}): string => {
  const object = {
    id: ID,
    camera: 'driveway_cam',
    frame_time: 1607123962.082975,
    label: 'car',
    sub_label: null,
    top_score: 0.958984375,
    false_positive: false,
    start_time: 1607123955.475377,
    end_time: null,
    current_zones: ['waiting'],
    entered_zones: ['waiting'],
    has_snapshot: true,
    stationary: false,
    recognized_license_plate: '123ABC',
    recognized_license_plate_score: 0.933451,
  };
  return JSON.stringify({ type, before: object, after: { ...object, ...more } });
};
const reading = (name: string, more: object, event: object): Fixture => ({
  name,
  raw: raw(lpr(more), 'application/json', 'frigate/tracked_object_update'),
  expected: { nativeId: 'driveway_cam', events: [{ kind: 'plate', ...event }] },
});
const events = (name: string, body: string, expected: Fixture['expected']): Fixture => ({
  name,
  raw: raw(body, 'application/json', 'frigate/events'),
  expected,
});

export const fixtures: readonly Fixture[] = [
  reading(
    'a plate, as the guide shows it',
    {},
    {
      key: `${ID}/lpr/1607123958748`,
      carKey: ID,
      plate: '123ABC',
      colour: 'unknown',
      confidence: 0.95,
      at: { epochMs: 1_607_123_958_748 },
      live: true,
    },
  ),
  reading(
    'read better a moment later: another message of the same car',
    { score: 0.97, timestamp: 1607123959.1 },
    {
      key: `${ID}/lpr/1607123959100`,
      carKey: ID,
      confidence: 0.97,
    },
  ),
  reading('small letters', { plate: 'ab12cde' }, { plate: 'AB12CDE' }),
  reading('a plate of the mainland', { plate: '浙A12345' }, { plate: '浙A12345' }),
  reading('nothing read', { plate: '' }, { plate: '' }),
  reading('a score beyond its scale counts as none', { score: 95 }, { confidence: undefined }),
  {
    name: 'by a bridge, without the prefix of its topic',
    raw: raw(lpr(), 'application/json', 'tracked_object_update'),
    expected: { nativeId: 'driveway_cam', events: [{ plate: '123ABC' }] },
  },
  events('a car comes into view and nothing follows yet', tracked('new'), {
    nativeId: 'driveway_cam',
    events: [],
    is: 'ignored',
  }),
  events(
    'into the zone behind the barrier it has passed',
    tracked('update', { entered_zones: ['waiting', 'passed'] }),
    {
      events: [{ kind: 'passed', key: `${ID}/passed`, carKey: ID, at: { epochMs: 1_607_123_962_083 } }],
    },
  ),
  events(
    'and its end repeats it by the same key',
    tracked('end', { entered_zones: ['waiting', 'passed'], end_time: 1607123970.5 }),
    {
      events: [{ kind: 'passed', key: `${ID}/passed` }],
    },
  ),
  events('out of view without it has backed out', tracked('end', { end_time: 1607123970.5 }), {
    events: [{ kind: 'gone', key: `${ID}/end`, at: { epochMs: 1_607_123_970_500 } }],
  }),
  events('a person is no car', tracked('end', { label: 'person', end_time: 1607123970.5 }), {
    events: [],
    is: 'ignored',
  }),
  {
    name: 'a face is ignored',
    raw: raw(
      JSON.stringify({ type: 'face', id: ID, name: 'John', score: 0.95, camera: 'driveway_cam' }),
      'application/json',
      'frigate/tracked_object_update',
    ),
    expected: { nativeId: 'driveway_cam', events: [], is: 'ignored' },
  },
  {
    name: 'it is there',
    raw: raw('online', 'text/plain', 'frigate/available'),
    expected: { nativeId: null, events: [], is: 'beat' },
  },
  {
    name: 'its figures are a sign of life',
    raw: raw(
      JSON.stringify({ service: { version: '0.16.0', uptime: 100 }, cameras: {} }),
      'application/json',
      'frigate/stats',
    ),
    expected: { nativeId: null, events: [], is: 'beat' },
  },
  {
    name: 'without a time',
    raw: raw(lpr({ timestamp: null }), 'application/json', 'frigate/tracked_object_update'),
    expected: { events: [], is: 'poison' },
  },
  {
    name: 'cut in the middle',
    raw: raw(lpr().slice(0, 60), 'application/json', 'frigate/tracked_object_update'),
    expected: { events: [], is: 'poison' },
  },
];
