import { park } from '#areas/lot/model/park.ts';
import { village } from '#areas/lot/model/village.ts';
import { boolean, dateTime, integer, longText, phone, plate, relation, str } from '#kit/declare/field.ts';
import { call } from '#kit/declare/call.ts';
import { text } from '#kit/declare/text.ts';
import { visitReasons } from './parameters.ts';

const area = 'visitor';
const own = '/api/gatehouse/visit';
const web = '/api/updown/door/vistorweb';

/** Which words a visitor agreed to; a change of them is a new version. */
export const PRIVACY_VERSION = '2026-11';
export const privacy = text(
  '为办理来访登记，我们记录您的姓名、手机号、车牌和进出时间，仅供被访人和门岗核对，来访结束90天后删除。您可随时在本页撤回并删除。',
  'To register your visit we keep your name, mobile number, plate and times of entry and exit. Only your host and the gate see them, and they are erased 90 days after the visit. You can withdraw and erase them on this page at any time.',
);

const ticket = str(text('凭据', 'Ticket'), { required: true, max: 600 });
const invitation = str(text('邀请码', 'Invitation'), { required: true, max: 40 });
const party = {
  visitorName: str(text('姓名', 'Name'), { required: true, min: 2, max: 30 }),
  phone: phone(text('手机号', 'Mobile'), { required: true }),
  plateNumber: plate(text('车牌号', 'Plate')),
  people: integer(text('人数', 'People'), { min: 1, max: 20, default: 1 }),
  consent: boolean(text('同意隐私说明', 'Privacy accepted'), { required: true }),
};

export const qrImage = call({
  name: 'visitorQr.image',
  title: text('取访客二维码图', 'Picture of a visitor code'),
  area,
  method: 'GET',
  path: '/api/updown/plat/visitorqrcode/getVistorQrCode',
  permission: 'visitorQr:read',
  answer: 'url',
  input: {
    recordId: str(text('访客二维码', 'Visitor code'), { required: true, max: 36 }),
    parkId: relation(text('车场', 'Car park'), () => park),
  },
  note: text('{url, image}：image 为 SVG 数据地址。', '{url, image}: image is an SVG data address.'),
});

export const eraseVisit = call({
  name: 'visit.erase',
  title: text('删除个人信息', 'Erase personal data'),
  area,
  method: 'POST',
  path: `${own}/erase`,
  permission: 'visit:erase',
  input: { recordId: str(text('访客', 'Visitor'), { required: true, max: 36 }) },
  note: text('只对已结束的来访；进出记录与统计不变。', 'Of visits that are over; events and counts stay as they are.'),
});

export const visitLink = call({
  name: 'visit.link',
  title: text('邀请链接', 'Invitation link'),
  area,
  method: 'GET',
  path: `${own}/link`,
  permission: 'visit:invite',
  input: { recordId: str(text('访客', 'Visitor'), { required: true, max: 36 }) },
  note: text(
    '{url, image}：发给访客；凭此可见本次来访与动态码。',
    '{url, image}, for the visitor: whoever has it sees the visit and its changing code.',
  ),
});

export const checkCode = call({
  name: 'visit.check',
  title: text('核验访客码', "Check a visitor's code"),
  area,
  method: 'POST',
  path: `${own}/check`,
  permission: 'visit:signIn',
  answer: 'object',
  input: {
    code: str(text('访客码', 'Code'), { required: true, max: 200 }),
    parkId: relation(text('车场', 'Car park'), () => park),
    place: str(text('地点', 'Place'), { max: 60 }),
  },
  note: text(
    '{result, reason, visitId, visitNo, visitorName, people, status}；通过即签到。',
    '{result, reason, visitId, visitNo, visitorName, people, status}; a good code signs in.',
  ),
});

export const poster = call({
  name: 'visitorQr.open',
  title: text('访客页面：打开', 'Visitor: open a poster'),
  area,
  method: 'GET',
  path: `${own}/poster`,
  permission: 'public',
  input: { code: str(text('编码', 'Code'), { required: true, max: 40 }) },
  note: text(
    '{ticket, name, parkName, vid, zone, privacy, privacyVersion}；凭据2小时内有效，每码每小时20次。',
    '{ticket, name, parkName, vid, zone, privacy, privacyVersion}. The ticket holds for two hours; 20 an hour for a code.',
  ),
});

export const webAdd = call({
  name: 'visit.webAdd',
  title: text('访客页面：登记', 'Visitor: register'),
  area,
  method: 'POST',
  path: `${web}/add`,
  permission: 'public',
  answer: 'object',
  input: {
    ticket,
    ...party,
    vid: relation(text('小区', 'Community'), () => village),
    areaIds: str(text('区域', 'Area'), { max: 400 }),
    deptIds: str(text('部门或住户', 'Department or household'), { max: 400 }),
    hostEmpId: str(text('被访人', 'Host'), { max: 600 }),
    hostName: str(text('被访人或住户', 'Host or household'), { max: 30 }),
    visitTime: dateTime(text('来访时间', 'Arrives'), { required: true }),
    leaveTime: dateTime(text('离开时间', 'Leaves'), { required: true }),
    reason: str(text('来访事由', 'Reason'), { max: 200, dictionary: visitReasons }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  note: text(
    '答 {visitNo, invitation, status}；每个手机号每天5次。',
    'Answers {visitNo, invitation, status}; 5 a day for each mobile number.',
  ),
});

export const webAreas = call({
  name: 'visit.webAreas',
  title: text('访客页面：区域', 'Visitor: places'),
  area,
  method: 'GET',
  path: `${web}/selectArea`,
  permission: 'public',
  answer: 'list',
  input: { ticket, vid: relation(text('小区', 'Community'), () => village) },
  note: text(
    '[{value, label}]：本码所属小区的车场；无小区时为本车场。',
    '[{value, label}]: the car parks of the community of this code, or its own car park.',
  ),
});

export const webDepts = call({
  name: 'visit.webDepts',
  title: text('访客页面：部门', 'Visitor: departments'),
  area,
  method: 'GET',
  path: `${web}/selectDept`,
  permission: 'public',
  answer: 'list',
  input: { ticket, areaIds: str(text('区域', 'Area'), { max: 400 }) },
  note: text(
    '[{value, label}]：本码提供的部门或住户。',
    '[{value, label}]: the departments or households this code offers.',
  ),
});

export const webHosts = call({
  name: 'visit.webHosts',
  title: text('访客页面：被访人', 'Visitor: hosts'),
  area,
  method: 'GET',
  path: `${web}/selectEmployee`,
  permission: 'public',
  answer: 'list',
  input: {
    ticket,
    deptIds: str(text('部门', 'Department'), { max: 400 }),
    name: str(text('姓名或手机号', 'Name or mobile'), { max: 30 }),
  },
  note: text(
    '[{value, label}]：须给出姓名的两个字或完整手机号；姓名只显示姓，value 仅在本次登记有效。',
    '[{value, label}]: found by two characters of the name or the full mobile number. Names are masked, and a value is valid only for this registration.',
  ),
});

export const mine = call({
  name: 'visit.mine',
  title: text('访客页面：本次来访', 'Visitor: the visit'),
  area,
  method: 'POST',
  path: `${own}/mine`,
  permission: 'public',
  answer: 'object',
  input: { invitation },
  note: text(
    '{visitNo, status, parkName, zone, hostName, visitTime, leaveTime, people, plateNumber, visitorName, consented, remark, privacy}',
    '{visitNo, status, parkName, zone, hostName, visitTime, leaveTime, people, plateNumber, visitorName, consented, remark, privacy}',
  ),
});

export const consentTo = call({
  name: 'visit.consent',
  title: text('访客页面：确认信息', 'Visitor: confirm details'),
  area,
  method: 'POST',
  path: `${own}/consent`,
  permission: 'public',
  answer: 'object',
  input: { invitation, ...party },
  note: text(
    '来访开始前确认一次；已通过的来访换车牌时重新预约车辆。',
    'Once, before the visit begins; on an approved visit another plate is booked again.',
  ),
});

export const liveCode = call({
  name: 'visit.code',
  title: text('访客页面：动态码', 'Visitor: changing code'),
  area,
  method: 'POST',
  path: `${own}/code`,
  permission: 'public',
  answer: 'object',
  input: { invitation },
  note: text(
    '{code, image, nextMs}：每30秒换一次，签名，截图至多一分钟内有效。',
    '{code, image, nextMs}: signed, another every 30 seconds; a picture of it works a minute at most.',
  ),
});

export const withdrawVisit = call({
  name: 'visit.withdraw',
  title: text('访客页面：撤回并删除', 'Visitor: withdraw and erase'),
  area,
  method: 'POST',
  path: `${own}/withdraw`,
  permission: 'public',
  answer: 'ack',
  input: { invitation },
  note: text(
    '未进入的来访取消，个人信息立即删除；在访期间不能删除。',
    'A visit not begun is cancelled and its personal data erased at once; not while inside.',
  ),
});
