/**
 * The whole product as the rules are held against it: a product with two groups of companies, and rows planted in both.
 */
import { resources, served } from '#apps/server/areas.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { drawnOn } from './drawn.ts';
import { fixtureOn } from './fixture.ts';
import type { Fixture, Owner } from './fixture.ts';

export async function openProduct(): Promise<{ testProduct: TestProduct; fixture: Fixture }> {
  const testProduct = await startTestProduct();
  const owner = async (as: 'groupAdmin' | 'otherTenant', companyId: string): Promise<Owner> => {
    const { userId, tenantId } = await testProduct.must('GET', '/api/api-uaa/oauth/userinfo', {}, { as });
    return { userId, tenantId, companyId, parkId: await testProduct.park(companyId) };
  };
  const operator = await testProduct.must('GET', '/api/api-uaa/oauth/userinfo');
  const platform: Owner = {
    userId: operator.userId,
    tenantId: operator.tenantId,
    companyId: operator.companyId,
    parkId: null,
  };
  const owners = {
    platform,
    first: await owner('groupAdmin', testProduct.companies.first),
    second: await owner('otherTenant', testProduct.companies.second),
  };
  return {
    testProduct,
    fixture: await fixtureOn({
      served,
      resources,
      database: testProduct.database,
      owners,
      drawn: drawnOn(testProduct.database),
      close: testProduct.close,
    }),
  };
}
