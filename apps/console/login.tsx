import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { ask, wordsOf } from '#kit/console/ask.ts';
import { session } from '#kit/console/session.ts';
import type { Tokens } from '#kit/console/session.ts';
import { kept } from '#kit/console/storage.ts';
import { speak, useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { LoginView, defaultTitle } from './login-view.tsx';
import type { LoginConfig } from './login-view.tsx';

const words = { missing: text('请输入账号和密码', 'Enter the account and the password'), expired: text('登录已过期，请重新登录', 'Login expired, please log in again') };

export type LoginProps = {
  /** Typed before the scripts were there. */
  typed: { account: string; password: string };
  /** The session ended by itself. */
  expired: boolean;
  onWarm: () => void;
};

/** Login by password. What the host is called comes from the server; without an answer the defaults stand. */
export function Login({ typed, expired, onWarm }: LoginProps): ReactNode {
  const { lang, t } = useWords();
  const [config, setConfig] = useState<LoginConfig | null>(kept<LoginConfig>('login-config', 'session'));
  const [account, setAccount] = useState(typed.account);
  const [password, setPassword] = useState(typed.password);
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(expired ? t(words.expired) : null);
  useEffect(() => {
    ask<LoginConfig>('/api/updown/sysCustomConfig/getLoginConfig', { domain: location.hostname }, { quiet: true }).then(setConfig, () => undefined);
  }, []);
  useEffect(() => { document.title = (lang === 'zh' ? config?.title : (config?.titleEn ?? config?.title)) || t(defaultTitle); }, [config, lang, t]);
  const enter = async () => {
    if (!account.trim() || !password) return setProblem(t(words.missing));
    setBusy(true);
    setProblem(null);
    try {
      session.open(await ask<Omit<Tokens, 'takenAt'>>('/api/api-uaa/oauth/user/token', { username: account.trim(), password }, { method: 'POST', quiet: true }));
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <LoginView
      lang={lang} config={config} account={account} password={password} problem={problem} busy={busy} shown={shown} onAccount={setAccount}
      onPassword={(value) => { onWarm(); setPassword(value); }} onShown={() => setShown(!shown)} onLang={() => speak(lang === 'zh' ? 'en' : 'zh')} onSubmit={() => void enter()}
    />
  );
}
