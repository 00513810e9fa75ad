import type { Database } from '#kit/server/db.ts';
import { channelNamed } from './channel/channels.ts';
import { deliverSandboxTo } from './channel/sandbox.ts';
import type { Delivery } from './channel/sandbox.ts';
import { bookWords } from './trades.ts';
import type { WordResult } from './trades.ts';
import { kickMoney } from './worker.ts';

/** Handles notices of one channel as they came: read, verified, booked. Answers what came of each; null for one that cannot be read. */
export async function hearNotices(database: Database, channelName: string, notices: readonly Delivery[]): Promise<(WordResult | null)[] | null> {
  const channel = channelNamed(channelName);
  if (!channel) return null;
  const read = notices.map(({ body, authorization }) => channel.verifyNotice(body, authorization));
  const results = await bookWords(database, read.flatMap((notice) => (notice ? [{ ...notice, channel: channel.name, source: 'notice' as const }] : [])));
  kickMoney();
  let at = 0;
  return read.map((notice) => (notice ? results[at++]! : null));
}

deliverSandboxTo(async (database, deliveries) => { await hearNotices(database, 'sandbox', deliveries); });
