import { text } from '#kit/declare/text.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { stay } from '../model/stay.ts';

/** A stay as its pages show it: the pictures stand large above the facts, so they are no fact of their own. */
export const stayShown: Resource = {
  ...(stay as unknown as Resource),
  fields: { ...stay.fields, inPicture: { ...stay.fields.inPicture, hidden: true }, outPicture: { ...stay.fields.outPicture, hidden: true } },
  sections: [
    { title: text('车辆', 'Vehicle'), fields: ['plateNumber', 'plateColour', 'kind', 'carTypeId', 'status', 'releaseType'] },
    { title: text('进出', 'In and out'), fields: ['parkId', 'staySeconds', 'inTime', 'outTime', 'inGateId', 'outGateId', 'outPlate', 'confidence', 'clone', 'offline', 'changes'] },
  ],
};
