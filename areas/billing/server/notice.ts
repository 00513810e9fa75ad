import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { Letter } from './channel/channel.ts';
import { channelNamed } from './channel/channels.ts';
import { merchantOf, tenantOfConfig } from './channel/merchant.ts';
import { bookWords } from './words.ts';
import type { WordResult } from './words.ts';
import { kickMoney } from './worker.ts';
import { noticeOfShare } from './sharing.ts';

/** The account whose keys prove a notice; null for the sandbox. Undefined when nobody has this configuration. */
async function provenBy(database: Database, channel: string, configId: string | null) {
  if (configId === null) return channel === 'sandbox' ? null : undefined;
  const tenantId = await database.read(platformScope, (db) => tenantOfConfig(db, channel, configId));
  return tenantId === null
    ? undefined
    : database.read(tenantScope(tenantId), (db) => merchantOf(db, tenantId, channel, configId));
}

/**
 * Handles notices of one channel as they came: read, verified, booked. Answers what came of each; null for one that
 * cannot be read. `configId` is the account the address was given for. Null for a channel or an account that is not
 * there.
 */
export async function acceptNotices(
  database: Database,
  channelName: string,
  letters: readonly Letter[],
  configId: string | null = null,
): Promise<(WordResult | null)[] | null> {
  const channel = channelNamed(channelName);
  const merchant = channel && (await provenBy(database, channelName, configId));
  if (!channel || merchant === undefined) return null;
  const read = letters.map((letter) => channel.verifyNotice(letter, merchant));
  const results = await bookWords(
    database,
    read.flatMap((notice) =>
      notice ? [{ ...notice, channel: channel.name, configId, source: 'notice' as const }] : [],
    ),
  );
  kickMoney();
  let at = 0;
  return Promise.all(
    read.map((notice, nth) =>
      notice ? results[at++]! : noticeOfShare(database, channelName, letters[nth]!, merchant),
    ),
  );
}
