import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { dateTime, image, longText, phone, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

const base = '/api/gatehouse/lostItem';
export const itemKinds = {
  phone: text('手机与电子产品', 'Phones and electronics'),
  wallet: text('钱包与证件', 'Wallets and papers'),
  keys: text('钥匙', 'Keys'),
  bag: text('箱包', 'Bags'),
  clothes: text('衣物', 'Clothes'),
  other: text('其他', 'Other'),
};
const states = {
  stored: text('保管中', 'Stored'),
  returned: text('已归还', 'Returned'),
  handedOver: text('已移交公安', 'Handed to the police'),
  disposed: text('已处置', 'Disposed of'),
};

/** Something found in a car park, kept until its owner has it back. */
export const lostItem = resource({
  name: 'lostItem',
  title: text('失物', 'Lost item'),
  many: text('失物招领', 'Lost property'),
  help: text(
    '车场内拾到的物品：在何处拾到、存放何处，以及归还、移交或处置的去向。',
    'What was found in car parks: where, where it is stored, and whether it was returned, handed over or disposed of.',
  ),
  area: 'lost',
  route: '/rdoperatingcenter/lostItem',
  scope: 'park',
  wire: { base },
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, {
      required: true,
      search: true,
      fixed: true,
      within: 'companyId',
    }),
    itemName: str(text('物品', 'Item'), { required: true, search: true, max: 60 }),
    itemKind: select(text('类别', 'Kind'), itemKinds, { required: true, search: true }),
    foundTime: dateTime(text('拾到时间', 'Found at'), { required: true, search: true }),
    foundPlace: str(text('拾到地点', 'Found where'), { required: true, max: 80 }),
    storedPlace: str(text('存放位置', 'Stored at'), { required: true, max: 80 }),
    picture: image(text('照片', 'Photo')),
    status: select(text('状态', 'State'), states, {
      readOnly: true,
      search: true,
      tones: { stored: 'warn', returned: 'ok', handedOver: 'info', disposed: 'muted' },
    }),
    ownerName: str(text('领取人', 'Collected by'), { readOnly: true, personal: true, max: 40 }),
    ownerPhone: phone(text('领取人电话', 'Their phone'), { readOnly: true, personal: true }),
    closedNote: str(text('去向说明', 'How it ended'), { readOnly: true, max: 200 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'itemName',
  index: [['status', 'foundTime']],
  list: [
    'itemName',
    'itemKind',
    'status',
    'foundTime',
    'parkId',
    'foundPlace',
    'storedPlace',
    'ownerName',
    'closedNote',
  ],
  order: { by: 'foundTime', desc: true },
  lifecycle: lifecycle({
    initial: 'stored',
    states: {
      stored: state(states.stored, 'warn'),
      returned: state(states.returned, 'ok'),
      handedOver: state(states.handedOver, 'info'),
      disposed: state(states.disposed, 'muted'),
    },
    final: ['returned', 'handedOver', 'disposed'],
    actions: {
      giveBack: {
        label: text('归还', 'Return'),
        from: ['stored'],
        to: 'returned',
        by: 'staff',
        ask: {
          ownerName: str(text('领取人', 'Collected by'), { required: true, max: 40 }),
          ownerPhone: phone(text('领取人电话', 'Their phone'), { required: true }),
          closedNote: str(text('如何确认失主', 'How the owner was known'), { required: true, max: 200 }),
        },
        wire: { method: 'POST', path: `${base}/giveBack`, key: 'id' },
      },
      handOver: {
        label: text('移交公安', 'Hand to the police'),
        from: ['stored'],
        to: 'handedOver',
        by: 'staff',
        ask: { closedNote: str(text('派出所与编号', 'Station and number'), { required: true, max: 200 }) },
        wire: { method: 'POST', path: `${base}/handOver`, key: 'id' },
      },
      dispose: {
        label: text('处置', 'Dispose of'),
        from: ['stored'],
        to: 'disposed',
        by: 'staff',
        tone: 'danger',
        ask: { closedNote: str(text('原因', 'Reason'), { required: true, max: 200 }) },
        wire: { method: 'POST', path: `${base}/dispose`, key: 'id' },
      },
    },
  }),
});
