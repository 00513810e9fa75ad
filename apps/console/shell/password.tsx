import type { ReactNode } from 'react';
import { Failed, ask } from '#kit/console/ask.ts';
import { firstValues } from '#kit/console/fields.ts';
import { session } from '#kit/console/session.ts';
import { SettingsPage } from '#kit/console/settings-page.tsx';
import { useWords } from '#kit/console/words.ts';
import { secret } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { restQueries, resumeQueries } from './client.ts';

const words = {
  title: text('修改密码', 'Change password'),
  save: text('确定修改', 'Change password'),
  differs: text('两次输入的新密码不一致', 'The new passwords do not match'),
  done: text('密码已修改，请重新登录', 'Password changed. Please log in again.'),
};
const fields = {
  oldPassword: secret(text('原密码', 'Current password'), { required: true }),
  newPassword: secret(text('新密码', 'New password'), {
    required: true,
    min: 8,
    max: 64,
    help: text('至少8位，含字母、数字、符号中的两种', 'At least 8 characters, with two of letters, digits and symbols'),
  }),
  repeated: secret(text('确认新密码', 'Confirm new password'), { required: true }),
};
const nothing = firstValues(fields);

const leave = () => {
  session.close(true);
  location.replace('/login');
};

export type PasswordFormProps = { title?: Text; savedText?: Text; children?: ReactNode; onChanged: () => void };

/** The form for the old password and, twice, the new one. */
export function PasswordForm({
  title = words.title,
  savedText = words.done,
  children,
  onChanged,
}: PasswordFormProps): ReactNode {
  const { t } = useWords();
  const change = async (
    { oldPassword, newPassword, repeated }: Readonly<Record<string, unknown>>,
    _: readonly string[],
    key: string,
  ) => {
    if (newPassword !== repeated) throw new Failed(400, { errors: [{ field: 'repeated', msg: t(words.differs) }] });
    await restQueries();
    await ask(
      '/api/updown/sysuser/updatePassword',
      { oldPassword, newPassword },
      { method: 'POST', key, quiet: true },
    ).catch((error: unknown) => {
      resumeQueries();
      throw error;
    });
    onChanged();
  };
  return (
    <SettingsPage title={title} fields={fields} first={nothing} save={change} button={words.save} savedText={savedText}>
      {children}
    </SettingsPage>
  );
}

/** The person's own password. Afterwards the session is over and he logs in with the new one. */
export default function PasswordPage(): ReactNode {
  return <PasswordForm onChanged={leave} />;
}
