/** `docs/generated/roles.md`: who may do what, as a matrix of the built-in roles by permission code. */
import { builtInRoles, codesOf } from '#areas/access/model/built-in-roles.ts';
import type { BuiltInRole } from '#areas/access/model/built-in-roles.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { permits } from '#kit/server/work.ts';

export type PermissionCode = {
  readonly area: string;
  readonly subject: Text;
  readonly code: string;
  readonly words: Text;
};

const areas: Readonly<Record<string, Text>> = {
  org: text('单位', 'Companies'),
  access: text('用户与角色', 'Users and roles'),
  lot: text('车场', 'Car parks'),
  device: text('设备', 'Devices'),
  vehicle: text('车辆', 'Vehicles'),
  fee: text('收费规则', 'Tariffs'),
  pass: text('月租', 'Passes'),
  passage: text('进出与岗亭', 'Passages and the booth'),
  billing: text('订单、缴费与收款账户', 'Orders, payments and merchant accounts'),
  derate: text('优惠与储值', 'Discounts and stored value'),
  shift: text('班次', 'Shifts'),
  report: text('报表', 'Reports'),
  ops: text('日志', 'Logs'),
};

const roles = Object.values<BuiltInRole>(builtInRoles).map((role) => ({ ...role, codes: codesOf(role) }));

const line = (...cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const both = ({ zh, en }: Text): string => `${zh} / ${en}`;

/** One table of an area: a row for each code, a column for each role. */
function areaTable(codes: readonly PermissionCode[]): string[] {
  const heads = roles.map(({ name }) => `${name.zh}<br>${name.en}`);
  return [
    line('对象 / Of', '含义 / Meaning', '代码 / Code', ...heads),
    line('---', '---', '---', ...roles.map(() => ':-:')),
    ...codes.map(({ subject, words, code }) =>
      line(both(subject), both(words), `\`${code}\``, ...roles.map((role) => (permits(role.codes, code) ? '●' : ''))),
    ),
    '',
  ];
}

/** The page. `codes` are all that calls require. */
export function rolesPage(codes: readonly PermissionCode[]): string {
  const named = [...new Set([...Object.keys(areas), ...codes.map(({ area }) => area)])].filter((area) =>
    codes.some((each) => each.area === area),
  );
  return [
    '<!-- npm run documents -->',
    '# 内置角色 / Built-in roles',
    '',
    '● 表示该角色有此权限；空白即没有。权限在 `areas/access/model/roles/` 逐条手工列出，新增的权限不会自动归入任何角色（平台运营除外）。',
    '',
    '● means that the role holds the permission; blank means it does not. Permissions are entered one by one in `areas/access/model/roles/`: a new one reaches no role by itself, the platform operator apart.',
    '',
    line('角色 / Role', '用途 / For', '权限数 / Permissions'),
    line('---', '---', '--:'),
    ...roles.map((role) =>
      line(both(role.name), both(role.note), String(codes.filter(({ code }) => permits(role.codes, code)).length)),
    ),
    '',
    ...named.flatMap((area) => [
      `## ${areas[area] ? both(areas[area]) : area}`,
      '',
      ...areaTable(codes.filter((each) => each.area === area)),
    ]),
  ].join('\n');
}
