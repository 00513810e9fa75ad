import { routesByArea } from 'virtual:routes';
import { stateOf } from '#kit/console/address.ts';
import { askEarly } from '#kit/console/ask.ts';
import { listCalls } from '#kit/console/list-calls.ts';
import type { Me } from '#kit/console/me.ts';
import { today } from '#kit/declare/format.ts';
import { areas } from './areas.ts';

/**
 * Asks for the rows of the list at the address as soon as its declarations and the current user are there: on a slow
 * link the parts that draw them take longer than the answer.
 */
export async function askRowsEarly(me: Promise<Me>): Promise<void> {
  const { pathname, search } = location;
  const area = areas.find(({ name }) => routesByArea[name]?.includes(pathname));
  const [model, own, { zone, mustChangePassword }] = await Promise.all([area?.model(), area?.screens?.(), me]);
  const of = model?.resources.find(({ route }) => route === pathname);
  const screen = own?.screens.find(({ route }) => route === pathname);
  if (!of || of.page === 'tree' || mustChangePassword || (screen && !screen.declaredRows)) return;
  const { path, rows, sums } = listCalls(of, stateOf(new URLSearchParams(search)), today(zone));
  askEarly(path, rows);
  if (sums) askEarly(path, sums);
}
