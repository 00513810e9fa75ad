import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { rolesNamed, useMe } from '#kit/console/me.ts';
import type { Me } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { Sheet } from '../demo/sheet.tsx';
import { titles } from '../demo/titles.ts';
import PasswordPage from '../shell/password.tsx';
import { Sessions } from './sessions.tsx';

const words = {
  note: text(
    '您的账号、权限范围和登录情况；密码在下方修改。',
    'Your account, its access and where it is logged in. Change the password below.',
  ),
  account: text('账号', 'Account'),
  name: text('姓名', 'Name'),
  roles: text('角色', 'Roles'),
  company: text('单位', 'Company'),
  zone: text('时区', 'Time zone'),
};

const facts = (me: Me, t: (words: Text) => string): [Text, string][] => [
  [words.account, me.account],
  [words.name, me.realName],
  [words.roles, rolesNamed(me).map(t).join(', ')],
  [words.company, me.companyName ?? ''],
  [words.zone, me.zone],
];

/** One's own account: who one is here, where one is logged in, and the password. */
export default function AccountPage(): ReactNode {
  const { t } = useWords();
  const me = useMe((state) => state.me);
  return (
    <>
      <Sheet title={titles.account} note={words.note}>
        {me ? (
          <dl className="facts">
            {facts(me, t).map(([label, value]) => (
              <Fragment key={label.en}>
                <dt>{t(label)}</dt>
                <dd>{value || '—'}</dd>
              </Fragment>
            ))}
          </dl>
        ) : null}
        <Sessions />
      </Sheet>
      <PasswordPage />
    </>
  );
}
