import { date, email, longText, multiSelect, phone, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

const trades = {
  barrier: text('道闸', 'Barriers'),
  camera: text('相机', 'Cameras'),
  network: text('网络', 'Network'),
  power: text('电气', 'Electrics'),
  building: text('土建与标线', 'Building and markings'),
  cleaning: text('保洁', 'Cleaning'),
};

/** A company that repairs what the group's car parks have, and until when its contract runs. */
export const contractor = resource({
  name: 'contractor',
  title: text('维保单位', 'Contractor'),
  many: text('维保单位', 'Contractors'),
  help: text(
    '负责维修的外部单位、联系方式与合同期限。',
    'Companies that do repairs, how to reach them, and when their contracts end.',
  ),
  area: 'workorder',
  route: '/rdoperationscenter/contractor',
  scope: 'tenant',
  wire: { base: '/api/gatehouse/contractor' },
  fields: {
    contractorName: str(text('名称', 'Name'), { required: true, search: true, max: 60 }),
    trades: multiSelect(text('维修范围', 'Trades'), trades, { search: true }),
    contact: str(text('联系人', 'Contact'), { max: 40, personal: true }),
    contactPhone: phone(text('电话', 'Phone'), { personal: true }),
    contactEmail: email(text('邮箱', 'Email'), { personal: true }),
    contractUntil: date(text('合同截止', 'Contract ends'), { search: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'contractorName',
  unique: [['contractorName']],
  list: ['contractorName', 'trades', 'contact', 'contactPhone', 'contractUntil', 'remark'],
});
