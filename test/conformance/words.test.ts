/** Static checks of declarations: texts in both languages, states that lead somewhere. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { breach, textsIn } from '#apps/check/words.ts';
import { menu } from '#apps/menu.ts';
import type { MenuNode } from '#apps/menu-nodes.ts';
import { reports, resources, served } from '#apps/server/areas.ts';
import { actionNames, subjects } from '#areas/ops/model/audit-log.ts';
import { besides } from '#areas/ops/server/audit-words.ts';
import { columnFields, columnWidth } from '#kit/console/fields.ts';
import { refusals } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';

const root = join(import.meta.dirname, '..', '..');
test('every text of a declaration is Chinese in Chinese and has none in English', (t) => {
  const found: { at: string; zh: string; en: string }[] = [];
  for (const each of [...resources, ...reports]) textsIn(each, each.name, found);
  for (const { call } of served) textsIn(call, call.name, found);
  textsIn(refusals, 'refusals', found);
  const wrong = found.flatMap((each) => {
    const why = breach(each);
    return why ? [`${each.at}: ${why}: ${each.zh} | ${each.en}`] : [];
  });
  t.diagnostic(`${found.length} texts, ${wrong.length} breaches`);
  assert.deepEqual(wrong.slice(0, 60), []);
});

/** Firmware is not counted, and the black and the white list are one page. */
const uncounted = new Set(['firmware', 'carList']);

test('every page of rows says what it keeps, and a row that is added is named by one, its page by many', () => {
  const paged = resources.filter(({ route }) => route);
  assert.deepEqual(
    paged.filter(({ help }) => !help).map(({ name }) => name),
    [],
  );
  assert.deepEqual(
    paged
      .filter(({ name, verbs, title, many }) => verbs.includes('add') && title.en === many.en && !uncounted.has(name))
      .map(({ name, title }) => `${name}: ${title.en}`),
    [],
  );
});

/**
 * What a phone of 390 pixels has for columns, which it draws at 0.92 of their width (page.css), and the empty end of
 * the last.
 */
const phone = (372 + 9) / 0.92;

/** A stay begins with its two times, an exception with its kind, and what was done by a handheld with who did it. */
const otherWording = new Set(['stay', 'laneException', 'handheldDeed']);

test('a list of what happened begins with the car or the time: a narrow window shows two columns', () => {
  const listed = resources.filter(({ route, facts }) => route && facts);
  assert.ok(listed.length > 10);
  assert.deepEqual(
    listed
      .filter(({ list, facts }) => !list.slice(0, 2).some((name) => name === 'plateNumber' || name === facts!.by))
      .map(({ name, list }) => `${name}: ${list.join(', ')}`),
    [],
  );
  const isMoney = ({ fields }: Resource, name: string) => fields[name]?.kind === 'money';
  const ofMoney = resources.filter(
    (of) =>
      of.route &&
      (of.facts || of.page === 'record') &&
      of.totals.some((name) => isMoney(of, name)) &&
      !otherWording.has(of.name),
  );
  assert.ok(ofMoney.length > 20);
  assert.deepEqual(
    ofMoney
      .filter((of) => !of.list.slice(0, 3).some((name) => isMoney(of, name)))
      .map(({ name, list }) => `${name}: ${list.join(', ')}`),
    [],
    'a list of money shows some in its first three columns',
  );
  const wide = (['zh', 'en'] as const)
    .flatMap((lang) =>
      ofMoney.map((of) => {
        const fields = columnFields(of);
        return {
          of: `${of.name} in ${lang}`,
          takes: of.list
            .slice(0, of.list.findIndex((name) => isMoney(of, name)) + 1)
            .reduce((sum, name) => sum + columnWidth(fields[name]!, (words) => words[lang]), 0),
        };
      }),
    )
    .filter(({ takes }) => takes > phone);
  assert.deepEqual(wide, [], 'on a phone the first amount is in view to its last digit');
});

/** The sources, without packages and tests. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

test('every text written in the sources is Chinese in Chinese and has none in English', (t) => {
  const literal = `'((?:[^'\\\\]|\\\\.)*)'`;
  const pair = new RegExp(`\\btext\\(\\s*${literal}\\s*,\\s*${literal}\\s*,?\\s*\\)`, 'g');
  let looked = 0;
  const wrong: string[] = [];
  for (const path of ['domain', 'kit', 'areas', 'device', 'apps', 'db', 'tools'].flatMap((folder) =>
    sources(join(root, folder)),
  )) {
    for (const { 1: zh, 2: en } of readFileSync(path, 'utf8').matchAll(pair)) {
      looked += 1;
      const why = breach({ zh: zh!, en: en! });
      if (why) wrong.push(`${relative(root, path)}: ${why}: ${zh} | ${en}`);
    }
  }
  t.diagnostic(`${looked} texts, ${wrong.length} breaches`);
  assert.ok(looked > 500);
  assert.deepEqual(wrong.slice(0, 60), []);
});

test('every list and report that has a page stands in the menu, where people find it and roles are given it', () => {
  const routesIn = (nodes: readonly MenuNode[]): string[] =>
    nodes.flatMap(({ route, children }) => [...(route ? [route] : []), ...routesIn(children ?? [])]);
  const found = new Set(routesIn(menu));
  assert.deepEqual(
    [...resources, ...reports].flatMap(({ name, route }) => (route && !found.has(route) ? [`${name}: ${route}`] : [])),
    [],
  );
});

test('every action and subject of the audit log has a label', () => {
  const actions = new Set([
    ...Object.keys(actionNames),
    ...resources.flatMap(({ lifecycle }) => Object.keys(lifecycle?.actions ?? {})),
    ...served.map(({ call }) => call.name.split('.')[1]),
  ]);
  const about = new Set([
    ...Object.keys(subjects),
    ...resources.map(({ name }) => name),
    ...served.map(({ call }) => call.name.split('.')[0]),
  ]);
  const matches = ['kit', 'areas']
    .flatMap((folder) => sources(join(root, folder)))
    .flatMap((path) => [
      ...readFileSync(path, 'utf8').matchAll(/\brecord\(\{\s*resource: (?:'(\w+)'|[\w.]+),\s*action: '(\w+)'/g),
      ...readFileSync(path, 'utf8').matchAll(/\bnoteTry\(\w+, \w+, ()'(\w+)'/g),
    ]);
  assert.ok(matches.length > 30);
  assert.deepEqual(
    matches.flatMap(([, subject, action]) => [
      ...(actions.has(action!) ? [] : [action]),
      ...(subject && !about.has(subject) ? [subject] : []),
    ]),
    [],
  );
});

/** The names that stand first in an object as it is written: `{ a, b: c(d, e), ...f }` has a and b. */
function namesWritten(object: string): string[] {
  let flat = object.slice(1, -1);
  for (let before = ''; before !== flat;) [before, flat] = [flat, flat.replace(/[([{][^()[\]{}]*[)\]}]/g, '')];
  return flat
    .split(',')
    .map((each) => each.trim().split(':')[0]!)
    .filter((name) => /^\w+$/.test(name));
}

test('every value an action records in the audit log has a label instead of its source name', () => {
  const nested = String.raw`\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`;
  const wordless = ['kit', 'areas']
    .flatMap((folder) => sources(join(root, folder)))
    .flatMap((path) => {
      const area = /areas.(\w+)/.exec(path)?.[1];
      return [...readFileSync(path, 'utf8').matchAll(new RegExp(String.raw`\brecord\((${nested})\)`, 'g'))].flatMap(
        ([, noted]) => {
          const [, plain, declared] = /resource: (?:'(\w+)'|(\w+)\.name)/.exec(noted!) ?? [];
          const of = resources.find(({ name }) => name === (plain ?? declared));
          const known = new Set([
            'id',
            ...Object.keys(besides),
            ...Object.keys(of?.fields ?? {}),
            ...served.filter(({ call }) => call.area === area).flatMap(({ call }) => Object.keys(call.input)),
          ]);
          return [...noted!.matchAll(new RegExp(`(?:before|after): (${nested})`, 'g'))]
            .flatMap(([, values]) => namesWritten(values!))
            .filter((name) => !known.has(name))
            .map((name) => `${relative(root, path)}: ${name}`);
        },
      );
    });
  assert.deepEqual(wordless, []);
});

test('every state of a lifecycle is reached and leads on, or is final on purpose', (t) => {
  const wrong: string[] = [];
  const moving = resources.filter((of) => of.lifecycle);
  for (const of of moving) {
    const { states, actions, initial, final, field } = of.lifecycle!;
    const say = (what: string) => wrong.push(`${of.name}: ${what}`);
    const declared = of.fields[field];
    if (!declared) say(`its state ${field} is no field`);
    else if (declared.options && Object.keys(states).some((state) => !declared.options![state]))
      say(`the options of ${field} lack a state`);
    for (const [name, { from, to }] of Object.entries(actions))
      for (const state of [...from, to]) if (!states[state]) say(`${name} names ${state}, which is no state`);
    const reached = new Set([initial]);
    for (let before = -1; before !== reached.size;) {
      before = reached.size;
      for (const { from, to } of Object.values(actions)) if (from.some((state) => reached.has(state))) reached.add(to);
    }
    for (const state of Object.keys(states)) {
      const leadsOn = Object.values(actions).some(({ from, to }) => from.includes(state) && to !== state);
      if (!reached.has(state)) say(`${state} is never reached`);
      if (!leadsOn && !final.includes(state)) say(`${state} is a dead end`);
      if (leadsOn && final.includes(state)) say(`${state} is called final, yet something leads out`);
    }
  }
  t.diagnostic(`${moving.length} lifecycles`);
  assert.ok(moving.length > 0);
  assert.deepEqual(wrong, []);
});

test('every action of staff has its call, and every call a name of its own', () => {
  const names = served.map(({ call }) => call.name);
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
  // One call may approve and reject, distinguished by a parameter: then two actions share it.
  const paths = new Set(served.map(({ call }) => call.path));
  const missing = resources.flatMap((of) =>
    Object.entries(of.lifecycle?.actions ?? {})
      .filter(([, { wire }]) => wire && !paths.has(wire.path))
      .map(([name]) => `${of.name}.${name}`),
  );
  assert.deepEqual(missing, []);
});

test('a row action does not ask for what the row already contains', () => {
  const cases = resources.flatMap((of) =>
    of.actions.flatMap(({ call, key }) =>
      Object.entries(call.input)
        .filter(([name, field]) => name !== key && !field.hidden && !field.readOnly)
        .map(([name]) => ({ of, call, name })),
    ),
  );
  assert.deepEqual(
    cases
      .filter(({ of, name }) => ['companyId', 'parkId'].includes(name) && of.fields[name])
      .map(({ call, name }) => `${call.name} asks ${name}`),
    [],
  );
});

test('lists, orders, keys and names of a declaration name its fields', () => {
  const wrong = resources.flatMap((of) => {
    const named = [
      ...of.list,
      of.display,
      ...of.unique.flat(),
      ...of.index.flat(),
      ...of.totals,
      ...of.sections.flatMap(({ fields }) => fields),
      ...(of.parent ? [of.parent] : []),
    ];
    const within = Object.values(of.fields)
      .flatMap((field) => [field.within, field.when?.field])
      .filter((name) => name !== undefined);
    return [...named, ...within]
      .filter((name) => !of.fields[name] && !['createdAt', 'updatedAt', 'companyId', 'parkId'].includes(name))
      .map((name) => `${of.name}.${name}`);
  });
  assert.deepEqual(wrong, []);
});
