/** The whole product as the rules are held against it: a house with two groups of companies, and rows planted in both. */
import { resources, served } from '#apps/server/areas.ts';
import { openHouse } from '#test/house.ts';
import type { House } from '#test/house.ts';
import { drawnOn } from './drawn.ts';
import { fixtureOn } from './fixture.ts';
import type { Fixture, Owner } from './fixture.ts';

export async function openProduct(): Promise<{ house: House; fixture: Fixture }> {
  const house = await openHouse();
  const owner = async (as: 'groupAdmin' | 'otherTenant', companyId: string): Promise<Owner> => {
    const { userId, tenantId } = await house.must('GET', '/api/api-uaa/oauth/userinfo', {}, { as });
    return { userId, tenantId, companyId, parkId: await house.park(companyId) };
  };
  const operator = await house.must('GET', '/api/api-uaa/oauth/userinfo');
  const platform: Owner = {
    userId: operator.userId,
    tenantId: operator.tenantId,
    companyId: operator.companyId,
    parkId: null,
  };
  const owners = {
    platform,
    first: await owner('groupAdmin', house.companies.first),
    second: await owner('otherTenant', house.companies.second),
  };
  return {
    house,
    fixture: await fixtureOn({
      served,
      resources,
      database: house.database,
      owners,
      drawn: drawnOn(house.database),
      close: house.close,
    }),
  };
}
