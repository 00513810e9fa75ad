import { isEmpty } from '#kit/declare/check.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Rules } from '#kit/server/rules.ts';
import { forget } from './person.ts';

type Given = { parentId?: string | null; path?: string | null; code?: string | null; category?: string | null };
type Kept = Given & { id: string; menuKey: string | null };

const goodPath = (path: string): boolean =>
  /^\/[^\s]*$/.test(path) || /^https?:\/\/[^\s]+$/.test(path) || /^[\w./-]*html[^\s]*$/.test(path);
const goodCode = (code: string): boolean => /^[A-Za-z][\w-]*:[A-Za-z][\w-]*$/.test(code);

const fixed = text(
  '内置菜单的地址和权限码不能修改',
  'The path and permission code of a built-in menu cannot be changed',
);

export const menuRules: Rules = {
  check(values, row) {
    const given = values as Given;
    const before = row;
    const problems: Problem[] = [];
    if (given.path && !goodPath(given.path))
      problems.push({
        field: 'path',
        msg: text('应为 / 开头的地址或 http(s) 网址', 'must begin with / or be an http(s) address'),
      });
    if (given.code && !goodCode(given.code))
      problems.push({ field: 'code', msg: text('权限码形如 park:read', 'A permission code looks like park:read') });
    if ((given.category ?? before?.category) === 'button' && isEmpty('code' in given ? given.code : before?.code))
      problems.push({ field: 'code', msg: text('按钮必须有权限码', 'A button needs a permission code') });
    for (const name of ['path', 'code', 'category'] as const)
      if (before?.menuKey && name in given && (given[name] ?? null) !== (before[name] ?? null))
        problems.push({ field: name, msg: fixed });
    return problems;
  },
  fill: (_, before) => (before && (before as Kept).menuKey ? { edited: true } : {}),
  async removing(row) {
    if (row.menuKey)
      throw ruleRefused(text('内置菜单不能删除，可改为不显示', 'Built-in menus cannot be deleted. Hide them instead.'));
  },
  async saved(_, __, work) {
    work.afterCommit(() => void forget(work.database));
  },
};

/** A top menu leads to a page of its own, or to another address. */
export const topMenuRules: Rules = {
  ...menuRules,
  check: (values) => {
    const { path } = values as Given;
    return path && !goodPath(path)
      ? [
          {
            field: 'path',
            msg: text('应为 / 开头的地址或 http(s) 网址', 'must begin with / or be an http(s) address'),
          },
        ]
      : [];
  },
};
