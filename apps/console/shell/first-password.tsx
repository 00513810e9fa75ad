import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { speak } from '#kit/console/language.ts';
import { useMe } from '#kit/console/me.ts';
import { session } from '#kit/console/session.ts';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { loginWords } from '../login-words.ts';
import { Mark } from '../login-view.tsx';
import { useBrand } from './brand.ts';
import { resumeQueries } from './client.ts';
import { PasswordForm } from './password.tsx';

const words = {
  title: text('设置您的密码', 'Set your password'),
  why: text(
    '当前密码由管理员设置，请先修改再使用系统。',
    'This password was set by an administrator. Change it to continue.',
  ),
  done: text('密码已修改，欢迎使用', 'Password changed. Welcome.'),
  leave: text('退出登录', 'Log out'),
};

const leave = () => {
  session.close(true);
  location.replace('/login');
};

/** Whose password was given by somebody else changes it before anything else, and goes on without logging in again. */
export default function FirstPassword(): ReactNode {
  const { t, lang } = useWords();
  const queries = useQueryClient();
  const { title, short, logo } = useBrand();
  const me = useMe((state) => state.me);
  useEffect(() => {
    document.title = `${t(words.title)} - ${t(title)}`;
  }, [t, title]);
  return (
    <div className="first-password">
      <header>
        {logo ? <img src={logo} alt="" width="32" height="32" /> : <Mark size={32} />}
        <strong>{t(short)}</strong>
        <button
          type="button"
          className="gh-btn plain"
          lang={lang === 'zh' ? 'en' : 'zh-CN'}
          onClick={() => speak(lang === 'zh' ? 'en' : 'zh')}
        >
          {t(loginWords.other)}
        </button>
        <button type="button" className="gh-btn plain" onClick={leave}>
          {t(words.leave)}
        </button>
      </header>
      <main>
        <PasswordForm
          title={words.title}
          savedText={words.done}
          onChanged={() => {
            resumeQueries();
            void queries.invalidateQueries({ queryKey: ['me'] });
          }}
        >
          <p className="gh-settings-why">
            {me ? <b>{me.realName || me.account}</b> : null} {t(words.why)}
          </p>
        </PasswordForm>
      </main>
    </div>
  );
}
