/**
 * What a driver asks on the phone without a login: one lot by its code, one car by its whole plate, and nothing beyond.
 */
import { otherChannels } from '#areas/billing/model/words.ts';
import { park } from '#areas/lot/model/park.ts';
import { call } from '#kit/declare/call.ts';
import { plate, relation, select, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

const area = 'passage';
const parkId = relation(text('车场', 'Car park'), () => park, { required: true });
/** How a driver pays on the phone. */
export const driverChannels = {
  wechat: text('微信支付', 'WeChat Pay'),
  alipay: text('支付宝', 'Alipay'),
  ...otherChannels,
  sandbox: text('沙箱', 'Sandbox'),
};

const ticket = str(text('凭据', 'Ticket'), { required: true, max: 600 });

export const driverLot = call({
  name: 'driver.lot',
  title: text('车主页面：车场', 'Driver: car park'),
  area,
  method: 'GET',
  path: '/api/gatehouse/driver/lot',
  permission: 'public',
  input: { parkId },
  note: text(
    '答车场名称、时区、收费公示、客服电话与支付渠道',
    'Answers the car park’s name, zone, price notice, service phone and channels',
  ),
});

export const driverBill = call({
  name: 'driver.bill',
  title: text('车主页面：账单', 'Driver: bill'),
  area,
  method: 'POST',
  path: '/api/gatehouse/driver/bill',
  permission: 'public',
  answer: 'object',
  input: { parkId, plateNumber: plate(text('车牌号', 'Plate'), { required: true }) },
  note: text(
    '车牌须完整；不在场与没有该车同样应答；每个地址每分钟30次，未命中15分钟10次',
    'The plate must be whole; a car that is not inside and one that never was are answered alike; 30 a minute and 10 misses in 15 minutes for each address',
  ),
});

export const driverPay = call({
  name: 'driver.pay',
  title: text('车主页面：支付', 'Driver: pay'),
  area,
  method: 'POST',
  path: '/api/gatehouse/driver/pay',
  permission: 'public',
  answer: 'object',
  input: {
    ticket,
    channel: select(text('渠道', 'Channel'), driverChannels, { required: true }),
    login: str(text('微信登录码', 'Login code'), { max: 100 }),
  },
  note: text(
    '答 url（浏览器跳转）、params（微信内支付参数）或 sandbox',
    'Answers url (where the browser goes), params (for paying inside WeChat) or sandbox',
  ),
});

export const driverState = call({
  name: 'driver.state',
  title: text('车主页面：支付结果', 'Driver: state of the payment'),
  area,
  method: 'POST',
  path: '/api/gatehouse/driver/state',
  permission: 'public',
  answer: 'object',
  input: { ticket },
});
