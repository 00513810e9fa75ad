import { isEmpty } from '#kit/declare/check.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Rules } from '#kit/server/rules.ts';
import type { Work } from '#kit/server/work.ts';
import { settingsOf } from './settings.ts';

type Grant = { authorizeType: string; startTime: string | null; endTime: string | null };

/** A grant for a time has a beginning and a later end. */
function check(values: Partial<Grant>, before: Grant | null): Problem[] {
  const { authorizeType, startTime, endTime } = { ...before, ...values };
  if (authorizeType !== 'term') return [];
  const empty = (['startTime', 'endTime'] as const).filter((field) =>
    isEmpty(field === 'startTime' ? startTime : endTime),
  );
  if (empty.length > 0)
    return empty.map((field) => ({ field, msg: text('限期授权须填写', 'A grant for a time needs it') }));
  return Date.parse(endTime!) > Date.parse(startTime!)
    ? []
    : [{ field: 'endTime', msg: text('结束时间须晚于开始时间', 'The end must be later than the beginning') }];
}

export const remoteRules: Rules = {
  check: (values, before) => check(values as Partial<Grant>, before as Grant | null),
  fill: (values, before, work) => ({
    grantedBy: work.person.name,
    ...(((values as Partial<Grant>).authorizeType ?? before?.authorizeType) === 'term'
      ? {}
      : { startTime: null, endTime: null }),
  }),
};

const VALID = `
  SELECT 1 FROM remote_authorization
  WHERE tenant_id = $1 AND park_id = $2 AND deleted_at IS NULL AND (user_id IS NULL OR user_id = $3)
  AND (authorize_type = 'long' OR $4::timestamptz >= start_time AND $4::timestamptz < end_time) LIMIT 1`;

/**
 * Refuses whoever may not open a barrier of this lot from afar now. The right to open at all is the call's own.
 * @throws a refusal with words where the lot requires a grant and the person has no valid one
 */
export async function mayOpenFromAfar(
  work: Pick<Work, 'db' | 'person' | 'now'>,
  { tenantId, parkId }: { tenantId: number; parkId: string },
): Promise<void> {
  if (!(await settingsOf(work.db, parkId)).remoteNeedsGrant) return;
  const [valid] = await work.db.raw(VALID, [tenantId, parkId, work.person.userId, work.now.toISOString()]);
  if (!valid)
    throw ruleRefused(
      text(
        '该车场远程开闸须授权，您没有有效的授权',
        'This car park asks for a grant to open from afar, and you have none that is valid',
      ),
    );
}
