import { integer, relation, select } from '#kit/declare/field.ts';
import type { Field } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { building } from '#areas/guidance/model/building.ts';

/**
 * What a guidance gateway has besides a device. The columns are those of `parkDevice`; its own forms do not ask for
 * them.
 */
export const guidanceFields = {
  buildingId: relation(text('楼层', 'Floor'), () => building, { within: 'parkId', search: true }),
  bus: select(
    text('总线', 'Bus'),
    {
      rs485: text('RS485', 'RS485'),
      can: text('CAN', 'CAN'),
      lora: text('LoRa', 'LoRa'),
      net: text('以太网', 'Ethernet'),
    },
    { search: true, default: 'rs485' },
  ),
  childrenLost: integer(text('失联设备', 'Devices lost'), { readOnly: true, default: 0 }),
};

/** The same as columns alone. */
export const guidanceColumns: Readonly<Record<string, Field>> = Object.fromEntries(
  Object.entries(guidanceFields).map(([name, field]) => {
    const { search: _, default: __, ...rest } = field as Field;
    return [name, { ...rest, hidden: true, readOnly: true }];
  }),
);
