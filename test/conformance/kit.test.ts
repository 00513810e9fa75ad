/** The rules held against the workshop, so that a breach of the kit's own is seen apart from the product's. */
import { fixtureOn } from './fixture.ts';
import { conformance } from './rules.ts';
import { car, gate, lot, openWorkshop, people } from './workshop.ts';

conformance(async () => {
  const shop = await openWorkshop();
  const owner = (name: string) => ({
    tenantId: people[name]!.tenantId,
    companyId: people[name]!.companyId,
    userId: people[name]!.userId,
    parkId: null,
  });
  return fixtureOn({
    served: shop.served,
    resources: [lot, gate, car],
    database: shop.database,
    owners: { first: owner('full'), second: owner('other'), platform: owner('full') },
    close: shop.close,
  });
});
