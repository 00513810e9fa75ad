/**
 * Photos of faces: personal data of the most private kind. Each rests on a consent, lies sealed, is seen by few and
 * noted, and can be erased everywhere.
 */
import { call } from '#kit/declare/call.ts';
import { date, dateTime, integer, longText, relation, relations, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { area, companyId, remark, villageId } from './common.ts';
import { doorEmployee } from './door-employee.ts';
import { consentWays } from './thermal-words.ts';

export const photoStates = {
  kept: text('在用', 'In use'),
  erased: text('已删除', 'Erased'),
};
export const erasedWhy = {
  withdrawn: text('撤回同意', 'Consent withdrawn'),
  left: text('人员离开', 'Person left'),
  replaced: text('换了照片', 'Replaced'),
  removed: text('人工删除', 'Removed by hand'),
  expired: text('保留期满', 'Its days are over'),
};

const EmpID = relation(text('人员', 'Person'), () => doorEmployee, { search: true, outlives: true, alias: ['empId'] });
const fields = {
  EmpID,
  villageId: { ...villageId, required: false, readOnly: true },
  companyId,
  state: select(text('状态', 'State'), photoStates, {
    readOnly: true,
    search: true,
    tones: { kept: 'ok', erased: 'muted' },
  }),
  textVersion: str(text('同意的版本', 'Version consented to'), { readOnly: true, max: 20 }),
  keptUntil: date(text('保留至', 'Kept until'), { readOnly: true }),
  pixels: str(text('尺寸', 'Pixels'), { readOnly: true, max: 12 }),
  bytes: integer(text('字节', 'Bytes'), { readOnly: true }),
  addedBy: str(text('录入人', 'Entered by'), { readOnly: true, max: 60 }),
  addedTime: dateTime(text('录入时间', 'Entered at'), { readOnly: true }),
  erasedWhy: select(text('删除原因', 'Why erased'), erasedWhy, { readOnly: true, search: true }),
  erasedTime: dateTime(text('删除时间', 'Erased at'), { readOnly: true }),
  photoUrl: str(text('照片地址', 'Address of the photo'), { readOnly: true, hidden: true, max: 120 }),
  remark,
};
const shared = {
  area,
  scope: 'company',
  verbs: ['list', 'detail', 'export'],
  fields,
  display: 'EmpID',
  order: { by: 'addedTime', desc: true },
  list: [
    'EmpID',
    'villageId',
    'state',
    'textVersion',
    'keptUntil',
    'pixels',
    'addedBy',
    'addedTime',
    'erasedWhy',
    'erasedTime',
    'remark',
  ],
} as const;

const base = '/api/updown/dooremployeephoto';
const thermalBase = '/api/updown/yjEmployeephoto';

const erasing = {
  method: 'POST',
  permission: 'doorPhoto:remove',
  area,
  title: text('删除照片', 'Erase the photo'),
  note: text(
    '文件的密钥立即销毁，文件随即从文件库删除，照片从每台设备收回；逐处的确认见“删除回执”。',
    'Its key is destroyed at once, the file dropped from the store, and the photo taken off every device; “Receipts of erasure” shows each confirmation.',
  ),
} as const;
const ids = { ids: relations(text('照片', 'Photos'), (): Resource => doorPhoto, { required: true, alias: ['id'] }) };
export const erasePhotos = call({ ...erasing, name: 'doorPhoto.erase', path: `${base}/remove`, input: ids });
export const eraseThermal = call({ ...erasing, name: 'thermalPhoto.erase', path: `${thermalBase}/remove`, input: ids });

/** The photo of a person for terminals: kept while consent, person and its days hold. */
export const doorPhoto = resource({
  ...shared,
  name: 'doorPhoto',
  title: text('人脸照片', 'Photo of a face'),
  many: text('人脸照片', 'Photos of faces'),
  help: text(
    '经本人同意录入，下发到有权通过的人脸终端与测温相机。查看须有权限并逐次记录；撤回同意、离开或期满即从文件库与每台设备删除。',
    'Entered with the consent of its person, for the face terminals and cameras he may pass. Each look needs a right and is noted; when the consent is withdrawn, the person leaves or its days are over it is erased from the store and every device.',
  ),
  route: '/door/facePhoto',
  page: 'list',
  wire: { base },
  index: [['EmpID'], ['state']],
  actions: [
    {
      call: erasePhotos,
      key: 'ids',
      tone: 'danger',
      when: { field: 'state', is: ['kept'] },
      confirm: text(
        '照片将从文件库与每台设备删除，不能恢复。',
        'The photo is erased from the store and every device for good.',
      ),
    },
  ],
});

/** The same photos, as the contract has them for temperature. */
export const thermalPhoto = resource({
  ...shared,
  name: 'thermalPhoto',
  title: text('测温人员照片', 'Photo for cameras'),
  many: text('测温人员照片', 'Photos for cameras'),
  rowsOf: () => doorPhoto,
  wire: { base: thermalBase },
});

/** How a consent is recorded together with the photo, where there is none yet. */
const consent = {
  textVersion: str(text('告知书版本', 'Version of the text'), {
    max: 20,
    help: text('此人尚未登记同意的，填写其同意的版本', 'Of who has no consent entered yet: the version agreed to'),
  }),
  way: select(text('同意方式', 'Way'), consentWays, { default: 'self' }),
  guardian: str(text('监护人', 'Guardian'), { max: 40, when: { field: 'way', is: ['guardian'] } }),
};
const handing = {
  method: 'POST',
  permission: 'doorPhoto:add',
  area,
  title: text('录入照片', 'Enter a photo'),
  input: {
    id: relation(text('照片', 'Photo'), (): Resource => doorPhoto),
    EmpID: relation(text('人员', 'Person'), () => doorEmployee, { alias: ['empId'] }),
    photoUrl: longText(text('照片', 'Photo'), { required: true, max: 300_000 }),
    keptUntil: date(text('保留至', 'Kept until'), {
      help: text('不填为一年，最长两年', 'One year by default, two at most'),
    }),
    ...consent,
    remark,
  },
  note: text(
    'photoUrl 为 data:image/jpeg;base64 地址：JPEG、正向、边长 480 至 1920、不超过 200 KB；照片不经普通文件库。须有该用途的同意。给出 id 或此人已有照片的，旧照片删除。答 {id}。',
    'photoUrl is a data:image/jpeg;base64 address: an upright JPEG of 480 to 1,920 a side and at most 200 KB; it never passes the common store. A consent for this purpose has to be there. Where `id` is given or the person has one, the old photo is erased. Answers {id}.',
  ),
} as const;
export const handIn = call({ ...handing, name: 'doorPhoto.handIn', path: `${base}/submit` });
export const handInThermal = call({ ...handing, name: 'thermalPhoto.handIn', path: `${thermalBase}/submit` });

export const photoNames = {
  empNo: text('编号', 'No.'),
  phone: text('手机号', 'Mobile'),
  cardNo: text('卡号', 'Card'),
};
export const photoZip = call({
  name: 'doorPhoto.batchImport',
  title: text('批量导入照片', 'Import photos'),
  area,
  method: 'POST',
  path: '/api/updown/dooremployee/batchImportPhotos/:suffix',
  permission: 'doorPhoto:import',
  answer: 'object',
  input: {
    villageId: { ...villageId, fixed: false },
    suffix: select(text('文件名为', 'Files are named by'), photoNames, { required: true, default: 'empNo' }),
    textVersion: str(text('书面同意的版本', 'Version consented to on paper'), {
      max: 20,
      help: text(
        '尚未登记同意的人，登记为书面同意此版本',
        'Of who has no consent entered yet: on paper, to this version',
      ),
    }),
  },
  note: text(
    '请求体为 ZIP，不超过 200 张、40 MB，文件名为编号、手机号或卡号。答 {total, saved, failed: [{file, why}], lines: [{file, name, saved, why}]}。',
    'The body is a ZIP of at most 200 photos and 40 MB, each named by number, mobile or card. Answers {total, saved, failed: [{file, why}], lines: [{file, name, saved, why}]}.',
  ),
});

export const look = call({
  name: 'doorPhoto.look',
  title: text('查看照片', 'Look at the photo'),
  area,
  method: 'GET',
  path: '/api/gatehouse/door/photo',
  permission: 'doorPhoto:look',
  answer: 'file',
  input: { id: relation(text('照片', 'Photo'), () => doorPhoto, { required: true }) },
  note: text('每次查看记入日志。', 'Each look is noted in the log.'),
});

export const toDevice = call({
  name: 'doorPhoto.toDevice',
  title: text('设备取照片', 'A device fetches a photo'),
  area,
  method: 'GET',
  path: '/api/gatehouse/door/face',
  permission: 'public',
  answer: 'file',
  input: { ticket: str(text('凭据', 'Ticket'), { required: true, max: 800 }) },
  note: text(
    '凭据在人员名单指令中给出，指令应答后即失效。',
    'The ticket comes with the command of people and is over once the command is answered.',
  ),
});
