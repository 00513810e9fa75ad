import { dateTime, idCard, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { area, companyId } from './common.ts';
import { swabResults } from './thermal-words.ts';

/** Results that an agency handed over as a file. Health data: read masked, gone after fourteen days. */
export const nucleicRecord = resource({
  name: 'nucleicRecord',
  title: text('核酸检测记录', 'Nucleic acid record'),
  help: text(
    '由检测机构的文件导入，不能手工添加；姓名与证件号默认遮盖，采样 14 天后整行删除。',
    'Imported from the file of an agency and never typed in; names and papers are masked, and each row is erased 14 days after the sample.',
  ),
  area,
  route: '/static/nucleicAcidRecord',
  scope: 'company',
  wire: {
    base: '/api/gatehouse/nucleicRecord',
    list: ['list', '/api/updown/static/getPageNucleicAcidRecord'],
    export: '/api/updown/static/exportNucleicAcidRecord',
  },
  verbs: ['list', 'import', 'export'],
  range: 'sampleTime',
  fields: {
    personName: str(text('姓名', 'Name'), { required: true, search: true, max: 40, personal: true }),
    companyId,
    idCard: idCard(text('证件号', 'Identity card'), { required: true, personal: true }),
    sampleTime: dateTime(text('采样时间', 'Sampled at'), { required: true }),
    result: select(text('结果', 'Result'), swabResults, {
      required: true,
      search: true,
      tones: { negative: 'ok', positive: 'bad', unknown: 'muted' },
    }),
    agency: str(text('检测机构', 'Agency'), { required: true, max: 60 }),
  },
  display: 'personName',
  unique: [['companyId', 'idCard', 'sampleTime']],
  index: [['sampleTime']],
  order: { by: 'sampleTime', desc: true },
  list: ['personName', 'idCard', 'sampleTime', 'result', 'agency'],
});
