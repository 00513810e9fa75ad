import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '#kit/console/ask.ts';
import { Nothing, Trouble } from '#kit/console/empty.tsx';
import { covers, rolesNamed, useMe } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { fill, text } from '#kit/declare/text.ts';
import { Sheet } from './sheet.tsx';
import { titles } from './titles.ts';
import { branchesOf, codesIn } from './permission.ts';
import type { Branch } from './permission.ts';

const words = {
  note: text(
    '服务器给出的权限树展开后的权限码：页面上的按钮按这些码显示或隐藏。',
    'The codes of the server’s permission tree: buttons are shown and hidden by them.',
  ),
  roles: text('角色：', 'Roles: '),
  none: text('没有角色', 'No role'),
  count: text('共 {n} 个权限码', '{n} codes'),
  find: text('搜索名称或权限码', 'Search by name or code'),
  try: text('试一个权限码', 'Try a code'),
  held: text('持有', 'Held'),
  missing: text('没有', 'Not held'),
  all: text('全部权限（*）', 'Everything (*)'),
};

function Codes({ branches }: { branches: readonly Branch[] }): ReactNode {
  const { lang } = useWords();
  return (
    <ul className="codes">
      {branches.map((branch, at) => (
        <li key={`${branch.code} ${at}`}>
          {lang === 'en' ? branch.nameEn || branch.name : branch.name} {branch.code ? <code>{branch.code}</code> : null}
          {branch.children.length > 0 ? <Codes branches={branch.children} /> : null}
        </li>
      ))}
    </ul>
  );
}

/** The person's own permission codes and the screens and buttons they open. */
export default function PermissionPage(): ReactNode {
  const { t } = useWords();
  const me = useMe((state) => state.me);
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState('park:edit');
  const tree = useQuery({
    queryKey: ['buttons'],
    queryFn: ({ signal }) => ask<Branch[]>('/api/updown/sysAdminMenu/buttons', {}, { signal, quiet: true }),
  });
  const held = me?.permissions ?? [];
  const shown = branchesOf(tree.data ?? [], typed);
  return (
    <Sheet title={titles.permission} note={words.note}>
      <p>
        {t(words.roles)}
        {me && me.roles.length > 0 ? rolesNamed(me).map(t).join(', ') : t(words.none)}
      </p>
      <p className="row">
        <label>
          {t(words.try)}{' '}
          <input className="gh-input" value={code} onChange={(event) => setCode(event.target.value.trim())} />
        </label>
        <span className={`gh-tag ${covers(held, code) ? 'ok' : 'bad'}`} role="status">
          {t(covers(held, code) ? words.held : words.missing)}
        </span>
      </p>
      <p className="row">
        <input
          className="gh-input"
          type="search"
          aria-label={t(words.find)}
          placeholder={t(words.find)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span className="gh-dim">
          {held.includes('*') ? t(words.all) : t(fill(words.count, { n: codesIn(tree.data ?? []).length }))}
        </span>
      </p>
      {tree.error ? (
        <Trouble error={tree.error} onRetry={() => void tree.refetch()} />
      ) : tree.isPending ? (
        <p aria-busy="true">
          <span className="gh-spin" />
        </p>
      ) : shown.length === 0 ? (
        <Nothing filtered={typed !== ''} onReset={() => setTyped('')} />
      ) : (
        <Codes branches={shown} />
      )}
    </Sheet>
  );
}
