/**
 * The invitation of a visit: a secret of 128 bits that only this installation can make again, and of which it keeps a
 * fingerprint.
 */
import { createHmac } from 'node:crypto';
import { atHost } from '#kit/declare/check.ts';
import type { Db } from '#kit/server/db.ts';
import { derivedKey, fingerprint } from '#kit/server/seal.ts';
import type { Work } from '#kit/server/work.ts';
import { qrOf, settingsOf } from '#areas/lot/server/door.ts';

export const invitationOf = (seed: string): string =>
  createHmac('sha256', derivedKey('visit-invitation')).update(seed).digest().subarray(0, 16).toString('base64url');

export const linkKeyOf = (invitation: string): string => fingerprint('visit-invitation', invitation);

/** An address of the visitors' page with its code, at the lot's own host where it has one. */
export async function pageOf(
  work: Work,
  db: Db,
  parkId: string,
  params: Readonly<Record<string, string>>,
): Promise<{ url: string; image: string }> {
  const { driverUrl } = await settingsOf(db, parkId);
  return qrOf(driverUrl ? atHost(driverUrl, work.request.host) : work.request.host, 'visit', params);
}
