import { text } from '#kit/declare/text.ts';

export const readingLevels = {
  normal: text('正常', 'Normal'),
  suspect: text('偏高', 'High'),
  implausible: text('读数异常', 'Implausible'),
};
export const warningStates = {
  open: text('待复测', 'To be measured again'),
  cleared: text('复测正常', 'Cleared'),
  confirmed: text('复测偏高', 'Confirmed'),
  unverified: text('未复测', 'Not measured again'),
};
export const warningTones = { open: 'warn', cleared: 'ok', confirmed: 'bad', unverified: 'muted' } as const;
export const imageKinds = {
  visible: text('可见光', 'Visible'),
  thermal: text('热成像', 'Thermal'),
};
export const consentPurposes = {
  temperature: text('在体温记录中写明姓名', 'To be named in temperature readings'),
  face: text('以照片在门禁与测温终端识别本人', 'To be known by a photo at doors and cameras'),
};
export const consentWays = {
  self: text('本人', 'In person'),
  paper: text('书面', 'On paper'),
  guardian: text('监护人', 'By a guardian'),
};
export const consentStates = {
  given: text('已同意', 'Given'),
  withdrawn: text('已撤回', 'Withdrawn'),
};
export const swabResults = {
  negative: text('阴性', 'Negative'),
  positive: text('阳性', 'Positive'),
  unknown: text('未出结果', 'No result yet'),
};
