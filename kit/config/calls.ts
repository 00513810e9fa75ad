/** The three calls of configuration: as files, compared with files, made what files say. */
import { call } from '#kit/declare/call.ts';
import { boolean, str } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { fingerprint } from '#kit/server/seal.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { applyFiles } from './apply.ts';
import type { Change, Outcome } from './apply.ts';
import { exportFiles } from './export.ts';
import { filesIn } from './files.ts';
import { titleOf } from './names.ts';

const MOST_BYTES = 20_000_000;
const PATH = '/api/gatehouse/config';

/**
 * What a plan says of a change, in the words of whoever asks. `before` and `after` are as the file writes them, null
 * where it is empty.
 */
export type PlannedChange = {
  readonly kind: Change['kind'];
  readonly resource: string;
  readonly title: string;
  readonly file: string;
  readonly name: string;
  readonly fields: readonly { field: string; label: string; before: unknown; after: unknown }[];
};
/** `digest` identifies exactly these changes: applying asks for it, so that nothing is applied that nobody has seen. */
export type Plan = {
  readonly changes: readonly PlannedChange[];
  readonly problems: readonly { file: string; line: number; field: string; msg: string }[];
  readonly digest: string;
};

function planOf({ changes, problems }: Outcome, work: Work): Plan {
  const planned = changes.map(({ kind, of, file, name, fields }): PlannedChange => ({
    kind,
    resource: of.name,
    title: of.title[work.lang],
    file,
    name,
    fields: fields.map(({ field, before, after }) => ({
      field,
      label: of.fields[field]?.label[work.lang] ?? field,
      before,
      after,
    })),
  }));
  const plain = changes.map(({ kind, of, file, fields }) => [kind, of.name, file, fields]);
  return {
    changes: planned,
    problems: problems.map((each) => ({ ...each, msg: each.msg[work.lang] })),
    digest: fingerprint(JSON.stringify(plain), ''),
  };
}

const countsOf = (changes: Outcome['changes']): Record<string, number> =>
  Object.fromEntries(
    (['create', 'change', 'remove'] as const).map((kind) => [
      kind,
      changes.filter((each) => each.kind === kind).length,
    ]),
  );

const body = text(
  '请求体为 {files: {路径: 内容}, …}，不超过20MB、20000个文件',
  'The body is {files: {path: text}, …} of at most 20 MB and 20,000 files',
);
const prune = boolean(text('删除文件中没有的记录', 'Remove what no file names'), { default: false });

export const exportConfig = call({
  name: 'kit.exportConfig',
  title: text('导出配置', 'Export the configuration'),
  area: 'kit',
  method: 'GET',
  path: `${PATH}/export`,
  permission: 'session',
  answer: 'object',
  note: text(
    '{files: {路径: 内容}, left: [没有导出权限的配置], doubled: [因同名未导出的记录]}：车场、车道、设备、收费规则等，以名称相互引用，不含密钥、个人信息与业务数据',
    '{files: {path: text}, left: [kinds the caller may not export], doubled: [records left out, for two have one name]}: car parks, lanes, devices, tariffs and more, named by name; no secrets, no personal data, nothing that happened',
  ),
});
export const planConfig = call({
  name: 'kit.planConfig',
  title: text('比较配置', 'Plan the configuration'),
  area: 'kit',
  method: 'POST',
  path: `${PATH}/plan`,
  permission: 'session',
  answer: 'object',
  changes: true,
  input: { prune },
  note: body,
});
export const applyConfig = call({
  name: 'kit.applyConfig',
  title: text('应用配置', 'Apply the configuration'),
  area: 'kit',
  method: 'POST',
  path: `${PATH}/apply`,
  permission: 'session',
  answer: 'object',
  input: { prune, digest: str(text('计划校验值', 'Digest of the plan'), { required: true, max: 64 }) },
  note: body,
});

/** Does all that applying would, and takes it back: what a plan says is what would happen. */
async function plan(work: Work): Promise<Plan> {
  const files = filesIn(work.raw.files);
  await work.db.raw('SAVEPOINT all_files');
  const dry: Work = { ...work, record: () => undefined, afterCommit: () => undefined };
  const outcome = await applyFiles(files, dry, work.input.prune === true);
  await work.db.raw('ROLLBACK TO SAVEPOINT all_files');
  work.record({ resource: 'kit', action: 'planConfig', rowId: null, after: countsOf(outcome.changes) });
  return planOf(outcome, work);
}

/**
 * @throws Refused `bad_input` with every problem, by file and line, or `changed_meanwhile` where this is not the plan
 * that was seen; nothing is saved then
 */
async function apply(work: Work): Promise<Plan> {
  const outcome = await applyFiles(filesIn(work.raw.files), work, work.input.prune === true);
  if (outcome.problems.length > 0)
    throw new Refused(
      'bad_input',
      {},
      outcome.problems.map(({ file, line, field, msg }) => ({
        field: `${file}:${line}${field ? ` ${field}` : ''}`,
        msg,
      })),
    );
  const applied = planOf(outcome, work);
  if (applied.digest !== work.input.digest) throw new Refused('changed_meanwhile');
  work.record({ resource: 'kit', action: 'applyConfig', rowId: null, after: countsOf(outcome.changes) });
  return applied;
}

export const configCalls: readonly Served[] = [
  serve(exportConfig, async (work) => {
    const { files, left, doubled } = await exportFiles(work);
    const repeated = doubled.map(({ of, lot, name }) =>
      [of.title[work.lang], lot, titleOf(name)].filter(Boolean).join(' '),
    );
    return { files, left: left.map(({ title }) => title[work.lang]), doubled: [...new Set(repeated)] };
  }),
  serve(planConfig, (work) => plan(work as Work), { bodyLimit: MOST_BYTES }),
  serve(applyConfig, (work) => apply(work as Work), { bodyLimit: MOST_BYTES }),
];
