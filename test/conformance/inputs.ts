/** What the inputs of calls written by hand may not do, beside what every declaration is held to. */
import { test } from 'node:test';
import type { Fixture } from './fixture.ts';
import { ledger, summaryOf } from './ledger.ts';

/** Reveals no row: no rows, no totals except zeros, no response. */
const isNeutral = (data: any): boolean =>
  !data ||
  /^\d{4}-\d\d-\d\d$/.test(data) ||
  (typeof data === 'object' && Object.values(data.records ?? data).every(isNeutral));

/** They keep to the caller's own group, whatever is named beside. */
const ofOnesOwn: ReadonlySet<string> = new Set([
  'role.getListByCompany',
  'role.getSelectCompanyRole',
  'role.getUserAndCompanyRole',
  'parkDevice.checkDevicePhysicsNo',
  'parkDevice.wXRemoteGate',
]);

/** Says what stands at the lot's gate for everybody: its name, its prices, whom to call, how to pay. */
const forAnybody: ReadonlySet<string> = new Set(['driver.lot']);

/** Held where there are calls written by hand. */
export function inputRules(lent: () => Fixture): void {
  test('a row of another group of companies named in any call’s input changes nothing and reveals nothing', async (t) => {
    const [fixture, found] = [lent(), ledger(t)];
    for (const {
      call: { method, path, input, answer: kind, name: called },
    } of fixture.served) {
      if (kind === 'file' || ofOnesOwn.has(called) || forAnybody.has(called)) continue;
      const pointing = Object.entries(input).filter(([, field]) => field.target && field.target().scope !== 'platform');
      if (pointing.length === 0) continue;
      const rest = await fixture.samples(
        Object.fromEntries(Object.entries(input).filter(([, field]) => field.required)),
        'first',
        4,
      );
      for (const [name, field] of pointing) {
        const theirs = await fixture.plant(field.target!(), 'second');
        if (!theirs) {
          found.pass(`${called} ${name}`);
          continue;
        }
        found.look();
        const value = field.kind === 'relations' ? [theirs.id] : theirs.id;
        const answer = await fixture.ask(method, fixture.filled(path), { ...rest, [name]: value });
        if (answer.status === 200 && (method !== 'GET' || !isNeutral(answer.body?.data)))
          found.breach(`${called} ${name}: ${summaryOf(answer)} ${JSON.stringify(answer.body?.data)?.slice(0, 160)}`);
      }
    }
    found.close('inputs');
  });
}
