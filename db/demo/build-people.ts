import { demoPassword, staff } from './city.ts';
import { phoneOf } from './contacts.ts';
import type { Row, Ask } from './build-base.ts';
import type { BuiltLot } from './build-lot.ts';

export const makerNames = [
  ['臻视智能', 'ZS', '方知远'],
  ['道通停车设备', 'DT', '蒋牧云'],
  ['云眸科技', 'YM', '贺晓岚'],
] as const;

/**
 * All concurrently: most of the time of each is the making of a password's hash, off this thread. @returns their ids,
 * in the order of `staff`
 */
export async function people(
  ask: Ask,
  groups: readonly { id: string; companies: readonly string[] }[],
  lots: readonly BuiltLot[],
): Promise<string[]> {
  return Promise.all(
    staff.map(async (each) => {
      const group = groups[each.group]!;
      const companyId = each.company === undefined ? group.id : group.companies[each.company]!;
      const { id } = await ask('POST', 'sysuser/submit', {
        account: each.account,
        realName: each.name,
        companyId,
        password: demoPassword,
        phone: phoneOf(each.name),
        userType: each.type,
        allParks: each.lot === undefined,
      });
      const roles = await ask('GET', 'sysrole/getListByCompany', { companyId: group.id });
      const role = (Array.isArray(roles) ? roles : (roles as { records: Row[] }).records).find(
        (one) => one.builtIn === each.role,
      );
      if (!role) throw new Error(`demo: no built-in role ${each.role}`);
      await ask('POST', 'sysuser/grantRole', { userId: id, ids: role.id });
      const own = lots.find(({ plan }) => plan.name === each.lot);
      if (own)
        await ask('POST', 'plat/ParkUserGrant/submit', { parkId: own.site.parkId, userId: id, grants: ['work'] });
      return id;
    }),
  );
}

/** A session of the group's administrator. */
export async function administrator(ask: Ask, group: number): Promise<string> {
  const { account } = staff.find((each) => each.group === group && each.role === 'groupAdmin')!;
  const input = { username: account, password: demoPassword };
  return (await ask('POST', '/api/api-uaa/oauth/user/token', input))['accessToken'] as string;
}
