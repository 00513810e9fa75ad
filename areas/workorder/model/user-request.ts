import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';
import { dateTime, json, longText, phone, plate, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { answerFields } from './calls.ts';
import { requestResults, requestStates, requestTypes } from './words.ts';

const base = '/api/updown/userRequest';

/** What a driver complains of, suggests, asks or appeals against. */
export const userRequest = resource({
  name: 'userRequest',
  title: text('投诉建议', 'Complaint or suggestion'),
  many: text('投诉建议', 'Complaints and suggestions'),
  help: text(
    '车主的投诉、建议、报修、咨询与欠费申诉，按时限排列；申诉期间不催缴，申诉结果由路内业务执行。',
    'Complaints, suggestions, fault reports, questions and appeals of drivers, by due time. A debt under appeal is not chased; the roadside books carry out the outcome.',
  ),
  area: 'workorder',
  route: '/rdoperatingcenter/complaints',
  scope: 'company',
  wire: { base },
  verbs: ['list', 'detail', 'add', 'export'],
  range: 'raisedAt',
  fields: {
    requestNo: str(text('编号', 'No.'), { readOnly: true, search: true, max: 20 }),
    type: select(text('类型', 'Type'), requestTypes, { required: true, search: true, fixed: true }),
    status: select(text('状态', 'State'), requestStates, {
      search: true,
      readOnly: true,
      tones: { waiting: 'bad', handling: 'info', answered: 'ok', closed: 'muted' },
    }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    phone: phone(text('手机号', 'Mobile'), { search: true, personal: true }),
    companyId: relation(text('单位', 'Company'), () => company, { search: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { search: true, within: 'companyId' }),
    escapeId: str(text('欠费单', 'Debt'), { max: 36, when: { field: 'type', is: ['appeal'] } }),
    text: longText(text('内容', 'Message'), { required: true, max: 2000 }),
    files: json(text('文件', 'Files'), { hidden: true }),
    raisedAt: dateTime(text('提交时间', 'Raised at'), { readOnly: true }),
    due: dateTime(text('答复时限', 'Reply by'), { readOnly: true }),
    handler: str(text('处理人', 'Handled by'), { readOnly: true, max: 60 }),
    result: select(text('结果', 'Outcome'), requestResults, { readOnly: true, search: true }),
    reply: longText(text('答复', 'Reply'), { readOnly: true, max: 1000 }),
    answeredAt: dateTime(text('答复时间', 'Answered at'), { readOnly: true }),
  },
  display: 'requestNo',
  unique: [['requestNo']],
  index: [['status', 'due'], ['escapeId']],
  order: { by: 'due', desc: false },
  list: [
    'requestNo',
    'type',
    'status',
    'due',
    'plateNumber',
    'phone',
    'text',
    'parkId',
    'handler',
    'result',
    'reply',
    'raisedAt',
    'answeredAt',
    'companyId',
  ],
  lifecycle: lifecycle({
    initial: 'waiting',
    states: {
      waiting: state(requestStates.waiting, 'bad'),
      handling: state(requestStates.handling, 'info'),
      answered: state(requestStates.answered, 'ok'),
      closed: state(requestStates.closed, 'muted'),
    },
    final: ['closed'],
    actions: {
      take: {
        label: text('受理', 'Take'),
        from: ['waiting'],
        to: 'handling',
        by: 'staff',
        tone: 'primary',
        wire: { method: 'POST', path: `${base}/take`, key: 'id' },
      },
      handle: {
        label: text('答复', 'Answer'),
        from: ['waiting', 'handling'],
        to: 'answered',
        by: 'staff',
        tone: 'primary',
        ask: answerFields,
        wire: { method: 'POST', path: `${base}/handle`, key: 'id' },
      },
      close: {
        label: text('关闭', 'Close'),
        from: ['answered'],
        to: 'closed',
        by: 'staff',
        wire: { method: 'POST', path: `${base}/close`, key: 'id' },
      },
    },
  }),
});
