import { eq, and, isNull } from 'drizzle-orm';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { storedPicture } from '#kit/files/files.ts';
import type { Rules } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { customConfig as declared } from '#areas/access/model/custom-config.ts';
import * as calls from '#areas/access/model/session-calls.ts';
import { codesArrive, ticketSources } from './login.ts';

const customConfig = declared as Resource;

/** A host as it is compared: lower case, without scheme, path and port. */
export const hostOf = (spoken: string): string =>
  spoken
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '');

type Config = {
  domain: string;
  title: string;
  titleEn: string | null;
  shortTitle: string | null;
  logo: string | null;
  icpNo: string | null;
  policeNo: string | null;
  companyId: string | null;
};

const logoHash = (config: Config | null): string | null =>
  /^\/api\/updown\/file\/([0-9a-f]{64})/.exec(config?.logo ?? '')?.[1] ?? null;

/** The address of a logo that needs no login; another picture has another address, so that browsers may keep it. */
function logoOf(config: Config | null): string | null {
  const hash = logoHash(config);
  return hash
    ? `${calls.loginLogo.path}?${new URLSearchParams({ domain: config!.domain, v: hash.slice(0, 12) })}`
    : (config?.logo ?? null);
}

const standard = { title: '智慧停车管理系统', titleEn: 'Smart Parking Management System', shortTitle: '智慧停车' };

async function find(work: Work, wanted: string | null | undefined): Promise<Config | null> {
  const domain = hostOf(wanted || work.request.host);
  return work.database.read(tenantScope(0), async (db) => {
    const t = tableOf(customConfig);
    const [row] = await db
      .select()
      .from(t)
      .where(and(eq(t.domain!, domain), isNull(t.deletedAt!)))
      .limit(1);
    return (row as Config | undefined) ?? null;
  });
}

/**
 * What the login page shows: names, logo, the filings with where they lead, and the ways to log in besides the
 * password.
 */
function shown(config: Config | null): Record<string, unknown> {
  const police = /\d{8,}/.exec(config?.policeNo ?? '')?.[0];
  const filings = [
    ...(config?.icpNo ? [{ text: config.icpNo, url: 'https://beian.miit.gov.cn/' }] : []),
    ...(config?.policeNo
      ? [
          {
            text: config.policeNo,
            url: police ? `https://beian.mps.gov.cn/#/query/webSearch?code=${police}` : 'https://beian.mps.gov.cn/',
          },
        ]
      : []),
  ];
  return {
    domain: config?.domain ?? null,
    title: config?.title ?? standard.title,
    titleEn: config?.titleEn ?? (config ? config.title : standard.titleEn),
    shortTitle: config?.shortTitle ?? config?.title ?? standard.shortTitle,
    logo: logoOf(config),
    icpNo: config?.icpNo ?? null,
    policeNo: config?.policeNo ?? null,
    filings,
    ways: { code: codesArrive(), thirdParty: ticketSources() },
  };
}

const open = { mode: 'open' } as const;

export const customConfigRules: Rules = {
  check(values): Problem[] {
    const { domain } = values as { domain?: string };
    return domain && !/^[a-z0-9\u4e00-\u9fff]([a-z0-9\u4e00-\u9fff.-]*[a-z0-9\u4e00-\u9fff])?$/.test(hostOf(domain))
      ? [{ field: 'domain', msg: text('域名格式不正确', 'is not a domain') }]
      : [];
  },
  fill(values): Record<string, unknown> {
    const { domain } = values as { domain?: string };
    return domain ? { domain: hostOf(domain) } : {};
  },
};

export const customConfigServed: readonly Served[] = [
  serve(calls.loginConfig, async (work) => shown(await find(work, work.input.domain)), open),
  serve(
    calls.loginLogo,
    async (work) => {
      const hash = logoHash(await find(work, work.input.domain));
      return work.database.read(platformScope, (db) => storedPicture(db, hash));
    },
    open,
  ),
  serve(calls.configByDomain, async (work) => shown(await find(work, work.input.domain)), open),
];
