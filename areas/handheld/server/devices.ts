/** Handhelds: a code is shown once and enrols one of them. */
import { createHash, randomInt } from 'node:crypto';
import { isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import { move, moves } from '#kit/server/lifecycle.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { Once, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { enrolHandheld, issueCode } from '../model/calls.ts';
import { pdadevice } from '../model/pdadevice.ts';

/** Without signs that are taken for each other. 10 of these are 49 bits. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const VALID_HOURS = 24;

const newCode = (): string => Array.from({ length: 10 }, () => SIGNS[randomInt(SIGNS.length)]).join('');
const plain = (code: string): string => code.toUpperCase().replace(/[^0-9A-Z]/g, '');
const hashOf = (code: string): string =>
  createHash('sha256')
    .update(`handheld ${plain(code)}`)
    .digest('hex');

async function issue(work: Work<typeof issueCode.input>): Promise<Once> {
  const id = String(work.input.deviceId).toLowerCase();
  if (!isId(id)) throw new Refused('no_such_record', { what: pdadevice.title });
  const row = await rowOf(pdadevice, id, work.db, { lock: true });
  if (row.status !== 'new')
    throw new Refused('state_closed', {
      state: pdadevice.lifecycle!.states[String(row.status)]!.label,
      action: issueCode.title,
    });
  const code = newCode();
  const until = new Date(work.now.getTime() + VALID_HOURS * 3_600_000).toISOString();
  const tenantId = Number(row.tenantId);
  await ofTenant(work.db, tenantId).raw(
    'UPDATE pdadevice SET code_hash = $3, code_until = $4, updated_at = $5 WHERE tenant_id = $1 AND id = $2',
    [tenantId, id, hashOf(code), until, work.now.toISOString()],
  );
  work.record({
    resource: pdadevice.name,
    action: 'issueCode',
    rowId: id,
    after: { codeUntil: until },
    tenantId,
    companyId: row.companyId,
  });
  return new Once({ code: `${code.slice(0, 5)}-${code.slice(5)}`, until }, { until });
}

const wrongCode = (): Refused =>
  new Refused('bad_input', {}, [
    { field: 'code', msg: text('登记码错误或已过期', 'The code is wrong or has expired') },
  ]);

async function enrol(work: Work<typeof enrolHandheld.input>): Promise<{ deviceId: string }> {
  const { tenantId, userId } = work.person;
  const [found] = await ofTenant(work.db, tenantId).raw<{ id: string }>(
    `SELECT id FROM pdadevice WHERE tenant_id = $1 AND code_hash = $2 AND code_until > $3 AND status = 'new' AND deleted_at IS NULL`,
    [tenantId, hashOf(String(work.input.code)), work.now.toISOString()],
  );
  if (!found) throw wrongCode();
  await move(pdadevice, found.id, 'enrolled', {}, work, async () => ({
    userId,
    codeHash: null,
    codeUntil: null,
    appVersion: work.input.appVersion ?? null,
    lastSeen: work.now.toISOString(),
    queued: 0,
  }));
  return { deviceId: found.id };
}

export const served: readonly Served[] = [
  ...moves(pdadevice, {
    enrolled: 'none',
    block: async (_, input) => ({ stateReason: input.reason, codeHash: null, codeUntil: null }),
    lose: async (_, input) => ({ stateReason: input.reason, codeHash: null, codeUntil: null }),
    restore: async () => ({ stateReason: null }),
  }),
  serve(issueCode, issue),
  serve(enrolHandheld, enrol),
];
