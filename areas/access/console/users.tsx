import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay, useMe } from '#kit/console/me.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { resetPassword } from '#areas/access/model/user-calls.ts';
import { user } from '#areas/access/model/user.ts';
import type { NewPassword } from './new-passwords.tsx';

const LotGrant = part(() => import('./lot-grant.tsx'));
const RoleGrant = part(() => import('./role-grant.tsx'));
const NewPasswords = part(() => import('./new-passwords.tsx'));

const words = {
  roles: text('授予角色', 'Roles'),
  lots: text('授权车场', 'Car parks'),
  reset: text('重置密码', 'Reset password'),
  sure: text(
    '将为“{name}”生成新的一次性密码，其全部登录随即结束。是否继续?',
    'Create a new one-time password for “{name}”? All their sessions will end.',
  ),
};
const filled = (pattern: Text, name: string): Text => ({
  zh: pattern.zh.replace('{name}', name),
  en: pattern.en.replace('{name}', name),
});

type Opened = { what: 'roles' | 'lots'; row: AnyRow };

/** Users; what they may do and where, and new passwords for those who forgot theirs. */
export default function Users(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const me = useMe((state) => state.me);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [passwords, setPasswords] = useState<NewPassword[] | null>(null);
  const reset = async (row: AnyRow) => {
    if (!(await confirm({ title: words.reset, body: filled(words.sure, String(row['realName'])), danger: true })))
      return;
    try {
      setPasswords(await ask<NewPassword[]>(resetPassword, { ids: [row.id] }, { key: newKey(), quiet: true }));
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const extra = (row: AnyRow) =>
    row.id === me?.userId
      ? []
      : [
          ...(may('user:grantRole')
            ? [{ key: 'roles', label: t(words.roles), onPick: () => setOpened({ what: 'roles', row }) }]
            : []),
          ...(may('user:grantPark')
            ? [{ key: 'lots', label: t(words.lots), onPick: () => setOpened({ what: 'lots', row }) }]
            : []),
          ...(may('user:resetPassword')
            ? [{ key: 'reset', label: t(words.reset), onPick: () => void reset(row) }]
            : []),
        ];
  return (
    <>
      <ListPage of={user} rowActions={extra} />
      {opened?.what === 'roles' ? (
        <RoleGrant key={opened.row.id} row={opened.row} onClose={() => setOpened(null)} />
      ) : null}
      {opened?.what === 'lots' ? (
        <LotGrant key={opened.row.id} row={opened.row} onClose={() => setOpened(null)} />
      ) : null}
      {passwords ? <NewPasswords passwords={passwords} onClose={() => setPasswords(null)} /> : null}
    </>
  );
}
