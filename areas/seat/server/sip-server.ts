/** SIP servers of companies: addresses that are addresses, and which one a seat uses. */
import { companyLine } from '#areas/org/server/door.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import type { Rules } from '#kit/server/rules.ts';
import { socketOrigin } from './voice-policy.ts';

type Given = Readonly<Record<string, unknown>>;
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i;
const NUMBER = /^[\w.+*#-]+$/;

const forms: readonly (readonly [field: string, is: (value: string) => boolean, msg: Text])[] = [
  [
    'wssUrl',
    (value) => socketOrigin(value) !== null,
    text('须以 wss:// 开头，不含账号', 'Must begin with wss:// and name no account'),
  ],
  ['domain', (value) => HOST.test(value), text('须为域名或 IP 地址', 'Must be a host name or an address')],
  ['helpNo', (value) => NUMBER.test(value), text('须为号码或账号', 'Must be a number or a name')],
  [
    'stunUrl',
    (value) => value.startsWith('stun:') && HOST.test(value.slice(5)),
    text('须以 stun: 开头', 'Must begin with stun:'),
  ],
  [
    'recordingBase',
    (value) => URL.canParse(value) && value.startsWith('https://') && value.endsWith('/'),
    text('须以 https:// 开头、/ 结尾', 'Must begin with https:// and end with /'),
  ],
];

function problems(values: Given): Problem[] {
  return forms.flatMap(([field, is, msg]) => {
    const value = values[field];
    return typeof value === 'string' && value !== '' && !is(value) ? [{ field, msg }] : [];
  });
}

export const sipServerRules: Rules = { check: (values) => problems(values as Given) };
export const isNumber = (value: string): boolean => NUMBER.test(value);

type SipServer = {
  wssUrl: string;
  domain: string;
  realm: string | null;
  helpNo: string;
  stunUrl: string | null;
  recordingBase: string | null;
};

/** That of the company, else of the nearest above it that has one in use. */
export async function sipServerOf(db: Db, tenantId: number, companyId: string): Promise<SipServer | undefined> {
  const line = await companyLine(db, tenantId, companyId);
  const rows = await db.raw<SipServer & { companyId: string }>(
    `SELECT company_id AS "companyId", wss_url AS "wssUrl", domain, realm, help_no AS "helpNo", stun_url AS "stunUrl", recording_base AS "recordingBase"
     FROM sip_server WHERE tenant_id = $1 AND company_id = ANY($2::uuid[]) AND enabled AND deleted_at IS NULL
     ORDER BY created_at DESC, id`,
    [tenantId, line.map(({ id }) => id)],
  );
  return line.map(({ id }) => rows.find((row) => row.companyId === id)).find((row) => row !== undefined);
}
