import { company } from '#areas/org/model/company.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { park } from '#areas/lot/model/park.ts';
import { rdBerth } from '#areas/road/model/rd-berth.ts';
import { berthSection } from '#areas/road/model/berth-section.ts';
import { plate, relation, select } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { colours, stayKinds, stayStates, stayTones } from './words.ts';

/** What a stay is known by, inside and afterwards. */
export const stayFields = {
  companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
  parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, within: 'companyId' }),
  plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true, colouredBy: 'plateColour' }),
  plateColour: select(text('车牌颜色', 'Plate colour'), colours),
  kind: select(text('停车类型', 'Stay type'), stayKinds, { search: true }),
  status: select(text('状态', 'State'), stayStates, { search: true, tones: stayTones }),
  carTypeId: relation(text('车类', 'Car type'), () => carType, { search: true, within: 'parkId' }),
};

/** Where a car at the roadside stands; empty behind barriers. */
export const atBerth = {
  berthId: relation(text('泊位', 'Berth'), () => rdBerth, { search: true, within: 'parkId' }),
  sectionId: relation(text('泊位段', 'Section'), () => berthSection, { search: true, within: 'parkId' }),
};
