/** Writes events into the messages of their receivers, in the transaction in which they happen. */
import { factsBetween } from '#domain/upload/facts.ts';
import { filledWords, firstDue, staffEvents, untilOf } from '#domain/weixin/push.ts';
import type { PushEvent, PushWay } from '#domain/weixin/push.ts';
import { messageWords } from '#domain/weixin/push-words.ts';
import type { MessageLanguage, MessageWords } from '#domain/weixin/push-words.ts';
import { wallAt } from '#domain/time/zone.ts';
import type { ArrearsMove, MoneyMoved, Place } from '#areas/billing/model/events.ts';
import type { StayMoved } from '#areas/passage/model/events.ts';
import { receiversOf } from '#areas/lot/server/door.ts';
import { publishNotice } from '#areas/ops/server/door.ts';
import { companyLine } from '#areas/org/server/door.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { fingerprint } from '#kit/server/seal.ts';
import { parameterIn } from '#kit/server/parameter.ts';
import { messageLanguage } from '../model/parameters.ts';
import { pushEventWords } from '../model/words.ts';

/** Whose car parks, and by which clock. `parkId` null where it is of no one lot. */
export type MessageOwner = Omit<Place, 'parkId'> & { readonly parkId: string | null };

/** One event to send. `subject` is the same however often it is recorded; `at` is when it happened. */
export type PushMessage = {
  readonly event: PushEvent;
  readonly subject: string;
  /** Whose followers are notified; none for internal messages. */
  readonly plate: string | null;
  /** A phone that what happened names itself. */
  readonly phone?: string | null;
  readonly at: number;
  readonly values: (words: MessageWords) => Readonly<Record<string, string>>;
};

type Config = {
  readonly id: string;
  readonly event: PushEvent;
  readonly way: PushWay;
  readonly companyId: string;
  readonly publicplatId: string | null;
  readonly parkIds: readonly string[] | null;
  readonly content: string | null;
  readonly quietFrom: number | null;
  readonly quietUntil: number | null;
  readonly enable: boolean;
};

type Follower = { readonly publicplatId: string; readonly openid: string; readonly plate: string };
type Person = { readonly openid: string | null; readonly phone: string | null; readonly name: string };

/** Lines for these events, of any company of the group. */
const CONFIGS = `
  SELECT c.id, c.template_type AS event, c.way, c.company_id AS "companyId", c.publicplat_id AS "publicplatId", c.park_ids AS "parkIds", c.content,
    c.quiet_from AS "quietFrom", c.quiet_until AS "quietUntil", coalesce(c.enable, true) AS enable
  FROM systemplatemsgconfig c WHERE c.tenant_id = $1 AND c.template_type = ANY($2::text[]) AND c.deleted_at IS NULL`;

/** Who follows an account in use, that the platform has once known, and bound the plate. */
const FOLLOWERS = `
  SELECT w.publicplat_id AS "publicplatId", w.openid, w.plate_number AS plate
  FROM wx_plate w
  JOIN publicplat a ON a.tenant_id = w.tenant_id AND a.id = w.publicplat_id AND a.enabled AND a.token_until IS NOT NULL AND a.deleted_at IS NULL
  JOIN wxinfo f ON f.tenant_id = w.tenant_id AND f.publicplat_id = w.publicplat_id AND f.openid = w.openid AND f.status = 'yes' AND f.deleted_at IS NULL
  WHERE w.tenant_id = $1 AND w.publicplat_id = ANY($2::uuid[]) AND w.plate_number = ANY($3::text[]) AND w.deleted_at IS NULL`;

async function parkName(db: Db, { tenantId, parkId }: MessageOwner): Promise<Record<string, string>> {
  if (parkId === null) return {};
  const [row] = await db.raw<{ name: string }>(
    'SELECT park_name AS name FROM park WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL',
    [tenantId, parkId],
  );
  return { parkName: row?.name ?? '' };
}

/**
 * What holds for a company: for each event and way its own lines, else those of the nearest company above; none where
 * these are off.
 */
async function configsFor(db: Db, owner: MessageOwner, events: readonly PushEvent[]): Promise<Config[]> {
  const all = await db.raw<Config>(CONFIGS, [owner.tenantId, events]);
  if (!all.some(({ enable }) => enable)) return [];
  const line = (await companyLine(db, owner.tenantId, owner.companyId)).map(({ id }) => id);
  const above = all.filter(({ companyId }) => line.includes(companyId));
  return [...Map.groupBy(above, ({ event, way }) => `${event} ${way}`).values()].flatMap((same) => {
    const nearest = same.toSorted((a, b) => line.indexOf(a.companyId) - line.indexOf(b.companyId))[0]!;
    const holdsHere = !nearest.parkIds?.length || owner.parkId === null || nearest.parkIds.includes(owner.parkId);
    return nearest.enable && holdsHere ? [nearest] : [];
  });
}

/** The language of a company's messages. */
export async function languageOf(db: Db, tenantId: number, companyId: string): Promise<MessageLanguage> {
  const line = (await companyLine(db, tenantId, companyId)).map(({ id }) => id);
  return (await parameterIn(db, messageLanguage, line)) === 'en' ? 'en' : 'zh';
}

const byAccount: ReadonlySet<PushWay> = new Set<PushWay>(['template', 'subscribe']);

/** The receivers of one event on one channel. */
async function peopleFor(
  db: Db,
  owner: MessageOwner,
  { way, publicplatId }: Config,
  { event, plate, phone = null }: PushMessage,
  followers: readonly Follower[],
): Promise<Person[]> {
  if (byAccount.has(way))
    return followers
      .filter((each) => each.publicplatId === publicplatId && each.plate === plate)
      .map(({ openid }) => ({ openid, phone: null, name: openid }));
  if (way === 'notice') return [{ openid: null, phone: null, name: 'office' }];
  if (!staffEvents.has(event)) return phone === null ? [] : [{ openid: null, phone, name: phone }];
  const { tenantId, companyId, parkId } = owner;
  const receivers = await receiversOf(db, { tenantId, companyId, parkId: parkId ?? '', villageId: null }, 'money');
  return [...new Set(receivers.map((each) => each.phone))].map((each) => ({ openid: null, phone: each, name: each }));
}

const iso = (at: number): string => new Date(at).toISOString();

function pushRow(
  owner: MessageOwner,
  config: Config,
  message: PushMessage,
  person: Person,
  filling: Record<string, string>,
  now: number,
) {
  const { event, subject, plate, at } = message;
  const { quietFrom: from, quietUntil: until } = config;
  const quiet = from === null || until === null ? null : { from, until };
  const isNotice = config.way === 'notice';
  return {
    id: newId(now),
    tenant_id: owner.tenantId,
    company_id: config.companyId,
    publicplat_id: config.publicplatId,
    config_id: config.id,
    template_type: event,
    way: config.way,
    plate_number: plate,
    openid: person.openid,
    phone: person.phone,
    receiver: fingerprint(person.name),
    subject,
    status: isNotice ? 'delivered' : 'queued',
    made_time: iso(now),
    sent_time: isNotice ? iso(now) : null,
    due_at: iso(isNotice ? now : firstDue(event, now, owner.zone, quiet)),
    until_time: iso(untilOf(event, at)),
    tries: isNotice ? 1 : 0,
    filling,
  };
}

/** A notice is published where the message is new, in the same transaction. */
async function publish(
  db: Db,
  owner: MessageOwner,
  config: Config,
  message: PushMessage,
  { filling, lang }: { filling: Record<string, string>; lang: MessageLanguage },
  now: number,
) {
  await publishNotice(db, {
    tenantId: owner.tenantId,
    companyIds: [config.companyId],
    title: pushEventWords[message.event][lang],
    content: filledWords(config.content, filling),
    at: new Date(now),
  });
}

const ONCE = 'ON CONFLICT (tenant_id, subject, way, receiver) WHERE deleted_at IS NULL DO NOTHING RETURNING id';

/** Queues messages about an event, once per receiver and channel. Events long past are not sent. */
export async function pushMessages(
  db: Db,
  owner: MessageOwner,
  messages: readonly PushMessage[],
  now = Date.now(),
): Promise<void> {
  const news = messages.filter(({ event, at }) => untilOf(event, at) > now);
  if (news.length === 0) return;
  const configs = await configsFor(db, owner, [...new Set(news.map(({ event }) => event))]);
  if (configs.length === 0) return;
  const accounts = configs.flatMap(({ way, publicplatId }) =>
    byAccount.has(way) && publicplatId ? [publicplatId] : [],
  );
  const plates = [...new Set(news.flatMap(({ plate }) => plate ?? []))];
  const followers =
    accounts.length > 0 && plates.length > 0
      ? await db.raw<Follower>(FOLLOWERS, [owner.tenantId, accounts, plates])
      : [];
  const named = await parkName(db, owner);
  const lang = await languageOf(db, owner.tenantId, owner.companyId);
  for (const each of news) {
    const values = each.values(messageWords[lang]);
    const filling = { ...named, ...(each.plate === null ? {} : { plate: each.plate }), ...values };
    for (const config of configs.filter(({ event }) => event === each.event)) {
      const people = await peopleFor(db, owner, config, each, followers);
      const rows = people.map((person) => pushRow(owner, config, each, person, filling, now));
      const made = await insertRows(db, 'wx_push', rows, ONCE);
      if (config.way === 'notice' && made.length > 0) await publish(db, owner, config, each, { filling, lang }, now);
    }
  }
}

const clock = (words: MessageWords, at: number, { zone }: Pick<MessageOwner, 'zone'>): string =>
  words.time(wallAt(at, zone));

export async function pushStays(db: Db, place: Place, moved: readonly StayMoved[], now = Date.now()): Promise<void> {
  const messages = moved.flatMap(({ before, after }) => {
    const { plate, inAt } = after;
    if (plate === null) return [];
    return factsBetween(before, after, now).flatMap(({ kind, key, at }): PushMessage[] => {
      if (kind === 'entry')
        return [{ event: 'entry', subject: key, plate, at, values: (words) => ({ time: clock(words, at, place) }) }];
      if (kind !== 'exit') return [];
      const values = (words: MessageWords) => ({
        time: clock(words, at, place),
        inTime: inAt === null ? '' : clock(words, inAt, place),
        stayed: inAt === null ? '' : words.stayed(at - inAt),
      });
      return [{ event: 'exit', subject: key, plate, at, values }];
    });
  });
  await pushMessages(db, place, messages, now);
}

export async function pushMoney(db: Db, place: Place, moved: readonly MoneyMoved[]): Promise<void> {
  const messages = moved.flatMap(({ id, plateNumber, amountFen, isRefund, at }): PushMessage[] =>
    plateNumber === null
      ? []
      : [
          {
            event: isRefund ? 'refunded' : 'paid',
            subject: `${isRefund ? 'refund' : 'payment'}/${id}`,
            plate: plateNumber,
            at,
            values: (words) => ({ time: clock(words, at, place), amount: words.money(amountFen) }),
          },
        ],
  );
  await pushMessages(db, place, messages);
}

/** An exit with an unpaid amount. Its later outcome is sent as paid or refunded. */
export async function pushDebts(db: Db, place: Place, moves: readonly ArrearsMove[]): Promise<void> {
  const messages = moves.flatMap(({ orderId, plateNumber, inTime, move, at }): PushMessage[] =>
    move.kind !== 'owed' || plateNumber === null
      ? []
      : [
          {
            event: 'due',
            subject: `owed/${orderId}`,
            plate: plateNumber,
            at,
            values: (words) => ({
              time: clock(words, at, place),
              inTime: inTime === null ? '' : clock(words, inTime, place),
              amount: words.money(move.amountFen),
            }),
          },
        ],
  );
  await pushMessages(db, place, messages);
}
