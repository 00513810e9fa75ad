import type { ReactNode } from 'react';
import type { Lang } from '#kit/declare/text.ts';
import { text } from '#kit/declare/text.ts';

export type LoginConfig = { title: string; titleEn?: string | null; shortTitle?: string | null; logo?: string | null; filings?: { text: string; url?: string | null }[] };

export const defaultTitle = text('智慧停车管理系统', 'Smart Parking Management System');
const words = {
  welcome: text('账号登录', 'Log in'), account: text('账号', 'Account'), password: text('密码', 'Password'), enter: text('登录', 'Log in'), busy: text('登录中…', 'Logging in…'),
  promise: text('车来车往，账目分明', 'Every car counted, every fen accounted for'), show: text('显示密码', 'Show password'), other: text('English', '中文'),
};

export type LoginViewProps = {
  lang: Lang; config: LoginConfig | null;
  account?: string; password?: string; problem?: string | null; busy?: boolean; shown?: boolean;
  onAccount?: (value: string) => void; onPassword?: (value: string) => void; onShown?: () => void; onLang?: () => void;
  onSubmit?: () => void;
};

/** A lot seen from above: the one picture of the login page, drawn with lines. */
function Plan(): ReactNode {
  const bays = [0, 1, 2, 3, 4, 5];
  return (
    <svg className="plan" viewBox="0 0 420 300" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d="M10 110h400M10 190h400" strokeDasharray="14 12" opacity=".45" />
      {bays.map((at) => <path key={at} d={`M${20 + at * 66} 20v76M${20 + at * 66} 204v76`} opacity=".6" />)}
      <path d="M20 20h380M20 280h380" opacity=".6" />
      {[0, 2, 3, 5].map((at) => <rect key={at} x={33 + at * 66} y="32" width="40" height="56" rx="12" fill="currentColor" fillOpacity=".14" />)}
      {[1, 2, 4].map((at) => <rect key={at} x={33 + at * 66} y="212" width="40" height="56" rx="12" fill="currentColor" fillOpacity=".14" />)}
      <rect x="150" y="130" width="58" height="40" rx="12" fill="currentColor" fillOpacity=".5" />
      <path d="M222 150h60m-12-10 12 10-12 10" />
    </svg>
  );
}

/** The login page as markup alone: drawn into the first document in both languages, and again by React once it is there. */
export function LoginView(props: LoginViewProps): ReactNode {
  const { lang, config, account, password, problem, busy = false, shown = false } = props;
  const title = (lang === 'zh' ? config?.title : (config?.titleEn ?? config?.title)) || defaultTitle[lang];
  const typed = (value: string | undefined, put: ((value: string) => void) | undefined) => (put ? { value: value ?? '', onChange: (event: React.ChangeEvent<HTMLInputElement>) => put(event.target.value) } : {});
  return (
    <div className="login">
      <section className="side" aria-hidden="true"><Plan /><p>{words.promise[lang]}</p></section>
      <main>
        <button type="button" className="gh-btn plain lang" lang={lang === 'zh' ? 'en' : 'zh-CN'} onClick={props.onLang}>{words.other[lang]}</button>
        <form onSubmit={(event) => { event.preventDefault(); props.onSubmit?.(); }} noValidate>
          <header>
            {config?.logo ? <img src={config.logo} alt="" width="44" height="44" /> : <svg width="44" height="44" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true"><rect x="2" y="2" width="20" height="20" rx="6" fill="currentColor" stroke="none" /><path d="M9 18V6.5h3.6a3.4 3.4 0 0 1 0 6.8H9" stroke="#fff" strokeWidth="2.2" /></svg>}
            <h1>{title}</h1>
          </header>
          <h2>{words.welcome[lang]}</h2>
          <label htmlFor={`account-${lang}`}>{words.account[lang]}</label>
          <input id={`account-${lang}`} className="gh-input" name="username" autoComplete="username" autoCapitalize="off" spellCheck={false} required {...typed(account, props.onAccount)} />
          <label htmlFor={`password-${lang}`}>{words.password[lang]}</label>
          <span className="secret">
            <input id={`password-${lang}`} className="gh-input" name="password" type={shown ? 'text' : 'password'} autoComplete="current-password" required {...typed(password, props.onPassword)} />
            <button type="button" aria-label={words.show[lang]} aria-pressed={shown} onClick={props.onShown}><svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true"><path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7z" /><circle cx="12" cy="12" r="3" />{shown ? null : <path d="M4 20 20 4" />}</svg></button>
          </span>
          <p className="problem" role="alert">{problem}</p>
          <button type="submit" className="gh-btn primary enter" disabled={busy}>{busy ? words.busy[lang] : words.enter[lang]}</button>
        </form>
        <footer>{config?.filings?.map((filing) => <a key={filing.text} href={filing.url ?? undefined} target="_blank" rel="noreferrer">{filing.text}</a>)}</footer>
      </main>
    </div>
  );
}
