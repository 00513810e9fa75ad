/**
 * The page where people hand themselves in: a code of their company opens it, and somebody checks them as all others.
 */
import { call } from '#kit/declare/call.ts';
import { boolean, phone, relation, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';
import { area } from './common.ts';

/** Which words people agreed to; a change of them is a new version. */
export const ENROL_VERSION = '2026-11';
export const enrolPrivacy = text(
  '为办理门禁登记，我们记录您的姓名、手机号、编号与部门，仅供本单位核对与开通门禁。未通过或过期的登记 30 天后删除。本页不采集人脸。',
  'To register you for doors we keep your name, mobile number, number and department. Only your company sees them, to check you and let you pass. What is refused or expired is erased after 30 days. No face is taken here.',
);

export const enrolCode = call({
  name: 'doorEnrol.code',
  title: text('登记二维码', 'Enrol code'),
  area,
  method: 'GET',
  path: '/api/updown/door/basedept/getbindtemplateqrcode',
  permission: 'doorCheck:add',
  answer: 'url',
  input: { companyId: relation(text('单位', 'Company'), () => company, { required: true }) },
  note: text(
    '{url, image, until}：该单位的人员扫码登记，30 天内有效；image 为 SVG 数据地址。',
    '{url, image, until}: people of the company scan it to hand themselves in; good for 30 days. The image is an SVG data address.',
  ),
});

const code = str(text('编码', 'Code'), { required: true, max: 600 });
const path = '/api/gatehouse/door/enrol';

export const enrolPage = call({
  name: 'doorEnrol.page',
  title: text('登记页面：打开', 'Enrol: open'),
  area,
  method: 'GET',
  path,
  permission: 'public',
  input: { code },
  note: text(
    '{companyName, villages, depts, privacy, version}；选项为 [{value, label}]，每码每小时 120 次。',
    '{companyName, villages, depts, privacy, version}; choices are [{value, label}]. 120 an hour for a code.',
  ),
});

export const enrol = call({
  name: 'doorEnrol.add',
  title: text('登记页面：提交', 'Enrol: hand in'),
  area,
  method: 'POST',
  path,
  permission: 'public',
  input: {
    code,
    villageId: str(text('小区', 'Community'), { required: true, max: 36 }),
    deptId: str(text('部门', 'Department'), { required: true, max: 36 }),
    empName: str(text('姓名', 'Name'), { required: true, min: 2, max: 40 }),
    phone: phone(text('手机号', 'Mobile'), { required: true }),
    empNo: str(text('编号', 'No.'), { max: 30 }),
    consent: boolean(text('同意隐私说明', 'Privacy accepted'), { required: true }),
  },
  note: text(
    '提交后由本单位审核，答 null；同一手机号待审核时不另记一条，每个手机号每天 5 次。',
    'Checked by the company after that; answers null. A number that waits already is not written twice; 5 a day for each number.',
  ),
});
