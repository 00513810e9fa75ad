/** Disables a webhook that fails for days or whose receiver refuses more, and notifies its owner. */
import { mailRoad, publishNotice, sendMail } from '#areas/ops/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { endWaiting } from './recount.ts';

type Off = {
  readonly tenantId: number;
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly ownerEmail: string | null;
};

const title = text('事件订阅已自动停用：{name}', 'A webhook was switched off: {name}');
const content = text(
  '订阅“{name}”{why}，已停用，不再记录与发送事件。修复后请在“事件订阅”中启用，并按时段重发未送达的。',
  'The webhook “{name}” {why}. It is switched off; events are neither recorded for it nor sent. Once it is put right, switch it on at Webhooks and deliver the span again.',
);
export const whyGone = text('的接收方答复410，不再接收', 'was answered 410: its receiver wants no more');
export const whyFailing = (days: number): Text =>
  fill(text('已连续失败{days}天', 'has failed for {days} days'), { days });

const both = ({ zh, en }: Text): string => `${zh}\n${en}`;

/** In the round's transaction. @returns what is to be done once it is committed */
export async function switchOff(db: Db, hook: Off, why: Text, now: number): Promise<() => Promise<void>> {
  const at = new Date(now);
  await db.raw(`UPDATE webhook SET enabled = false, off_time = $3, updated_at = $3 WHERE tenant_id = $1 AND id = $2`, [
    hook.tenantId,
    hook.id,
    at.toISOString(),
  ]);
  await endWaiting(db, hook, 'dead', '订阅已停用 / the webhook was switched off', now);
  const heading = fill(title, { name: hook.name });
  const words = fill(content, { name: hook.name, why });
  await publishNotice(db, {
    tenantId: hook.tenantId,
    companyIds: [hook.companyId],
    title: heading.zh.slice(0, 80),
    content: both(words),
    at,
  });
  return async () => {
    const road = mailRoad.value();
    if (!road || !hook.ownerEmail) return;
    await sendMail(road, {
      key: `webhook-off-${hook.id}-${now}`,
      to: hook.ownerEmail,
      subject: `${heading.zh} / ${heading.en}`,
      text: both(words),
      attachments: [],
    });
  };
}
