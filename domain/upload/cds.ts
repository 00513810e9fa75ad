/**
 * Curb Data Specification of the Open Mobility Foundation, Events API: cars entering and leaving an area, as a data
 * feed. The text has agencies read events by GET; what is posted here is that very answer, one event at a time, for an
 * agency that takes them pushed.
 */
import type { MapValue, Profile } from './profile.ts';

const TYPE = 'application/vnd.cds+json;version=1.0';

const event = (type: string, time: string, lane: string, more: Readonly<Record<string, MapValue>>): MapValue => ({
  event_id: { $from: 'message.id' },
  event_type: type,
  event_location: {
    type: 'Feature',
    properties: {},
    geometry: { type: 'Point', coordinates: [{ $from: 'park.lng' }, { $from: 'park.lat' }] },
  },
  event_time: { $from: time, as: 'ms' },
  event_publication_time: { $from: 'now', as: 'ms' },
  curb_area_ids: [{ $from: 'park.code' }],
  data_source_type: 'camera',
  data_source_operator_name: { $from: 'platform.key' },
  data_source_device_id: { $from: lane, or: { $from: 'park.id' } },
  vehicle_license_plate: { $from: 'stay.plate' },
  vehicle_type: 'unspecified',
  ...more,
});

const needs = ['park.code', 'park.lng', 'park.lat'];

export const cds: Profile = {
  version: 1,
  name: { zh: '路缘数据规范 CDS（Events API）', en: 'Curb Data Specification (Events API)' },
  source: 'https://github.com/openmobilityfoundation/curb-data-specification/tree/main/events',
  form: 'json',
  headers: { 'content-type': TYPE, accept: TYPE, authorization: { $say: 'Bearer {platform.secret}' } },
  envelope: {
    version: '1.0',
    time_zone: { $from: 'park.zone' },
    last_updated: { $from: 'now', as: 'ms' },
    data: { events: ['$message'] },
  },
  sign: null,
  messages: {
    entry: {
      path: '/events/event',
      needs: [...needs, 'stay.inAt'],
      map: event('enter_area', 'stay.inAt', 'stay.inLaneId', {}),
    },
    exit: {
      path: '/events/event',
      needs: [...needs, 'stay.outAt'],
      map: event('exit_area', 'stay.outAt', 'stay.outLaneId', {
        currency: 'CNY',
        actual_cost: { $from: 'stay.paidFen' },
      }),
    },
  },
  answer: {},
};
