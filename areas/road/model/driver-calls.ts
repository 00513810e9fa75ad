/** What a driver asks of the roadside on the phone without a login: the debts of his plate, and his own plate at a berth nobody has read. */
import { park } from '#areas/lot/model/park.ts';
import { call } from '#kit/declare/call.ts';
import { plate, relation, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

const area = 'road';
const parkId = relation(text('车场', 'Car park'), () => park, { required: true });
const plateNumber = plate(text('车牌号', 'Plate'), { required: true });

export const driverDebts = call({
  name: 'driver.debts',
  title: text('车主页面：欠费', 'Driver: debts'),
  area,
  method: 'POST',
  path: '/api/gatehouse/driver/debts',
  permission: 'public',
  answer: 'object',
  input: {
    parkId,
    plateNumber,
    slip: str(text('欠费单号', 'Debt number'), {
      max: 40,
      help: text('填对的那一笔显示泊位与时间', 'The debt of this number is shown with its berth and times'),
    }),
  },
  note: text(
    '该车场所属集团内的未缴欠费。车牌须完整；只答笔数、金额、地点与日期，泊位与起止时间须有该笔的欠费单号。没有欠费与没有该车同样应答；每个地址每分钟30次，未命中15分钟10次。用 driver/pay 与 driver/state 逐笔支付。',
    'Unpaid debts within the group of the car park. The plate must be whole; count, sum, place and day are told, berth and times only with the number of that debt. No debts and no such car are answered alike; 30 a minute and 10 misses in 15 minutes for each address. Each is paid by driver/pay and driver/state.',
  ),
});

export const driverBerth = call({
  name: 'driver.berth',
  title: text('车主页面：泊位登记车牌', 'Driver: plate at a berth'),
  area,
  method: 'POST',
  path: '/api/gatehouse/driver/berth',
  permission: 'public',
  input: { parkId, berth: str(text('泊位号', 'Berth'), { required: true, max: 40 }), plateNumber },
  note: text(
    '泊位上有车而没有车牌时，作为车主的证据登记；已有车牌的不变。泊位号为城市编码或编号。每个地址每小时6次。',
    'Where a car stands that nobody has read, kept as evidence of a driver; a plate that is known stays. The berth by its city code or number. 6 an hour for each address.',
  ),
});
