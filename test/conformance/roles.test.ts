/**
 * What the built-in roles hold, judged code by code: nothing by wildcard, nothing undecided, and what each may never
 * hold.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reports, resources, served } from '#apps/server/areas.ts';
import { permissionCodes } from '#apps/server/docs/generated.ts';
import { builtInRoles, codesOf } from '#areas/access/model/built-in-roles.ts';
import type { BuiltInRoleKey } from '#areas/access/model/role-names.ts';

type Held = Exclude<BuiltInRoleKey, 'platformOperator'>;

const needed = new Set(permissionCodes({ served, resources, reports }).map(({ code }) => code));
const held = Object.fromEntries(
  Object.entries(builtInRoles)
    .filter(([key]) => key !== 'platformOperator')
    .map(([key, role]) => [key, codesOf(role)]),
) as Record<Held, string[]>;

/** What no role of a tenant holds: it reaches past any one group of companies. */
const platformAlone = new Set(
  Object.entries({
    adminMenu: 'read export add edit remove',
    businessMenu: 'read export add edit remove',
    customConfig: 'read export add edit remove',
    platformMenu: 'read export add edit remove',
    platformRole: 'read export add edit remove',
    topMenu: 'read export add edit remove',
    sandbox: 'read edit',
    firmware: 'export add edit remove',
    manufacturer: 'export add edit remove',
    devDeviceType: 'export add edit remove',
    metrics: 'read',
    job: 'read export add edit remove pause resume run',
    jobLog: 'read export remove clean',
    aliOssconfig: 'read export add edit remove test choose',
    client: 'read export add edit remove rotate',
    sysdict: 'read export add edit remove',
    platBaseInterface: 'add edit remove rotate',
    param: 'read export add edit remove',
    tenant: 'read export add edit remove',
    reportTemplate: 'read export add edit remove run',
    datasource: 'read export add edit remove look',
    code: 'read export add edit remove generate',
  }).flatMap(([subject, verbs]) => verbs.split(' ').map((verb) => `${subject}:${verb}`)),
);

/** Subjects with personal data: whoever may take them out of the product takes people's plates and phones along. */
const personal = new Set(
  resources.filter((of) => Object.values(of.fields).some((field) => field.personal)).map(({ name }) => name),
);
/** `anySection` widens what a user sees of the roadside; each action there has its own permission. */
const changes = (code: string) => !/:(read|export|unmask|anySection)$/.test(code);
const of = (subjects: string) => {
  const named = new Set(subjects.split(' '));
  return (code: string) => named.has(code.split(':')[0]!);
};
const accounts = of('wechatConfig wechatSubMerchant alipayConfig alipaySubMerchant otherpayConfig');
const tariffs = of(
  'feeRule parkFeeRule feeRuleArea feeRulePeriod feeRuleSubPeriod feeCase holidayDate carType carModel',
);

/** Withheld permissions, by the damage they could do. */
const withheld = {
  accounts: (code: string) => accounts(code) && changes(code),
  /** The second person of the two who change an account. */
  accountsConfirmed: (code: string) => /^merchantChange:(confirm|refuse)$/.test(code),
  accountsProposed: (code: string) => /^merchantChange:(propose|withdraw)$/.test(code),
  keys: (code: string) => /:(resetSecret|resetPassword)$/.test(code),
  roles: (code: string) => of('role platformRole')(code) && changes(code),
  users: (code: string) => code.startsWith('user:') && code !== 'user:read',
  tariffs: (code: string) => (tariffs(code) && changes(code)) || code === 'parkMonth:price',
  exports: (code: string) => code.endsWith(':export') && personal.has(code.split(':')[0]!),
  removals: (code: string) => code.endsWith(':remove'),
  refunds: (code: string) => code.startsWith('parkingOrder:refund'),
  imports: (code: string) => code.endsWith(':import'),
} as const;
const codesFor = (subjects: string, verbs: string): string[] =>
  subjects.split(' ').flatMap((subject) => verbs.split(' ').map((verb) => `${subject}:${verb}`));
type Kind = keyof typeof withheld;
const all = Object.keys(withheld) as Kind[];

/**
 * The exceptions, entered by hand: whole kinds, or single codes of one. Nothing else of what is withheld may be held.
 */
const excepted: Readonly<Record<Held, { readonly kinds: readonly Kind[]; readonly codes?: readonly string[] }>> = {
  groupAdmin: { kinds: all },
  companyAdmin: { kinds: all.filter((kind) => kind !== 'accountsConfirmed') },
  finance: {
    kinds: ['accountsProposed', 'exports', 'refunds'],
    codes: [
      ...codesFor('wechatConfig alipayConfig otherpayConfig', 'add edit remove test'),
      ...codesFor('wechatSubMerchant alipaySubMerchant', 'add edit remove'),
      'alipayConfig:authorise',
      // A network's own report is a sheet.
      'adNetworkDay:import',
    ],
  },
  customerService: { kinds: [] },
  lotManager: { kinds: ['keys', 'tariffs', 'exports', 'removals', 'imports'] },
  gateGuard: { kinds: [] },
  curbCollector: { kinds: [] },
  // Who left, who moved, which grant is over: the clerk's own work.
  doorClerk: {
    kinds: [],
    codes: codesFor(
      'baseDept dmPeriod dmTemplate dmWeek doorArea doorEmployee doorFollow doorGate doorGrant doorPhoto doorTimePeriod thermalPlace thermalImage thermalEmployee thermalGrant',
      'remove',
    ),
  },
  seatAgent: { kinds: [] },
  // The roster, its shifts and the settings are the clerk's own work.
  attendanceClerk: { kinds: [], codes: codesFor('rdworkset employeWork workCompanySet', 'remove') },
  seller: { kinds: [] },
  deviceInstaller: {
    kinds: [],
    codes: [
      ...codesFor(
        'parkDevice doorDevice doorParam thermalCamera thermalHeat thermalUpgrade bindSn ledConfig rdSensor lockDevice rdLed rdBindled',
        'remove',
      ),
      ...codesFor('devGateway devDevice wireDevice devCommunication', 'remove'),
      'parkDevice:resetSecret',
      'parkDevice:import',
    ],
  },
  auditor: { kinds: ['exports'], codes: ['user:export'] },
};

test('a built-in role holds codes the product asks for, each by its name, and only the platform operator holds all', () => {
  assert.deepEqual(codesOf(builtInRoles.platformOperator), ['*']);
  for (const [role, codes] of Object.entries(held)) {
    assert.deepEqual(
      codes.filter((code) => !needed.has(code)),
      [],
      `${role} holds what nothing asks for`,
    );
    assert.equal(new Set(codes).size, codes.length, `${role} names a code twice`);
  }
});

test('every right of the product is entered on purpose: with the group administrator, or as the platform’s alone', () => {
  const groups = new Set(held.groupAdmin);
  const undecided = [...needed].filter((code) => !groups.has(code) && !platformAlone.has(code));
  assert.deepEqual(undecided, [], 'enter these in areas/access/model/roles/ for every role that shall hold them');
  assert.deepEqual(
    [...platformAlone].filter((code) => !needed.has(code) || Object.values(held).some((codes) => codes.includes(code))),
    [],
  );
});

test('a group administrator holds all that other roles of the group hold, so that he can grant them', () => {
  const groups = new Set(held.groupAdmin);
  for (const [role, codes] of Object.entries(held))
    assert.deepEqual(
      codes.filter((code) => !groups.has(code)),
      [],
      role,
    );
});

for (const role of Object.keys(held) as Held[]) {
  test(`${role} holds nothing of what is withheld from it: ${all.join(', ')}`, () => {
    const { kinds, codes = [] } = excepted[role];
    for (const kind of all.filter((each) => !kinds.includes(each)))
      assert.deepEqual(
        held[role].filter((code) => withheld[kind](code) && !codes.includes(code)),
        [],
        `${role}: ${kind}`,
      );
    assert.deepEqual(
      codes.filter((code) => !held[role].includes(code)),
      [],
      `${role}: an exception nobody needs`,
    );
  });
}

test('the auditor changes nothing', () => assert.deepEqual(held.auditor.filter(changes), []));
