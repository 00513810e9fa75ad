/**
 * `npm run config -- export|plan|apply FOLDER`: the configuration of a group as files, through a running server
 * (docs/configuration.md).
 */
import { existsSync } from 'node:fs';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Plan, PlannedChange } from '#kit/config/calls.ts';
import { readFolder, writeFolder } from './config-folder.ts';
import type { Files } from './config-folder.ts';

const USAGE = `npm run config -- export|plan|apply FOLDER [options]
  export        writes the configuration into FOLDER
  plan          says what applying FOLDER would create, change and remove
  apply         shows the plan, asks, and applies it: all of it or nothing
  --prune       also remove what no file names, of the lots and kinds in FOLDER
  --yes         do not ask
  --url URL     the server (default http://127.0.0.1:PORT, PORT from the environment, else 8080)
  --user NAME   the account (default GATEHOUSE_USER); its password is GATEHOUSE_PASSWORD, otherwise it is prompted for
  --lang LANG   zh or en (default: the environment's)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    prune: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
    url: { type: 'string', default: `http://127.0.0.1:${process.env['PORT'] ?? 8080}` },
    user: { type: 'string', default: process.env['GATEHOUSE_USER'] },
    lang: { type: 'string', default: (process.env['LANG'] ?? '').startsWith('zh') ? 'zh' : 'en' },
  },
});
const zh = values.lang === 'zh';
const say = (inChinese: string, inEnglish: string): string => (zh ? inChinese : inEnglish);

/** What the server says no to, in its own words. */
class No extends Error {
  override readonly name = 'No';
}

async function ask(question: string, hidden = false): Promise<string> {
  const lines = createInterface({ input: stdin, output: stdout, terminal: stdin.isTTY });
  const answer = lines.question(question);
  // What is typed from here on is a password: the line is drawn without it.
  if (hidden) Object.assign(lines, { _writeToOutput: () => undefined });
  try {
    return await answer;
  } finally {
    lines.close();
    if (hidden) stdout.write('\n');
  }
}

async function send(method: string, path: string, input: object | null, token = ''): Promise<unknown> {
  const answer = await fetch(new URL(path, values.url), {
    method,
    headers: {
      'accept-language': values.lang!,
      ...(input ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(input ? { body: JSON.stringify(input) } : {}),
  });
  const body = (await answer.json()) as { data: unknown; msg: string; errors?: { field: string; msg: string }[] };
  if (answer.ok) return body.data;
  throw new No((body.errors ?? []).map(({ field, msg }) => `${field}  ${msg}`).join('\n') || body.msg);
}

async function logIn(): Promise<string> {
  const username = values.user ?? (await ask(say('账号：', 'Account: ')));
  const password = process.env['GATEHOUSE_PASSWORD'] ?? (await ask(say('密码：', 'Password: '), true));
  const session = await send('POST', '/api/api-uaa/oauth/user/token', { username, password });
  return (session as { accessToken: string }).accessToken;
}

const short = (value: unknown): string => (value === null ? say('（空）', '(empty)') : JSON.stringify(value));

type Part = { readonly name: string; readonly before: unknown; readonly after: unknown };
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What differs within a value: of an object such as a tariff only the entries that change. */
function partsOf(name: string, before: unknown, after: unknown): Part[] {
  if (!isObject(before) || !isObject(after))
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ name, before, after }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    partsOf(`${name}.${key}`, before[key] ?? null, after[key] ?? null),
  );
}

function linesOf({ kind, title, name, file, fields }: PlannedChange): string[] {
  const sign = { create: '+', change: '~', remove: '-' }[kind];
  const head = `${sign} ${title} ${name}  ${file}`;
  if (kind !== 'change') return [head];
  const parts = fields.flatMap(({ label, before, after }) => partsOf(label, before, after));
  return [head, ...parts.map(({ name: part, before, after }) => `    ${part}: ${short(before)} → ${short(after)}`)];
}

function show({ changes, problems }: Plan): void {
  for (const { file, line, field, msg } of problems) console.log(`! ${file}:${line} ${field}  ${msg}`);
  for (const each of changes) console.log(linesOf(each).join('\n'));
  const count = (kind: PlannedChange['kind']) => changes.filter((each) => each.kind === kind).length;
  const [made, changed, gone] = [count('create'), count('change'), count('remove')];
  console.log(
    say(
      `新增 ${made}，修改 ${changed}，删除 ${gone}，问题 ${problems.length}`,
      `${made} to create, ${changed} to change, ${gone} to remove, ${problems.length} problems`,
    ),
  );
}

async function exported(folder: string, token: string): Promise<void> {
  const { files, left, doubled } = (await send('GET', '/api/gatehouse/config/export', null, token)) as {
    files: Files;
    left: string[];
    doubled: string[];
  };
  writeFolder(folder, files);
  console.log(say(`${folder}：${Object.keys(files).length} 个文件`, `${folder}: ${Object.keys(files).length} files`));
  if (left.length > 0)
    console.log(say(`没有导出权限：${left.join('、')}`, `No permission to export: ${left.join(', ')}`));
  for (const each of doubled)
    console.log(say(`同名，未导出，请先改名：${each}`, `Left out, two have this name; rename one: ${each}`));
}

/** @returns whether the folder is valid, and was applied if requested */
async function compared(folder: string, token: string, applying: boolean): Promise<boolean> {
  const { prune } = values;
  const files = readFolder(folder);
  const plan = (await send('POST', '/api/gatehouse/config/plan', { files, prune }, token)) as Plan;
  show(plan);
  if (plan.problems.length > 0) return false;
  if (!applying || plan.changes.length === 0) return true;
  const word = say('是', 'yes');
  if (!values.yes && (await ask(say(`应用？输入“${word}”：`, `Apply? Type “${word}”: `))).trim() !== word) {
    console.log(say('没有应用', 'Nothing was applied'));
    return false;
  }
  await send('POST', '/api/gatehouse/config/apply', { files, prune, digest: plan.digest }, token);
  console.log(say('已应用', 'Applied'));
  return true;
}

const [what = '', folder] = positionals;
if (!['export', 'plan', 'apply'].includes(what) || !folder || (what !== 'export' && !existsSync(folder))) {
  console.error(USAGE);
  process.exit(2);
}
let token = '';
try {
  token = await logIn();
  const to = resolve(folder);
  if (what === 'export') await exported(to, token);
  else if (!(await compared(to, token, what === 'apply'))) process.exitCode = 1;
} catch (error) {
  // The server's refusal, or that it cannot be reached, in a line each.
  if (!(error instanceof No || error instanceof TypeError)) throw error;
  console.error(error instanceof No ? error.message : `${values.url}: ${String(error.cause ?? error.message)}`);
  process.exitCode = 1;
} finally {
  if (token) await send('GET', '/api/api-uaa/oauth/remove/token', null, token).catch(() => undefined);
}
