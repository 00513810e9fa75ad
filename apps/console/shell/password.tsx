import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Failed, ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { firstValues } from '#kit/console/fields.ts';
import { FieldForm, focusProblem, useDraft } from '#kit/console/form.tsx';
import { tell } from '#kit/console/notices.ts';
import { session } from '#kit/console/session.ts';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { secret } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

const words = {
  title: text('修改密码', 'Change password'), save: text('确定修改', 'Change it'), differs: text('两次输入的新密码不一致', 'The two new passwords differ'), done: text('密码已修改，请重新登录', 'The password is changed; log in again'),
  first: text('当前密码由管理员设置，请先修改再使用系统。', 'This password was set by an administrator; change it before you go on.'), leave: text('退出登录', 'Log out'),
};
const fields = {
  oldPassword: secret(text('原密码', 'Present password'), { required: true }),
  newPassword: secret(text('新密码', 'New password'), { required: true, min: 8, max: 64, help: text('至少8位', 'At least 8 characters') }),
  repeated: secret(text('确认新密码', 'New password again'), { required: true }),
};

function Form(): ReactNode {
  const { t } = useWords();
  const first = useMemo(() => firstValues(fields), []);
  const draft = useDraft(fields, first, true);
  const box = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const change = async () => {
    const values = draft.check();
    if (!values) return focusProblem(box.current);
    const { oldPassword, newPassword, repeated } = values;
    if (newPassword !== repeated) {
      draft.blame(new Failed(400, { errors: [{ field: 'repeated', msg: t(words.differs) }] }));
      return focusProblem(box.current);
    }
    setBusy(true);
    try {
      await ask('/api/updown/sysuser/updatePassword', { oldPassword, newPassword }, { method: 'POST', key: newKey(), quiet: true });
      tell.ok(t(words.done));
      session.close(true);
      location.replace('/login');
    } catch (error) {
      if (draft.blame(error)) focusProblem(box.current);
      else tell.error(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <form ref={box} className="own-password" onSubmit={(event) => { event.preventDefault(); void change(); }}>
      <FieldForm fields={fields} draft={draft} />
      <button type="submit" className="gh-btn primary" disabled={busy}>{busy ? <span className="gh-spin" /> : null}{t(words.save)}</button>
    </form>
  );
}

/** The person's own password. Afterwards the session is over and he logs in with the new one. `first`: he has to before anything else. */
export default function PasswordPage({ first = false }: { first?: boolean }): ReactNode {
  const { t } = useWords();
  const leave = () => {
    session.close(true);
    location.replace('/login');
  };
  return (
    <div className="gh-page">
      <section className="gh-card" aria-label={t(words.title)}>
        <div className="gh-tools"><h1>{t(words.title)}</h1></div>
        {first ? <p className="own-password-why">{t(words.first)} <button type="button" className="gh-link" onClick={leave}>{t(words.leave)}</button></p> : null}
        <Antd><Form /></Antd>
      </section>
    </div>
  );
}
