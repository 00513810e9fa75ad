/**
 * Plates that followers bind in the conversation. A plate alone opens nothing: a payment number for that car is
 * required.
 */
import { plateCommand } from '#domain/weixin/command.ts';
import type { PlateCommand } from '#domain/weixin/command.ts';
import type { Reply } from '#domain/weixin/reply.ts';
import { maskPlate } from '#domain/plate/plate.ts';
import { readTrade } from '#areas/billing/server/door.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Speaker } from './answer.ts';

/** A family's cars. */
const MOST_PLATES = 5;

type Words = { readonly zh: string; readonly en: string };
/** Both languages: nobody knows which one a follower reads. */
const reply = ({ zh, en }: Words): Reply => ({ type: 'text', content: `${zh}\n${en}` });

const HOW: Words = {
  zh: '绑定车牌：回复“绑定 车牌 支付单号”，支付单号是该车任一笔微信或支付宝停车缴费账单中的“商户单号”。解除：回复“解绑”。',
  en: 'To bind a plate write “bind PLATE NUMBER”, NUMBER being the merchant order number of any payment for that car in your wallet’s bill. To end it write “unbind”.',
};
const WRONG: Words = {
  zh: '没有找到这笔付款，请核对车牌和单号。',
  en: 'There is no such payment: please check plate and number.',
};

/** Whether somebody with this number has paid for this car. */
async function isPaid(db: Db, tenantId: number, plate: string, number: string): Promise<boolean> {
  const trade = readTrade(number);
  if (trade?.tenantId !== tenantId) return false;
  const [row] = await db.raw(
    `SELECT 1 FROM payment WHERE tenant_id = $1 AND id = $2 AND plate_number = $3 AND status NOT IN ('pending', 'failed')`,
    [tenantId, trade.paymentId, plate],
  );
  return row !== undefined;
}

const platesOf = async (db: Db, { tenantId, id }: Speaker, openid: string): Promise<string[]> =>
  (
    await db.raw<{ plate: string }>(
      `SELECT plate_number AS plate FROM wx_plate WHERE tenant_id = $1 AND publicplat_id = $2 AND openid = $3 AND deleted_at IS NULL ORDER BY bound_time, id`,
      [tenantId, id, openid],
    )
  ).map(({ plate }) => plate);

async function bind(
  db: Db,
  speaker: Speaker,
  openid: string,
  { plate, trade }: Extract<PlateCommand, { kind: 'bind' }>,
  now: Date,
): Promise<Words> {
  const { tenantId, id, companyId } = speaker;
  if (!(await isPaid(db, tenantId, plate, trade))) return WRONG;
  const there = await platesOf(db, speaker, openid);
  if (!there.includes(plate) && there.length >= MOST_PLATES)
    return { zh: `最多绑定${MOST_PLATES}个车牌。`, en: `At most ${MOST_PLATES} plates.` };
  await insertRows(
    db,
    'wx_plate',
    [
      {
        id: newId(),
        tenant_id: tenantId,
        company_id: companyId,
        publicplat_id: id,
        openid,
        plate_number: plate,
        bound_time: now.toISOString(),
      },
    ],
    'ON CONFLICT (tenant_id, publicplat_id, openid, plate_number) WHERE deleted_at IS NULL DO NOTHING RETURNING 1',
  );
  return {
    zh: `已绑定 ${plate}，停车、缴费等消息会发到这里。`,
    en: `${plate} is bound. You will receive parking and payment messages here.`,
  };
}

const unbind = async (db: Db, { tenantId, id }: Speaker, openid: string, plate: string | null): Promise<Words> => {
  const gone = await db.raw(
    `DELETE FROM wx_plate WHERE tenant_id = $1 AND publicplat_id = $2 AND openid = $3 AND ($4::text IS NULL OR plate_number = $4) RETURNING 1`,
    [tenantId, id, openid, plate],
  );
  return gone.length === 0
    ? { zh: '没有绑定的车牌。', en: 'No plate is bound.' }
    : { zh: '已解绑，不再发送消息。', en: 'Unbound: no more messages.' };
};

/** Plates are masked: the phone may be lent. */
async function list(db: Db, speaker: Speaker, openid: string): Promise<Words> {
  const plates = (await platesOf(db, speaker, openid)).map(maskPlate);
  return plates.length === 0 ? HOW : { zh: `已绑定：${plates.join('、')}`, en: `Bound: ${plates.join(', ')}` };
}

/** What an account answers to a command about plates; null where the words are none. */
export async function obeyed(
  db: Db,
  speaker: Speaker,
  openid: string,
  words: string,
  now: Date,
): Promise<Reply | null> {
  const command = plateCommand(words);
  if (command === null) return null;
  switch (command.kind) {
    case 'bind':
      return reply(await bind(db, speaker, openid, command, now));
    case 'bindHow':
      return reply(HOW);
    case 'unbind':
      return reply(await unbind(db, speaker, openid, command.plate));
    case 'unbindAll':
      return reply(await unbind(db, speaker, openid, null));
    case 'plates':
      return reply(await list(db, speaker, openid));
  }
}

/** Followers who left receive nothing more, and their plates are deleted. */
export async function forgetPlates(
  db: Db,
  { tenantId, id }: Pick<Speaker, 'tenantId' | 'id'>,
  openids: readonly string[],
): Promise<void> {
  if (openids.length === 0) return;
  await db.raw(
    `DELETE FROM wx_plate WHERE tenant_id = $1 AND publicplat_id = $2 AND openid = ANY($3::text[]) RETURNING 1`,
    [tenantId, id, openids],
  );
  await db.raw(
    `UPDATE wx_push SET status = 'blocked', answer = 'left', updated_at = now()
     WHERE tenant_id = $1 AND publicplat_id = $2 AND openid = ANY($3::text[]) AND status = 'queued'
     AND deleted_at IS NULL`,
    [tenantId, id, openids],
  );
}
