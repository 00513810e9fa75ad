/**
 * A day's work at the office, done by the product's own calls once the city has its past: entries for the operation
 * logs, and codes that sellers have printed.
 */
import type { Ask } from './build-base.ts';
import type { BuiltLot } from './build-lot.ts';

const dear = 500_00;

/** Sellers are recharged, change a rule and print codes, one of which a driver has scanned. */
async function ofSellers(ask: Ask, parkId: string): Promise<void> {
  const [{ records: sellers }, { records: rules }] = [
    await ask('GET', 'parkseller/list', { parkId, size: 20 }),
    await ask('GET', 'parkderate/list', { parkId, size: 20 }),
  ];
  for (const [nth, { id: sellerId, derateIds }] of sellers.entries()) {
    const derateId = (derateIds as string[])[0]!;
    await ask('POST', 'parkseller/sellerCharge', { recordId: sellerId, money: dear * (nth + 1), remark: '柜台充值' });
    const { codes } = await ask('POST', '/api/gatehouse/derateCode/make', {
      sellerId,
      derateId,
      codeKind: nth === 0 ? 'standing' : 'once',
      ...(nth === 0 ? {} : { copies: 5 }),
    });
    const [code] = codes as { code: string }[];
    if (nth === 0) await ask('POST', '/api/gatehouse/derateCode/scan', { code: code!.code, plateNumber: '浙A7K3M2' });
  }
  if (rules[0]) await ask('POST', 'parkderate/submit', { id: rules[0].id, dayLimit: 2, remark: '周末加开一次' });
}

/** A car whose entry nobody saw is added, and its plate then put right: one sign was misheard. */
async function atGate(ask: Ask, parkId: string, nth: number): Promise<void> {
  const { recordId } = await ask('POST', 'parkIORecord/platInCar', {
    parkId,
    plateNumber: `浙A8Q5${nth}E`,
    remark: '入口相机断电，保安登记',
  });
  await ask('POST', 'parkIORecord/updatePlateNumber', {
    recordId,
    plateNumber: `浙A8Q5${nth}F`,
    remark: '电话登记时听错',
  });
}

export async function workAtDesk(ask: Ask, lots: readonly BuiltLot[]): Promise<void> {
  for (const { plan, site } of lots)
    if (plan.kind === 'mall' || plan.kind === 'hospital') await ofSellers(ask, site.parkId);
  for (const [nth, { site }] of lots.filter(({ plan }) => plan.kind === 'office' || plan.kind === 'home').entries())
    await atGate(ask, site.parkId, nth);
}
