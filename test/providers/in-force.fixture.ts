/** A merchant account as two people bring it into force: the operator asks, an administrator of the group confirms. */
import type { TestProduct } from '#test/test-product.ts';

/** Sends a form of an account and confirms it as `by`. @returns the account's id */
export async function inForce(
  product: Pick<TestProduct, 'must'>,
  path: string,
  input: Record<string, unknown>,
  by = 'groupAdmin',
): Promise<string> {
  const { changeId } = await product.must('POST', path, input);
  await product.must('POST', '/api/gatehouse/merchantChange/confirm', { changeId }, { as: by });
  return (await product.must('GET', '/api/gatehouse/merchantChange/detail', { changeId })).accountId;
}
