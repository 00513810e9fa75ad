/**
 * Every built-in role opens its home and each page of its menu: nothing a page asks for is refused to who may open it.
 * Homes are opened in every run, each page of each role once in so many turns, all of them by `npm test -- --all`.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { builtInRoles } from '#areas/access/model/built-in-roles.ts';
import type { BuiltInRoleKey } from '#areas/access/model/role-names.ts';
import { openApi } from '#device/simulator/api.ts';
import { isDue } from '#test/turns.ts';
import { password } from './city.ts';
import type { City } from './city.ts';
import { openTown } from './car.ts';
import { ready } from './look.ts';
import { closeOtherTabs } from './page-helpers.ts';
import type { Account, World } from './world.ts';

const PAGE_TURNS = 10;

let world: World;
let city: City;
before(async () => {
  ({ world, city } = await openTown());
});
after(() => world?.close());

type Row = { id: string; builtIn?: string };

/** A person of the first company who holds one built-in role and sees its lot. */
async function personOf(key: BuiltInRoleKey): Promise<Account> {
  const { companyId, parkId } = city.first;
  const account = { account: `role.${key.toLowerCase()}`, password };
  const { id } = await world.api.post<Row>('/api/updown/sysuser/submit', {
    ...account,
    realName: builtInRoles[key].name.zh,
    companyId,
  });
  const roles = await world.api.get<Row[]>('/api/updown/sysrole/getListByCompany', { companyId });
  await world.api.post('/api/updown/sysuser/grantRole', { userId: id, ids: roles.find((r) => r.builtIn === key)!.id });
  await world.api.post('/api/updown/plat/ParkUserGrant/submit', { userId: id, parkIds: [parkId] });
  return account;
}

type Node = { path: string; component: string; children: Node[] };
const pagesIn = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((node) => (node.component === 'layout' ? pagesIn(node.children) : [node.path]));

const keys = (Object.keys(builtInRoles) as BuiltInRoleKey[]).filter((key) => key !== 'platformOperator');

for (const key of keys)
  test(`${key}: home and every page of the menu are answered`, async (context) => {
    const person = await personOf(key);
    const api = await openApi(world.url, person.account, person.password);
    const menu = await api.get<Node[]>('/api/updown/sysAdminMenu/routesParentIdTop', {});
    const { page, watch, close } = await world.open(person, 'zh');
    await page.goto('/');
    await ready(page);
    const refused: string[] = watch.take().map((line) => `home: ${line}`);
    const due = pagesIn(menu).filter((each) => isDue(`${key} ${each}`, PAGE_TURNS));
    context.diagnostic(`${pagesIn(menu).length - due.length} of ${pagesIn(menu).length} pages left to other turns`);
    for (const path of due) {
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await ready(page).catch(() => refused.push(`${path}: never ready`));
      await closeOtherTabs(page);
      refused.push(...watch.take().map((line) => `${path}: ${line}`));
    }
    assert.deepEqual(refused, []);
    await close();
  });
