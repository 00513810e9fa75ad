/**
 * The address an account's messages come to: proven, read, answered once. Whatever is not proven is refused alike, so
 * that nobody learns which accounts there are.
 */
import type { IncomingMessage } from '#domain/weixin/keyword.ts';
import type { Reply } from '#domain/weixin/reply.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { fingerprint } from '#kit/server/seal.ts';
import { Raw, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { callbackMessage, callbackProof } from '../model/callback.ts';
import { accountAt } from './account.ts';
import type { Account } from './account.ts';
import { answerTo } from './answer.ts';
import { noteFollower } from './followers.ts';
import { forgetPlates, obeyed } from './plates.ts';
import { noteSent } from './send.ts';
import { decrypted, encrypted, isInTime, isSigned, signatureOf } from './proof.ts';
import { readXml, replyXml, secretXml } from './xml.ts';

const unproven = () => ruleRefused(text('无法验证消息来源', 'It cannot be proven where this comes from'));
const plainly = (words: string): Raw =>
  new Raw((reply) => reply.header('Content-Type', 'text/plain; charset=utf-8').send(words));
const asXml = (words: string): Raw =>
  new Raw((reply) => reply.header('Content-Type', 'application/xml; charset=utf-8').send(words));
/** The platform asks no further. */
const received = () => plainly('success');

type Proof = Partial<Record<'id' | 'signature' | 'timestamp' | 'nonce' | 'msgSignature', string | null>>;

async function provenBy(work: Work, { id, signature, timestamp, nonce }: Proof): Promise<Account> {
  const account = await accountAt(work.database, String(id).toLowerCase());
  if (!account || !nonce || !isInTime(timestamp, work.now) || !isSigned(signature, account.token, timestamp!, nonce))
    throw unproven();
  return account;
}

type Message = Readonly<Record<string, string>>;

/** The message as it was written; in secure mode only what was encrypted for this app. */
function readMessage(work: Work, account: Account, { msgSignature, timestamp, nonce }: Proof): Message {
  const outer = readXml(work.request.bytes?.toString('utf8') ?? '');
  const secret = outer?.['Encrypt'] ?? '';
  if (account.aesKey && !isSigned(msgSignature, account.token, timestamp!, nonce!, secret)) throw unproven();
  const opened = account.aesKey && outer ? decrypted(account.aesKey, secret, account.appId) : null;
  const message = account.aesKey ? (opened === null ? null : readXml(opened)) : outer;
  if (!message || message['ToUserName'] !== account.originalId || !/^[\w-]{6,64}$/.test(message['FromUserName'] ?? ''))
    throw unproven();
  return message;
}

/** Identifies a repeated message. */
const nameOf = (message: Message): string =>
  message['MsgId'] ??
  `${message['FromUserName']} ${message['CreateTime']} ${message['Event']} ${message['EventKey']} ${message['MsgID'] ?? ''}`;

function contentOf(message: Message): IncomingMessage | null {
  const event = message['MsgType'] === 'event' ? message['Event']?.toLowerCase() : undefined;
  if (event === 'subscribe') return { scene: 'subscribe' };
  if (event === 'click') return { scene: 'click', words: message['EventKey'] ?? '' };
  return message['MsgType'] === 'text' ? { scene: 'text', words: (message['Content'] ?? '').slice(0, 2000) } : null;
}

const timeOf = (message: Message, now: Date): Date => {
  const at = Number(message['CreateTime']) * 1000;
  return at > 0 && at <= now.getTime() + 300_000 ? new Date(at) : now;
};

async function act(db: Db, account: Account, message: Message, now: Date): Promise<Reply | null> {
  const event = message['MsgType'] === 'event' ? message['Event']?.toLowerCase() : undefined;
  const scene = (message['EventKey'] ?? '').replace(/^qrscene_/, '').slice(0, 100);
  await noteFollower(db, account, {
    openid: message['FromUserName']!,
    at: timeOf(message, now),
    left: event === 'unsubscribe',
    subscribed: event === 'subscribe',
    scene: scene === '' ? null : scene,
  });
  await db.raw(
    `UPDATE publicplat SET received = coalesce(received, 0) + 1, last_received = $3 WHERE tenant_id = $1 AND id = $2 RETURNING 1`,
    [account.tenantId, account.id, now.toISOString()],
  );
  if (event === 'unsubscribe') await forgetPlates(db, account, [message['FromUserName']!]);
  if (event === 'templatesendjobfinish') await noteSent(db, account, message['MsgID'] ?? '', message['Status'] ?? '');
  const content = contentOf(message);
  if (!content) return null;
  const obedient =
    content.scene === 'text' ? await obeyed(db, account, message['FromUserName']!, content.words ?? '', now) : null;
  if (obedient) return obedient;
  const { choice, reply } = await answerTo(db, account, content);
  if (choice)
    await db.raw(`UPDATE wxkeyword SET hits = coalesce(hits, 0) + 1 WHERE tenant_id = $1 AND id = $2 RETURNING 1`, [
      account.tenantId,
      choice.rule.id,
    ]);
  return reply;
}

/**
 * Each message does its work once. The signature covers no body: a time and a number that were signed carry one message
 * only, so that whoever has seen one on its way cannot hang another on it.
 */
async function once(db: Db, account: Account, message: Message, proof: Proof, now: Date): Promise<Reply | null> {
  const key = fingerprint(account.id, ' ', nameOf(message));
  const signed = fingerprint(account.id, ' ', proof.timestamp!, ' ', proof.nonce!);
  const place = [account.tenantId, account.id];
  const [fresh] = await db.raw<{ id: string }>(
    `INSERT INTO wx_message (id, tenant_id, publicplat_id, company_id, message_key, signed_key, time) VALUES ($3, $1, $2, $4, $5, $6, $7)
     ON CONFLICT DO NOTHING RETURNING id`,
    [...place, newId(), account.companyId, key, signed, now.toISOString()],
  );
  if (!fresh) {
    const [stored] = await db.raw<{ reply: Reply | null }>(
      `SELECT reply FROM wx_message WHERE tenant_id = $1 AND publicplat_id = $2 AND message_key = $3 AND deleted_at IS NULL`,
      [...place, key],
    );
    if (!stored) throw unproven();
    return stored.reply;
  }
  const reply = await act(db, account, message, now);
  await db.raw(`UPDATE wx_message SET reply = $3::jsonb WHERE tenant_id = $1 AND id = $2 RETURNING 1`, [
    account.tenantId,
    fresh.id,
    JSON.stringify(reply),
  ]);
  return reply;
}

async function receive(work: Work): Promise<Raw> {
  const proof = work.input as Proof;
  const account = await provenBy(work, proof);
  const message = readMessage(work, account, proof);
  const reply = await work.database.write(tenantScope(account.tenantId), (db) =>
    once(db, account, message, proof, work.now),
  );
  if (!reply) return received();
  const seconds = Math.floor(work.now.getTime() / 1000);
  const words = replyXml(reply, message['FromUserName']!, account.originalId, seconds);
  if (!account.aesKey) return asXml(words);
  const secret = encrypted(account.aesKey, words, account.appId);
  const nonce = proof.nonce!;
  return asXml(secretXml(secret, signatureOf(account.token, String(seconds), nonce, secret), String(seconds), nonce));
}

async function prove(work: Work): Promise<Raw> {
  const { echostr, ...proof } = work.input as Proof & { echostr?: string | null };
  await provenBy(work, proof);
  if (!echostr || !/^[\w-]+$/.test(echostr)) throw unproven();
  return plainly(echostr);
}

export const receiveServed: Served[] = [
  serve(callbackProof, prove, { mode: 'open', signed: true }),
  serve(callbackMessage, receive, { mode: 'open', signed: true }),
];
