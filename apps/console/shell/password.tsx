import type { ReactNode } from 'react';
import { SettingsPage } from '#kit/console/settings-page.tsx';
import { session } from '#kit/console/session.ts';
import { secret } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

const fields = {
  oldPassword: secret(text('原密码', 'Present password'), { required: true }),
  newPassword: secret(text('新密码', 'New password'), { required: true, min: 8, max: 64, help: text('至少8位', 'At least 8 characters') }),
};

/** The person's own password. Afterwards the session is over and he logs in with the new one. */
export default function PasswordPage(): ReactNode {
  const again = () => { session.close(true); location.replace('/login'); };
  return <SettingsPage title={text('修改密码', 'Change password')} fields={fields} save="/api/updown/sysuser/updatePassword" onSaved={again} />;
}
