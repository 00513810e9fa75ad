import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';
import { user } from '#areas/access/model/user.ts';
import { call } from '#kit/declare/call.ts';
import { dateTime, integer, json, longText, money, phone, plate, relation, select, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { priorities, requestResults, workTypes } from './words.ts';

const area = 'workorder';
const base = '/api/updown/plat/rdrwork';
const files = json(text('文件', 'Files'), {
  help: text('已上传文件的地址列表，最多20个', 'Addresses of stored files, at most 20'),
});

export const uploadWork = call({
  name: 'rdrwork.upload',
  title: text('登记工单', 'New work order'),
  area,
  method: 'POST',
  path: `${base}/upload`,
  permission: 'rdrwork:add',
  answer: 'object',
  input: {
    workId: str(text('工单', 'Work order'), {
      max: 36,
      hidden: true,
      help: text('给出时为该工单增加文件', 'Adds files to this work order'),
    }),
    workType: select(text('类型', 'Type'), workTypes),
    priority: select(text('优先级', 'Priority'), priorities, { default: '2' }),
    parkId: relation(text('车场', 'Car park'), () => park, { alias: ['place'] }),
    berthNo: str(text('泊位', 'Space'), { max: 20 }),
    text: longText(text('情况说明', 'What is wrong'), { max: 1000 }),
    assignee: relation(text('派给', 'Assign to'), () => user),
    file: str(text('文件', 'File'), {
      max: 200,
      hidden: true,
      help: text('单个文件的地址', 'The address of one file'),
    }),
    files,
  },
  note: text(
    '不带 workId 为登记工单，须有类型、车场与说明；带 workId 为增加文件。答 {workId, workNo}。',
    'Without workId a work order is made of type, car park and text; with it files are added. Answers {workId, workNo}.',
  ),
});

export const assignable = call({
  name: 'rdrwork.accounts',
  title: text('可派单账号', 'People to assign'),
  area,
  method: 'GET',
  path: `${base}/accountList`,
  permission: 'rdrwork:read',
  answer: 'list',
  input: { companyId: relation(text('单位', 'Company'), () => company) },
  note: text(
    '[{value, label, onDuty, open}]：在岗的在前，open 为未完成的工单数。',
    '[{value, label, onDuty, open}]: people on duty first, open is the number of their unfinished orders.',
  ),
});

export const muteWarning = call({
  name: 'rdWarn.mute',
  title: text('静音', 'Mute'),
  area,
  method: 'POST',
  path: `${base}/muteWarn`,
  permission: 'rdWarn:dealWarn',
  input: {
    warnId: str(text('预警', 'Warning'), { required: true, max: 36 }),
    hours: integer(text('小时', 'Hours'), { required: true, default: 8, min: 1, max: 720 }),
    remark: longText(text('原因', 'Reason'), { required: true, max: 200 }),
  },
});

export const requestWords = call({
  name: 'userRequest.dictionaries',
  title: text('诉求字典', 'Words of requests'),
  area,
  method: 'GET',
  path: '/api/updown/userRequest/dictionaries',
  permission: 'userRequest:read',
  note: text(
    '{types, statuses, results}，各为 [{value, label}]。',
    '{types, statuses, results}, each [{value, label}].',
  ),
});

/** Longer than a photo of a phone that its page has made smaller. */
export const MOST_PICTURE = 2_000_000;

export const driverAppeal = call({
  name: 'userRequest.driverAppeal',
  title: text('车主页面：申诉', 'Driver: appeal'),
  area,
  method: 'POST',
  path: '/api/gatehouse/driver/appeal',
  permission: 'public',
  answer: 'object',
  input: {
    ticket: str(text('凭据', 'Ticket'), { required: true, max: 600 }),
    phone: phone(text('手机号', 'Mobile'), { required: true }),
    text: longText(text('情况说明', 'Message'), { required: true, min: 4, max: 500 }),
    picture: str(text('图片', 'Picture'), {
      max: MOST_PICTURE,
      help: text('图片内容的 base64，至多 1.4 MB', 'Content of the picture in base64, at most 1.4 MB'),
    }),
  },
  note: text(
    '凭据来自 driver/debts 的一笔欠费。答 { requestNo }；一笔欠费同时只有一个申诉，申诉期间不催缴。每个地址每天 5 次。',
    'The ticket of a debt comes from driver/debts. Returns { requestNo }; a debt has one appeal at a time and is not chased meanwhile. 5 a day per address.',
  ),
});

/** Input for answering a request; appeals may change the debt. */
export const answerFields = {
  result: select(text('结果', 'Outcome'), requestResults, { required: true }),
  reply: longText(text('答复', 'Reply'), { max: 1000, alias: ['remark'] }),
  endTime: dateTime(text('更正后的结束时间', 'Corrected end'), { when: { field: 'result', is: ['endTime'] } }),
  plateNumber: plate(text('更正后的车牌', 'Corrected plate'), { when: { field: 'result', is: ['plate'] } }),
  amountFen: money(text('更正后的金额', 'Corrected amount'), { min: 0, when: { field: 'result', is: ['amount'] } }),
};
