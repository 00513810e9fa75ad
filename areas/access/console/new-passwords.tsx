import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { Dialog } from '#kit/console/dialog.tsx';
import { useWords } from '#kit/console/words.ts';
import './access.css';

const words = {
  title: text('一次性密码', 'One-time password'),
  once: text(
    '密码只显示这一次，请立即转告本人；下次登录须修改。',
    'Shown only once. Pass it on now; it must be changed at the next login.',
  ),
  account: text('账号', 'Account'),
  name: text('姓名', 'Name'),
  password: text('密码', 'Password'),
  gone: text('已显示过', 'Already shown'),
};

export type NewPassword = { id: string; account: string; realName: string; password?: string };

/** Passwords made a moment ago; closing it is the last anyone sees of them. */
export default function NewPasswords({
  passwords,
  onClose,
}: {
  passwords: readonly NewPassword[];
  onClose: () => void;
}): ReactNode {
  const { t } = useWords();
  return (
    <Dialog once title={t(words.title)} onClose={onClose}>
      <p>{t(words.once)}</p>
      <table className="ac-passwords">
        <thead>
          <tr>
            <th scope="col">{t(words.account)}</th>
            <th scope="col">{t(words.name)}</th>
            <th scope="col">{t(words.password)}</th>
          </tr>
        </thead>
        <tbody>
          {passwords.map(({ id, account, realName, password }) => (
            <tr key={id}>
              <td>{account}</td>
              <td>{realName}</td>
              <td>{password ? <code>{password}</code> : t(words.gone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
