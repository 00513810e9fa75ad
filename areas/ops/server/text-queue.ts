import type { Lang } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { keyedId } from '#kit/server/id.ts';
import { setting } from '#kit/server/setting.ts';
import { outbox } from '#kit/server/store.ts';
import type { TextTemplate } from './text-words.ts';

/** Whether a gateway is set. Without one nothing is left for a worker that is not there. */
export const textsSent = setting(false);

/** A text message of this tenant. `key`: the same one again is the same message, not another. */
export type NewText = {
  readonly tenantId: number;
  readonly key: string;
  readonly phone: string;
  readonly template: TextTemplate;
  readonly lang: Lang;
  readonly params: Readonly<Record<string, string | number>>;
  /** Not sent after this instant. */
  readonly until: Date;
};

/** Leaves text messages for the worker, together with the change they report: in the caller's transaction. */
export async function queueTexts(db: Db, texts: readonly NewText[]): Promise<void> {
  if (!textsSent.value() || texts.length === 0) return;
  await db
    .insert(outbox)
    .values(
      texts.map(({ tenantId, key, phone, template, lang, params, until }) => ({
        tenantId,
        id: keyedId(key),
        kind: 'sms',
        target: phone,
        payload: { ...params, template, lang, until: until.toISOString() },
      })),
    )
    .onConflictDoNothing();
}
