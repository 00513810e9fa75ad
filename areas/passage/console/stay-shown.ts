import { text } from '#kit/declare/text.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { stay } from '../model/stay.ts';

/** Drawn large above the facts, and with the bill below them; still columns of the list. */
const apart = [
  'inPicture',
  'outPicture',
  'receivableFen',
  'paidFen',
  'derateFen',
  'waivedFen',
  'outstandingFen',
] as const;

/**
 * A stay as its pages show it. Its list has every sum, so that a reader can add them up: receivable = discount + waived
 * + paid + outstanding.
 */
export const stayShown: Resource = {
  ...stay,
  fields: {
    ...stay.fields,
    ...Object.fromEntries(apart.map((name) => [name, { ...stay.fields[name], hidden: true }])),
  },
  list: [
    'plateNumber',
    'inTime',
    'outTime',
    'staySeconds',
    'receivableFen',
    'paidFen',
    'parkId',
    'releaseType',
    'kind',
    'derateFen',
    'waivedFen',
    'outstandingFen',
    'inGateId',
    'outGateId',
    'status',
  ],
  sections: [
    {
      title: text('车辆', 'Vehicle'),
      fields: ['plateNumber', 'plateColour', 'kind', 'carTypeId', 'status', 'releaseType', 'ruleName'],
    },
    {
      title: text('进出', 'In and out'),
      fields: [
        'parkId',
        'staySeconds',
        'inTime',
        'outTime',
        'inGateId',
        'outGateId',
        'outPlate',
        'confidence',
        'clone',
        'offline',
        'changes',
      ],
    },
    {
      title: text('路侧', 'Roadside'),
      onlyWith: 'berthId',
      fields: ['berthId', 'sectionId', 'alsoBerths', 'bays', 'beginBy', 'endBy', 'provenTo', 'dutyUserId'],
    },
  ],
};
