/** The demo's companies, lots, lanes, devices, tariffs and staff, made by the product's own calls. */
import type { Memory } from '#device/simulator/state.ts';
import { city } from './city.ts';
import { cityOf, phoneOf } from './contacts.ts';
import { addDepartments, addReceivers } from './departments.ts';
import { grantRemote } from './remote.ts';
import { addMerchants } from './merchants.ts';
import type { Ask } from './build-base.ts';
import { buildLot } from './build-lot.ts';
import type { BuiltLot } from './build-lot.ts';
import { makerNames, people, administrator } from './build-people.ts';

export type Built = {
  readonly lots: readonly BuiltLot[];
  readonly userIds: readonly string[];
  readonly tenants: readonly string[];
};

const plans = city.flatMap(({ companies }) => companies.flatMap((each) => each.lots));

type BuiltGroup = { readonly id: string; readonly companies: readonly string[]; readonly lots: readonly BuiltLot[] };

async function buildGroup(
  ask: Ask,
  memory: Memory,
  group: (typeof city)[number],
  nth: number,
  makers: readonly string[],
): Promise<BuiltGroup> {
  const { id } = await ask('POST', 'basecompany/submit', {
    companyName: group.name,
    shortName: group.short,
    companyType: 'group',
    linkman: group.linkman,
    contactNumber: phoneOf(group.linkman),
    ...cityOf(nth === 2),
  });
  await ask('POST', 'sysCustomConfig/submit', {
    domain: `${nth === 2 ? 'changxing' : 'anbo'}.example.com`,
    companyId: id,
    title: `${group.short}智慧停车`,
    titleEn: `${nth === 2 ? 'Changxing' : 'Anbo'} Parking`,
    shortTitle: group.short,
    icpNo: `浙ICP备2026000${nth}号`,
  });
  const companies: string[] = [];
  const lots: BuiltLot[] = [];
  for (const each of group.companies) {
    const company = await ask('POST', 'basecompany/submit', {
      companyName: each.name,
      shortName: each.short,
      parentId: id,
      companyType: each.type,
      linkman: each.linkman,
      contactNumber: phoneOf(each.linkman),
      ...cityOf(nth === 2),
    });
    companies.push(company.id);
    for (const plan of each.lots) lots.push(await buildLot(ask, memory, plan, company.id, makers, plans.indexOf(plan)));
  }
  return { id, companies, lots };
}

/** Builds the whole city. Device secrets go into `memory`, for the virtual devices. */
export async function buildCity(ask: Ask, memory: Memory, say: (line: string) => void): Promise<Built> {
  const makers: string[] = [];
  for (const [name, code, linkman] of makerNames)
    makers.push(
      (
        await ask('POST', 'plat/sysManufacturer/submit', {
          name,
          shortName: code,
          linkman,
          contactNumber: phoneOf(linkman),
          website: `https://${code.toLowerCase()}.example.com`,
        })
      ).id,
    );
  const groups = await Promise.all(
    city.map(async (group, nth) => {
      const built = await buildGroup(ask, memory, group, nth + 1, makers);
      say(`  ${group.name}: ${built.lots.length} 个车场 lots`);
      return built;
    }),
  );
  const lots = groups.flatMap((group) => group.lots);
  const userIds = await people(ask, groups, lots);
  await Promise.all(
    groups.map(async ({ id }, nth) => {
      const second = await administrator(ask, nth);
      await addMerchants(ask, second, id, nth + 1);
      await ask('GET', '/api/api-uaa/oauth/remove/token', {}, second);
    }),
  );
  await grantRemote(ask, lots, userIds);
  await addDepartments(
    ask,
    groups.map((group) => group.id),
  );
  await addReceivers(ask, lots);
  return { lots, userIds, tenants: groups.map((group) => group.id) };
}
