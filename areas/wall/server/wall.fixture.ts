/** Tiles, and people who hang them, for the stories of big screens. */
import type { TestProduct } from '#test/test-product.ts';
import type { Tile } from '../model/tiles.ts';

export const tile = (id: string, more: Partial<Tile>): Tile => ({
  id,
  kind: 'now',
  x: 0,
  y: 0,
  w: 6,
  h: 3,
  title: '',
  titleEn: '',
  report: '',
  measures: [],
  by: '',
  days: 7,
  words: '',
  parkId: '',
  gateId: '',
  picture: '',
  ...more,
});

type Menu = { id: string; code: string | null; children?: Menu[] };
const flat = (menus: readonly Menu[]): Menu[] => menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])]);
export type StaffMember = { readonly token: string; readonly userId: string; readonly roleId: string };

const hanging = ['sysbigreport:read', 'sysbigreport:add', 'sysbigreport:edit', 'sysbigreport:link'];

/** Makes a role of the first group hold the rights to hang screens and those named. */
export async function grant(product: TestProduct, roleId: string, rights: readonly string[]): Promise<void> {
  const codes = new Set([...hanging, ...rights]);
  const menus = flat(await product.must('GET', '/api/updown/sysmenu/adminGrantTree', {}, { as: 'admin' }));
  const menuIds = menus.filter(({ code }) => code !== null && codes.has(code)).map(({ id }) => id);
  await product.must('POST', '/api/updown/sysAdminRole/grant', { roleIds: roleId, menuIds });
}

/** Somebody of the first group with one lot alone who may hang screens, and the rights named. */
export async function staffMember(
  product: TestProduct,
  account: string,
  parkId: string,
  rights: readonly string[],
): Promise<StaffMember> {
  const companyId = product.companies.first;
  const { id: roleId } = await product.must('POST', '/api/updown/sysrole/submit', { roleName: account, companyId });
  await grant(product, roleId, rights);
  const password = 'Hangs-on-walls-2026';
  const person = { account, realName: account, companyId, password, roleIds: [roleId], allParks: false };
  const { id: userId } = await product.must('POST', '/api/updown/sysuser/submit', person);
  await product.must('POST', '/api/updown/plat/ParkUserGrant/submit', { userId, parkId, grants: ['work'] });
  return { token: await product.login(account, password), userId, roleId };
}
