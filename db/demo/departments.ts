/** The demo's departments, and who is alerted when something is wrong. */
import type { Ask } from './build-base.ts';
import type { BuiltLot } from './build-lot.ts';
import { phoneOf } from './contacts.ts';

const departments: readonly { readonly name: string; readonly below?: readonly string[] }[] = [
  { name: '运营管理部', below: ['客服中心', '巡检组'] },
  { name: '财务部' },
  { name: '工程维保部', below: ['设备组'] },
  { name: '综合办公室' },
];

export async function addDepartments(ask: Ask, groupIds: readonly string[]): Promise<void> {
  for (const companyId of groupIds) {
    for (const [nth, { name, below = [] }] of departments.entries()) {
      const { id: parentId } = await ask('POST', '/api/blade-system/dept/submit', {
        deptName: name,
        companyId,
        sort: (nth + 1) * 10,
      });
      for (const [at, deptName] of below.entries())
        await ask('POST', '/api/blade-system/dept/submit', {
          deptName,
          fullName: `${name}${deptName}`,
          companyId,
          parentId,
          sort: at + 1,
        });
    }
  }
}

/** Of a lot by its code, or of all lots of its company where none is named. */
const receivers = [
  {
    userName: '沈亦舟',
    code: 'AB01',
    own: false,
    messageKinds: ['device', 'lane', 'money', 'service'],
    remark: '安泊商业全部车场',
  },
  {
    userName: '郑秋实',
    code: 'AB01',
    own: true,
    messageKinds: ['device', 'lane'],
    remark: '车场经理，手机 24 小时开机',
  },
  { userName: '程若谷', code: 'AB03', own: false, messageKinds: ['device', 'security'] },
  { userName: '叶知行', code: 'AB05', own: true, messageKinds: ['device'], remark: '设备安装员' },
  { userName: '傅长安', code: 'CX01', own: false, messageKinds: ['device', 'lane', 'money'] },
] as const;

export async function addReceivers(ask: Ask, lots: readonly BuiltLot[]): Promise<void> {
  for (const { code, own, ...more } of receivers) {
    const { companyId, site } = lots.find(({ plan }) => plan.code === code)!;
    await ask('POST', 'importantMessageReceiver/submit', {
      companyId,
      ...(own ? { parkId: site.parkId } : {}),
      phone: phoneOf(more.userName),
      ...more,
    });
  }
}
