/** After the maker's guide and what public receivers take; plates, agents and cameras are invented. */
import { jpeg } from '#device/adapters/emulation.ts';
import { raw } from '#device/adapters/messages.fixture.ts';
import type { Fixture } from '#device/adapters/messages.fixture.ts';

const AT = 1_772_323_200_789;
const UUIDS = [`gate-cam14-${AT}`, `gate-cam14-${AT + 252}`, `gate-cam14-${AT + 859}`];
const group = (more: object = {}): object => ({
  version: 1,
  data_type: 'alpr_group',
  epoch_start: AT,
  epoch_end: AT + 1_257,
  company_id: '44c9274f-0000-0000-0000-000000000000',
  agent_uid: 'GATE',
  camera_id: 14,
  uuids: UUIDS,
  best_plate: {
    plate: 'A13709',
    confidence: 92.075203,
    matches_template: 0,
    region: 'mo',
    coordinates: [{ x: 204, y: 134 }],
    candidates: [{ plate: 'A13709', confidence: 92.075203 }],
    plate_crop_jpeg: jpeg(900).toString('base64'),
  },
  best_confidence: 92.075203,
  best_uuid: UUIDS[0],
  best_plate_number: 'A13709',
  travel_direction: 181.2,
  is_parked: false,
  is_preview: false,
  vehicle_crop_jpeg: jpeg().toString('base64'),
  ...more,
});
const plate = (name: string, more: object, event: object): Fixture => ({
  name,
  raw: raw(JSON.stringify(group(more))),
  expected: { nativeId: '14', events: [{ kind: 'plate', ...event }] },
});

export const fixtures: readonly Fixture[] = [
  plate(
    'a car, as the guide shows it',
    {},
    {
      key: `14/${UUIDS[0]}/${AT + 1_257}`,
      carKey: UUIDS[0],
      plate: 'A13709',
      colour: 'unknown',
      confidence: 0.921,
      at: { epochMs: AT },
      pictures: 2,
      live: true,
    },
  ),
  plate(
    'a preview is of the same car as its group',
    { is_preview: true, epoch_end: AT + 300, best_uuid: UUIDS[1] },
    { key: `14/${UUIDS[1]}/${AT + 300}`, carKey: UUIDS[0] },
  ),
  plate('a plate of the mainland', { best_plate_number: '浙A12345' }, { plate: '浙A12345' }),
  plate('nothing read', { best_plate_number: '', best_plate: {} }, { plate: '' }),
  plate('the plate alone within its best reading', { best_plate_number: undefined }, { plate: 'A13709' }),
  plate(
    'no picture',
    { vehicle_crop_jpeg: undefined, best_plate: { plate: 'A13709', confidence: 90 } },
    { pictures: 0 },
  ),
  plate('a big picture', { vehicle_crop_jpeg: jpeg(3_000_000).toString('base64') }, { pictures: 2 }),
  plate('a picture that is none', { vehicle_crop_jpeg: 'PHN2Zy8+', best_plate: {} }, { pictures: 0 }),
  {
    name: 'an alert is the same group by the same key',
    raw: raw(
      JSON.stringify({
        data_type: 'alpr_alert',
        version: 1,
        epoch_time: AT,
        agent_uid: 'GATE',
        alert_list: 'Guests',
        plate_number: 'A13709',
        group: group(),
      }),
    ),
    expected: { nativeId: '14', events: [{ key: `14/${UUIDS[0]}/${AT + 1_257}`, plate: 'A13709' }] },
  },
  {
    name: 'a heartbeat of the agent',
    raw: raw(
      JSON.stringify({
        version: 1,
        data_type: 'heartbeat',
        agent_uid: 'GATE',
        timestamp: AT,
        video_streams: [{ camera_id: 14, fps: 12, is_streaming: true }],
      }),
    ),
    expected: { nativeId: null, events: [], is: 'beat' },
  },
  { name: 'a test from its settings', raw: raw('{"openalpr_webhook": "test"}'), expected: { events: [], is: 'beat' } },
  {
    name: 'one frame adds nothing to its group',
    raw: raw(
      JSON.stringify({
        data_type: 'alpr_results',
        epoch_time: AT,
        camera_id: 14,
        results: [{ plate: 'A13709', confidence: 91 }],
      }),
    ),
    expected: { nativeId: '14', events: [], is: 'ignored' },
  },
  {
    name: 'a car that is parked in view',
    raw: raw(JSON.stringify(group({ is_parked: true }))),
    expected: { events: [], is: 'ignored' },
  },
  {
    name: 'a vehicle without a plate',
    raw: raw(JSON.stringify(group({ data_type: 'vehicle' }))),
    expected: { events: [], is: 'ignored' },
  },
  {
    name: 'without a time',
    raw: raw(JSON.stringify(group({ epoch_start: 'now' }))),
    expected: { events: [], is: 'poison' },
  },
  {
    name: 'cut in the middle',
    raw: raw(JSON.stringify(group()).slice(0, 300)),
    expected: { events: [], is: 'poison' },
  },
];
