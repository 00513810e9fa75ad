import { call } from '#kit/declare/call.ts';
import { integer, json, longText, plate, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

export const issueCode = call({
  name: 'pdadevice.issueCode',
  title: text('生成登记码', 'Issue enrolment code'),
  area: 'handheld',
  method: 'POST',
  path: '/api/updown/pda/pdadevice/issueCode',
  permission: 'pdadevice:issueCode',
  answer: 'object',
  input: { deviceId: str(text('手持机', 'Handheld'), { required: true, max: 36 }) },
  note: text(
    '答 {code, until}；只显示一次，服务器只保存其摘要，24小时内有效，新的使旧的失效。',
    'Answers {code, until}: shown once, kept as a hash, valid for 24 hours; a new one replaces the old.',
  ),
});

export const enrolHandheld = call({
  name: 'pdadevice.enrol',
  title: text('登记手持机', 'Enrol a handheld'),
  area: 'handheld',
  method: 'POST',
  path: '/api/gatehouse/handheld/enrol',
  permission: 'pdadevice:enrol',
  answer: 'object',
  input: {
    code: str(text('登记码', 'Enrolment code'), { required: true, max: 20 }),
    appVersion: str(text('应用版本', 'App version'), { max: 20 }),
  },
  note: text('由使用人在手持机上登记本机。答 {deviceId}。', 'Made on the handheld by who uses it. Answers {deviceId}.'),
});

const deviceId = str(text('手持机', 'Handheld'), { required: true, max: 36 });

export const handheldSnapshot = call({
  name: 'pdadevice.snapshot',
  title: text('手持机数据', 'What a handheld works with'),
  area: 'handheld',
  method: 'GET',
  path: '/api/gatehouse/handheld/snapshot',
  permission: 'pdadevice:use',
  input: { deviceId, installation: str(text('本机安装号', 'Installation'), { max: 36 }) },
  note: text(
    '{serverTime, person, acked, salt, lots, sections, berths, stays, known, debts, tasks, notices, shift, boxes, upgrade, may}：时间为毫秒；tasks 为派给本人的未完成工单，upgrade 为应有的版本；lots 含收费规则与摘要；known 为须联网计价的车牌、debts 为欠费 [笔数, 金额]，均以 salt+车牌 的 SHA-256 为键。',
    '{serverTime, person, acked, salt, lots, sections, berths, stays, known, debts, tasks, notices, shift, boxes, upgrade, may}: times in ms; tasks are the caller’s own work orders that are not done, upgrade is the version there should be; lots hold tariffs with their hash; known names plates that only the server prices, debts [count, sum], both by the SHA-256 of salt and plate.',
  ),
});

export const handheldJournal = call({
  name: 'pdadevice.deeds',
  title: text('上传手持机记录', 'Send a handheld’s records'),
  area: 'handheld',
  method: 'POST',
  path: '/api/gatehouse/handheld/deeds',
  permission: 'pdadevice:use',
  answer: 'object',
  input: {
    deviceId,
    installation: str(text('本机安装号', 'Installation'), { required: true, max: 36 }),
    wallAt: integer(text('手持机时间（毫秒）', 'Handheld time (ms)'), { required: true }),
    queued: integer(text('待上传', 'Queued'), { min: 0 }),
    appVersion: str(text('应用版本', 'App version'), { max: 20 }),
    deeds: json(text('记录', 'Records'), {
      required: true,
      help: text(
        '[{installation, seq, id, kind, userId, wallAt, monotonicMs, body, previous, hash}]，最多50条',
        '[{installation, seq, id, kind, userId, wallAt, monotonicMs, body, previous, hash}], at most 50',
      ),
    }),
  },
  note: text(
    '答 {acked, serverTime, results, faults}：同一条重复上传结果不变；acked 之前的全部已保存，之后的须再传。只收本人的记录。',
    'Answers {acked, serverTime, results, faults}: the same record again gives the same; all up to acked are kept, what comes after is sent again. Takes the caller’s own records only.',
  ),
});

const recordId = str(text('记录', 'Record'), { required: true, max: 36 });

export const bookEntryCash = call({
  name: 'handheldDeed.book',
  title: text('现金入账', 'Book cash'),
  area: 'handheld',
  method: 'POST',
  path: '/api/gatehouse/handheldDeed/book',
  permission: 'handheldDeed:book',
  answer: 'object',
  input: {
    recordId,
    plateNumber: plate(text('车牌号', 'Plate'), {
      required: true,
      help: text('现金属于该车在此泊位的停车', 'The cash is for this car’s stay at the berth'),
    }),
    remark: longText(text('处理说明', 'What was done'), { max: 200 }),
  },
  note: text(
    '把未入账的现金记到该车牌当时在此泊位的停车：先付尚欠，其余为多收；时间为收款时间，钱箱为收款人的。答 {stayId, appliedFen, surplusFen}。没有可收款的账单时不入账。',
    'Books cash to the stay of that plate at the berth then: first what is owed, the rest is surplus; at the time it was taken and in the drawer of who took it. Returns {stayId, appliedFen, surplusFen}; refused where no bill takes it.',
  ),
});

export const settleEntryCash = call({
  name: 'handheldDeed.settle',
  title: text('标记已处理', 'Mark as settled'),
  area: 'handheld',
  method: 'POST',
  path: '/api/gatehouse/handheldDeed/settle',
  permission: 'handheldDeed:book',
  answer: 'object',
  input: { recordId, remark: longText(text('款项去向', 'Where the money went'), { required: true, min: 2, max: 200 }) },
  note: text(
    '不入账，只说明款项去向（退还车主、计入交班长款等）。',
    'Books nothing and states where the money went: returned to the driver, counted as a surplus of the shift.',
  ),
});
