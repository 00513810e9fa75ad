import { dateTime, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { area, companyId, villageId } from './common.ts';
import { doorEmployee } from './door-employee.ts';
import { consentPurposes, consentStates, consentWays } from './thermal-words.ts';

/**
 * What a person agreed to, to which text, and until when. Each purpose has a consent of its own; a door opens without
 * any.
 */
export const doorConsent = resource({
  name: 'doorConsent',
  title: text('个人信息同意', 'Consent'),
  many: text('个人信息同意', 'Consents'),
  help: text(
    '每个用途单独征得同意，随时可撤回；撤回后立即删除因此保存的内容，并写明删了什么。未满十四岁由监护人同意。',
    'Each purpose needs a consent of its own, which may be withdrawn at any time; what was kept because of it is then erased at once, and the row says what. For who is under fourteen a guardian consents.',
  ),
  area,
  route: '/door/consent',
  scope: 'company',
  wire: { base: '/api/gatehouse/doorConsent' },
  verbs: ['list', 'detail', 'add', 'export'],
  fields: {
    EmpID: relation(text('人员', 'Person'), () => doorEmployee, {
      required: true,
      search: true,
      fixed: true,
      outlives: true,
    }),
    villageId: { ...villageId, required: false, readOnly: true },
    companyId,
    purpose: select(text('用途', 'Purpose'), consentPurposes, { required: true, search: true }),
    textVersion: str(text('告知书版本', 'Version of the text'), { required: true, search: true, max: 20 }),
    way: select(text('方式', 'Way'), consentWays, { required: true, default: 'self' }),
    guardian: str(text('监护人', 'Guardian'), {
      max: 40,
      personal: true,
      when: { field: 'way', is: ['guardian'] },
    }),
    givenTime: dateTime(text('同意时间', 'Given at'), { readOnly: true }),
    status: select(text('状态', 'State'), consentStates, {
      readOnly: true,
      search: true,
      tones: { given: 'ok', withdrawn: 'muted' },
    }),
    withdrawnTime: dateTime(text('撤回时间', 'Withdrawn at'), { readOnly: true }),
    withdrawnBy: str(text('经办', 'Entered by'), { readOnly: true, max: 60 }),
    erased: str(text('已删除', 'Erased'), { readOnly: true, max: 200 }),
  },
  display: 'purpose',
  index: [['EmpID']],
  order: { by: 'givenTime', desc: true },
  list: ['EmpID', 'villageId', 'purpose', 'textVersion', 'way', 'givenTime', 'status', 'withdrawnTime', 'erased'],
  lifecycle: lifecycle({
    initial: 'given',
    states: { given: state(consentStates.given, 'ok'), withdrawn: state(consentStates.withdrawn, 'muted') },
    final: ['withdrawn'],
    actions: {
      withdraw: {
        label: text('撤回', 'Withdraw'),
        from: ['given'],
        to: 'withdrawn',
        by: 'staff',
        tone: 'danger',
        notes: { by: 'withdrawnBy', time: 'withdrawnTime' },
        wire: { method: 'POST', path: '/api/gatehouse/door/withdrawConsent', key: 'id' },
      },
      // Whoever leaves takes his consent along.
      end: { label: text('人员离开', 'End with the person'), from: ['given'], to: 'withdrawn', by: 'clock' },
    },
  }),
});
