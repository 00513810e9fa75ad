import type { By, Lifecycle } from '#kit/declare/lifecycle.ts';
import type { Report } from '#kit/declare/report.ts';
import { permissionsOf } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import type { Served } from '#kit/server/served.ts';
import { apiInfo } from './docs.ts';
import { eventsPage } from './events.ts';
import { openApi } from './openapi.ts';
import { rolesPage } from './roles.ts';

type Product = {
  readonly served: readonly Served[];
  readonly resources: readonly Resource[];
  readonly reports: readonly Report[];
};
type Documented = Product & { readonly events: readonly AreaEvents[] };

const verbs: Readonly<Record<string, Text>> = {
  read: text('查看', 'see'),
  add: text('新增', 'add'),
  edit: text('修改', 'edit'),
  remove: text('删除', 'remove'),
  export: text('导出', 'export'),
  import: text('导入', 'import'),
  unmask: text('查看完整个人信息', 'see personal data in full'),
};

const byName = <T extends { name: string }>(all: readonly T[]): T[] =>
  [...all].sort((a, b) => (a.name < b.name ? -1 : 1));
const cell = (spoken: string): string => spoken.replaceAll('|', '\\|').replaceAll('\n', ' ');
const line = (...cells: string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const tableHead = (...heads: string[]): string => `${line(...heads)}\n${line(...heads.map(() => '---'))}`;
const warning = '<!-- npm run documents -->';

/** Every code with its words: a resource's verbs and moves, reports, and what calls written by hand ask for. */
export function permissionCodes({
  served,
  resources,
  reports,
}: Product): { area: string; subject: Text; code: string; words: Text }[] {
  const found = new Map<string, { area: string; subject: Text; code: string; words: Text }>();
  const put = (area: string, subject: Text, code: string, words: Text) => {
    if (!found.has(code)) found.set(code, { area, subject, code, words });
  };
  for (const of of byName(resources)) {
    const personal = Object.values(of.fields).some((field) => field.personal);
    for (const code of [...permissionsOf(of), ...(personal ? [`${of.name}:unmask`] : [])]) {
      const verb = code.split(':')[1]!;
      put(
        of.area,
        of.title,
        code,
        verbs[verb] ?? of.rights?.[verb] ?? of.lifecycle?.actions[verb]?.label ?? text(verb, verb),
      );
    }
  }
  for (const of of byName(reports)) put(of.area, of.title, `${of.name}:read`, verbs.read!);
  const named = new Map([...resources, ...reports].map((of) => [of.name, of.title]));
  for (const { call } of served) {
    if (call.permission === 'public' || call.permission === 'session') continue;
    put(call.area, named.get(call.permission.split(':')[0]!) ?? call.title, call.permission, call.title);
  }
  return [...found.values()].sort((a, b) =>
    a.area !== b.area ? (a.area < b.area ? -1 : 1) : a.code < b.code ? -1 : 1,
  );
}

function permissionsPage(product: Product): string {
  const codes = permissionCodes(product);
  const areas = [...new Set(codes.map(({ area }) => area))];
  const parts = areas.map((area) =>
    [
      `## ${area}`,
      '',
      tableHead('代码 / Code', '对象 / Of', '含义 / Meaning'),
      ...codes
        .filter((each) => each.area === area)
        .map(({ code, subject, words }) =>
          line(`\`${code}\``, `${subject.zh} / ${subject.en}`, `${words.zh} / ${words.en}`),
        ),
      '',
    ].join('\n'),
  );
  return [
    warning,
    '# 权限 / Permissions',
    '',
    `${codes.length} 个权限代码。角色是代码的集合；\`<对象>:*\`、\`*:<动作>\` 与 \`*\` 为通配。没有授予即没有权限。`,
    '',
    `${codes.length} codes. A role is a set of codes; \`<of>:*\`, \`*:<verb>\` and \`*\` stand for many. What is not granted is refused.`,
    '',
    ...parts,
  ].join('\n');
}

const bys: { readonly [B in By]: Text } = {
  staff: text('员工', 'staff'),
  owner: text('申请人', 'the person who applied'),
  clock: text('定时', 'a job'),
  device: text('设备', 'a device'),
};

function diagram(cycle: Lifecycle): string[] {
  const at = (state: string) => `s_${state.replace(/\W/g, '_')}`;
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...Object.entries(cycle.states).map(([state, { label }]) => `  ${at(state)}: ${label.zh}`),
    `  [*] --> ${at(cycle.initial)}`,
    ...Object.values(cycle.actions).flatMap(({ from, to, label }) =>
      from.map((each) => `  ${at(each)} --> ${at(to)}: ${label.zh}`),
    ),
    ...cycle.final.map((state) => `  ${at(state)} --> [*]`),
    '```',
  ];
}

function lifecyclePage({ resources }: Product): string {
  const moving = byName(resources.filter((of) => of.lifecycle));
  const parts = moving.map((of) => {
    const cycle = of.lifecycle!;
    const named = (states: readonly string[]) =>
      states
        .map((state) => `${cycle.states[state]?.label.zh ?? state} / ${cycle.states[state]?.label.en ?? state}`)
        .join('; ');
    return [
      `## ${of.title.zh} / ${of.title.en} (\`${of.name}\`)`,
      '',
      ...diagram(cycle),
      '',
      tableHead('动作 / Action', '从 / From', '到 / To', '由 / By', '代码 / Code'),
      ...Object.entries(cycle.actions).map(([name, action]) =>
        line(
          `${action.label.zh} / ${action.label.en}`,
          named(action.from),
          named([action.to]),
          `${bys[action.by].zh} / ${bys[action.by].en}`,
          action.wire ? `\`${of.name}:${name}\`` : '—',
        ),
      ),
      '',
    ].join('\n');
  });
  return [warning, '# 状态流转 / Lifecycles', '', ...parts].join('\n');
}

/** Everything of `docs/generated/`, by file name. */
export function generatedDocuments(product: Documented): Record<string, string> {
  return {
    'openapi.json': `${JSON.stringify(openApi(product.served, product.resources, apiInfo), null, 1)}\n`,
    'permissions.md': permissionsPage(product),
    'roles.md': rolesPage(permissionCodes(product)),
    'lifecycles.md': lifecyclePage(product),
    'events.md': eventsPage(product.events),
  };
}
