import { integer, json, longText, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { devDeviceType } from './device-type.ts';
import { devGateway } from './gateway.ts';

/** How a gateway talks on its bus, and what each register means: handed to the gateway, which speaks the bus. */
export const devCommunication = resource({
  name: 'devCommunication',
  title: text('设备通讯配置', 'Communication profile'),
  area: 'guidance',
  route: '/navigation/devCommunication',
  scope: 'park',
  wire: { base: '/api/updown/plat/navigation/devCommunication' },
  help: text(
    '网关与设备类型二选一。寄存器含义为 JSON：[{address, function, register, bit, means}]。',
    'For a gateway or for a type of device. Registers are JSON: [{address, function, register, bit, means}].',
  ),
  fields: {
    commName: str(text('名称', 'Name'), { required: true, search: true, max: 60, alias: ['name'] }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    gatewayId: relation(text('网关', 'Gateway'), () => devGateway, { within: 'parkId', search: true }),
    typeId: relation(text('设备类型', 'Type'), () => devDeviceType, { search: true }),
    protocol: select(
      text('协议', 'Protocol'),
      {
        modbusRtu: text('Modbus RTU', 'Modbus RTU'),
        modbusTcp: text('Modbus TCP', 'Modbus TCP'),
        can: text('CAN', 'CAN'),
        own: text('网关自有', "The gateway's own"),
      },
      { required: true, search: true, default: 'modbusRtu' },
    ),
    host: str(text('地址', 'Address'), { max: 100, when: { field: 'protocol', is: ['modbusTcp', 'own'] } }),
    port: integer(text('端口', 'Port'), {
      min: 1,
      max: 65_535,
      ordinal: true,
      when: { field: 'protocol', is: ['modbusTcp', 'own'] },
    }),
    baud: integer(text('波特率', 'Baud'), {
      min: 300,
      max: 1_000_000,
      ordinal: true,
      when: { field: 'protocol', is: ['modbusRtu', 'can'] },
    }),
    parity: select(
      text('校验', 'Parity'),
      { none: text('无', 'None'), even: text('偶', 'Even'), odd: text('奇', 'Odd') },
      { default: 'none', when: { field: 'protocol', is: ['modbusRtu'] } },
    ),
    timeoutMs: integer(text('超时（毫秒）', 'Timeout (ms)'), { min: 10, max: 60_000, default: 500 }),
    retries: integer(text('重试次数', 'Retries'), { min: 0, max: 20, default: 3 }),
    map: json(text('寄存器', 'Registers')),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'commName',
  unique: [['parkId', 'commName']],
  list: ['commName', 'parkId', 'gatewayId', 'typeId', 'protocol', 'host', 'port', 'baud', 'timeoutMs', 'retries'],
});
