import { call } from '#kit/declare/call.ts';
import { str } from '#kit/declare/field.ts';
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
