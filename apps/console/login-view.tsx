import type { ReactNode } from 'react';
import type { Lang } from '#kit/declare/text.ts';
import { defaultTitle, loginWords as words } from './login-words.ts';

export { defaultTitle };
export type { LoginConfig } from './login-words.ts';

/** A lot seen from above: the one picture of the login page, drawn with lines. */
function Plan(): ReactNode {
  const bays = [0, 1, 2, 3, 4, 5];
  return (
    <svg className="plan" viewBox="0 0 420 300" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d="M10 110h400M10 190h400" strokeDasharray="14 12" opacity=".45" />
      {bays.map((at) => (
        <path key={at} d={`M${20 + at * 66} 20v76M${20 + at * 66} 204v76`} opacity=".6" />
      ))}
      <path d="M20 20h380M20 280h380" opacity=".6" />
      {[0, 2, 3, 5].map((at) => (
        <rect key={at} x={33 + at * 66} y="32" width="40" height="56" rx="12" fill="currentColor" fillOpacity=".14" />
      ))}
      {[1, 2, 4].map((at) => (
        <rect key={at} x={33 + at * 66} y="212" width="40" height="56" rx="12" fill="currentColor" fillOpacity=".14" />
      ))}
      <rect x="150" y="130" width="58" height="40" rx="12" fill="currentColor" fillOpacity=".5" />
      <path d="M222 150h60m-12-10 12 10-12 10" />
    </svg>
  );
}

export const Mark = ({ size = 44 }: { size?: number }): ReactNode => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    aria-hidden="true"
  >
    <rect x="2" y="2" width="20" height="20" rx="6" fill="currentColor" stroke="none" />
    <path d="M9 18V6.5h3.6a3.4 3.4 0 0 1 0 6.8H9" stroke="#fff" strokeWidth="2.2" />
  </svg>
);
const Eye = (): ReactNode => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    aria-hidden="true"
  >
    <path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7z" />
    <circle cx="12" cy="12" r="3" />
    <path className="shut" d="M4 20 20 4" />
  </svg>
);

/**
 * The login page in one language, drawn by the build into the first document; `login.ts` brings it to life, so that it
 * needs no framework.
 */
export function LoginView({ lang }: { lang: Lang }): ReactNode {
  const input = (name: string, more: object) => (
    <input id={`${name}-${lang}`} className="gh-input" name={name} autoCapitalize="off" spellCheck={false} {...more} />
  );
  return (
    <div className="login" lang={lang === 'zh' ? 'zh-CN' : 'en'}>
      <section className="side" aria-hidden="true">
        <Plan />
        <p>{words.promise[lang]}</p>
      </section>
      <main>
        <button type="button" className="gh-btn plain lang" lang={lang === 'zh' ? 'en' : 'zh-CN'}>
          {words.other[lang]}
        </button>
        <form noValidate>
          <header>
            <Mark />
            <h1>{defaultTitle[lang]}</h1>
          </header>
          <h2>{words.welcome[lang]}</h2>
          <p className="ways" role="group" aria-label={words.ways[lang]} hidden>
            {(['password', 'code'] as const).map((way) => (
              <button key={way} type="button" data-way={way} aria-pressed={way === 'password'}>
                {words[way === 'password' ? 'byPassword' : 'byCode'][lang]}
              </button>
            ))}
          </p>
          <label htmlFor={`username-${lang}`}>{words.account[lang]}</label>
          {input('username', { autoComplete: 'username', required: true })}
          <label htmlFor={`password-${lang}`}>{words.password[lang]}</label>
          <span className="secret">
            {input('password', { type: 'password', autoComplete: 'current-password', required: true })}
            <button type="button" className="show" aria-label={words.show[lang]} aria-pressed={false}>
              <Eye />
            </button>
          </span>
          <div className="by-code" hidden>
            <label htmlFor={`validCode-${lang}`}>{words.code[lang]}</label>
            <span>
              {input('validCode', { autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 6 })}
              <button type="button" className="gh-btn send">
                {words.send[lang]}
              </button>
            </span>
          </div>
          <p className="problem" role="alert" />
          <button type="submit" className="gh-btn primary enter">
            {words.enter[lang]}
          </button>
        </form>
        <footer />
      </main>
    </div>
  );
}
