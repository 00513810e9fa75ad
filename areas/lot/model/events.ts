import { transactionEvent } from '#kit/declare/event.ts';
import { text } from '#kit/declare/text.ts';

/** Clocks of devices that are to be set. `at` is an instant. */
export type ClocksDue = {
  readonly tenantId: number;
  readonly deviceIds: readonly string[];
  readonly byId: string;
  readonly byName: string;
  readonly at: Date;
};

/** Cameras and barriers of a community are to set their clocks, and with it to report. */
export const clocksDue = transactionEvent<ClocksDue, { readonly queued: number; readonly afterCommit: () => void }>({
  name: 'clocksDue',
  area: 'lot',
  title: text('设备校时', 'Clocks to be set'),
  payload: {
    tenantId: text('集团编号', 'The number of the group'),
    deviceIds: text('设备', 'The devices'),
    byId: text('操作员编号', 'The requester’s id'),
    byName: text('操作员姓名', 'The requester’s name'),
    at: text('时间', 'The time'),
  },
  answer: text('已下发的设备数，以及提交后要做的事', 'How many devices were notified, and what to do after the commit'),
  required: true,
});

/** A car park was added by a person. */
export type ParkAdded = { readonly tenantId: number; readonly parkId: string; readonly byId: string };

/** Whoever adds a car park sees it from then on, also where he was granted some car parks alone. */
export const parkAdded = transactionEvent<ParkAdded, { readonly afterCommit: () => void }>({
  name: 'parkAdded',
  area: 'lot',
  title: text('新增车场', 'Car park added'),
  payload: {
    tenantId: text('集团编号', 'The number of the group'),
    parkId: text('车场编号', 'The id of the car park'),
    byId: text('操作员编号', 'The id of the person who added it'),
  },
  answer: text('提交后要做的事', 'What is to be done after the commit'),
  required: true,
});

export const events = [clocksDue, parkAdded];
