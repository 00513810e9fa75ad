/** A merchant account as two people bring it into force: the operator asks, an administrator of the group confirms. */
import type { House } from '#test/house.ts';

/** Sends a form of an account and confirms it as `by`. @returns the account's id */
export async function inForce(
  house: Pick<House, 'must'>,
  path: string,
  input: Record<string, unknown>,
  by = 'groupAdmin',
): Promise<string> {
  const { changeId } = await house.must('POST', path, input);
  await house.must('POST', '/api/gatehouse/merchantChange/confirm', { changeId }, { as: by });
  return (await house.must('GET', '/api/gatehouse/merchantChange/detail', { changeId })).accountId;
}
