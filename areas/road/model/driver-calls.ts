/**
 * What a driver asks of the roadside on the phone without a login: the debts of his plate, and his own plate at a berth
 * nobody has read.
 */
import { park } from '#areas/lot/model/park.ts';
import { call } from '#kit/declare/call.ts';
import { json, plate, relation, select, str } from '#kit/declare/field.ts';
import { driverChannels } from '#areas/passage/model/driver-calls.ts';
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
    '该车场所属集团内的未缴欠费。车牌须完整；只答笔数、金额、地点与日期，泊位与起止时间须有该笔的欠费单号。没有欠费与没有该车同样应答；每个地址每分钟30次，未命中15分钟10次。用 driver/pay 逐笔支付，或用 driver/payDebts 多笔一次支付（together 相同的）。',
    'Unpaid debts within the group of the car park. The plate must be whole; count, sum, place and day are returned, berth and times only with the number of that debt. No debts and no such car get the same response; 30 a minute and 10 misses in 15 minutes for each address. Each is paid by driver/pay, or several at once by driver/payDebts where `together` is the same.',
  ),
});

export const driverPayDebts = call({
  name: 'driver.payDebts',
  title: text('车主页面：多笔欠费一次支付', 'Driver: pay several debts at once'),
  area,
  method: 'POST',
  path: '/api/gatehouse/driver/payDebts',
  permission: 'public',
  answer: 'object',
  input: {
    tickets: json(text('所选欠费的凭据', 'Tickets of the debts'), { required: true }),
    channel: select(text('渠道', 'Channel'), driverChannels, { required: true }),
    payKey: str(text('支付标识', 'Name of this payment'), {
      required: true,
      max: 64,
      help: text(
        '由页面生成；同一标识同一批欠费只支付一次',
        'Made by the page: the same name for the same debts pays once',
      ),
    }),
    login: str(text('微信登录码', 'Login code'), { max: 100 }),
  },
  note: text(
    '同一车牌、同一收款商户的多笔欠费合为一笔支付，可属集团内不同车场；入账时各笔分别记入自己的订单与车场，全部或全不。答 ticket（用 driver/state 查询）、sumFen 及 url、params、sandbox 之一；已支付的答 paid。期间已另行结清的一笔，其金额原路退回。',
    'Several debts of one plate that are paid to one account, of car parks of one group, in one payment; each is booked to its own order and car park, all or none. Answers ticket (for driver/state), sumFen and one of url, params, sandbox, or paid. The part of a debt that was settled otherwise meanwhile goes back.',
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
