/**
 * APDS, the Alliance for Parking Data Standards' model that became ISO/TS 5206-1: sessions, places and demand. Made
 * from its public data dictionary 3.0 and the JSON of its API 4.1; the text of ISO itself is not public. It has
 * receivers read lists by GET; what is posted here is such a list with one member, for a platform that takes it pushed.
 * A session that was none is a deleted reference, as the lists have them.
 */
import type { MapValue, Profile } from './profile.ts';

const version: MapValue = { $from: 'message.seq' };
const place: MapValue = { id: { $from: 'park.code' }, version: 1, className: 'Place' };

/** What stands around the members of every list. */
const list = (data: readonly MapValue[], more: Readonly<Record<string, MapValue>> = {}): MapValue => ({
  meta: { referenceInstant: { $from: 'now', as: 'seconds' }, offset: 0, pageSize: 1, total: data.length },
  data,
  ...more,
});

const times = (ended: boolean): Readonly<Record<string, MapValue>> => ({
  actualStart: { $from: 'stay.inAt', as: 'iso' },
  ...(ended ? { actualEnd: { $from: 'stay.outAt', as: 'iso' } } : {}),
});

const session = (ended: boolean): MapValue => ({
  id: { $from: 'stay.id' },
  version,
  ...times(ended),
  initiator: { id: { $from: 'platform.key' }, version: 1, className: 'Organisation' },
  hierarchyElement: place,
  identifiedCredentials: {
    $each: 'stay.credentials',
    map: {
      type: { $from: 'item.type' },
      credentialAssignedType: 'other',
      identifier: { id: { $from: 'item.id' }, className: 'Credential' },
    },
  },
  segments: [
    {
      id: { $from: 'stay.id' },
      version,
      ...times(ended),
      validationType: { $each: 'stay.credentials', map: { $from: 'item.type' } },
    },
  ],
});

const supply: MapValue = [{ supplyViewType: 'spaceView', supplyQuantity: { $from: 'park.total' } }];
const needs = ['platform.key', 'park.code', 'stay.id', 'stay.inAt'];

export const apds: Profile = {
  version: 1,
  name: { zh: 'APDS（ISO/TS 5206-1 数据模型）', en: 'APDS (the model of ISO/TS 5206-1)' },
  source: 'https://issuu.com/theparkingprofessional/docs/21-06_apds_data_dictionary_version_3.0',
  form: 'json',
  omits: true,
  headers: { authorization: { $say: 'Bearer {platform.secret}' } },
  sign: null,
  messages: {
    park: {
      path: '/places',
      needs: ['park.code', 'park.name'],
      map: list([
        {
          id: { $from: 'park.code' },
          version: 1,
          type: 'place',
          name: [{ language: 'zh', string: { $from: 'park.name' } }],
          layer: 0,
          timeZone: { $from: 'park.zone' },
          hierarchyElementReference: { elementId: place, supply },
        },
      ]),
    },
    entry: { path: '/sessions', needs, map: list([session(false)]) },
    exit: { path: '/sessions', needs: [...needs, 'stay.outAt'], map: list([session(true)]) },
    // The whole session again under a greater version, with its end where it has one.
    correct: { path: '/sessions', needs, map: list([session(true)]) },
    void: {
      path: '/sessions',
      needs: ['stay.id'],
      map: list([], {
        deletedReferences: [
          { id: { $from: 'stay.id' }, className: 'Session', deleteTimestamp: { $from: 'now', as: 'iso' } },
        ],
      }),
    },
    count: {
      path: '/places',
      needs: ['park.code', 'park.inside'],
      map: list([
        {
          id: { $from: 'park.code' },
          version: 1,
          type: 'place',
          layer: 0,
          hierarchyElementReference: {
            elementId: place,
            supply,
            demandTable: [
              {
                timestamp: { $from: 'now', as: 'iso' },
                demandType: [
                  {
                    count: { $from: 'park.inside' },
                    occupancyCalculation: 'counted',
                    recordDateTime: { $from: 'now', as: 'iso' },
                  },
                ],
              },
            ],
          },
        },
      ]),
    },
  },
  answer: {},
};
