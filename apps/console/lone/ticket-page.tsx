import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { ask, wordsOf } from '#kit/console/ask.ts';
import type { Given } from '#kit/console/session.ts';
import { keep } from '#kit/console/storage.ts';
import { useWords } from '#kit/console/words.ts';
import { fill, text } from '#kit/declare/text.ts';
import { logError } from '../error-log.ts';
import { entered } from '../login.ts';
import type { LoginConfig } from '../login-words.ts';
import './lone.css';

const words = {
  title: text('第三方登录', 'Third-party login'),
  busy: text('正在登录…', 'Logging in…'),
  bare: text(
    '地址中没有登录票据，请从第三方系统重新进入。',
    'The address carries no ticket; come again from the other system.',
  ),
  none: text('本系统没有接入第三方登录“{source}”。', 'No third-party login “{source}” is set up here.'),
  how: text(
    '接入方法：管理员在服务器启动时以 provideTickets(来源, 验证函数) 登记接入方，之后从第三方系统打开 /gxwlogin?code=票据&source=来源。',
    'To set one up, whoever runs the server registers it at start with provideTickets(source, prove); then the other system opens /gxwlogin?code=TICKET&source=SOURCE.',
  ),
  login: text('用账号密码登录', 'Log in by password'),
};

type Ticket = { code: string | null; source: string; state: string | null; openId: string | null };

/** The ticket leaves the address at once, so that it is not copied, kept in the history or sent on. */
function taken(): Ticket {
  const params = new URLSearchParams(location.search);
  history.replaceState(null, '', location.pathname);
  return {
    code: params.get('code') ?? params.get('ticket'),
    source: params.get('source') ?? 'gxw',
    state: params.get('state'),
    openId: params.get('openId'),
  };
}

let once: Ticket | null = null;

/**
 * Trades the ticket of another system for a login and goes home; where that fails, to the login page with the reason.
 */
async function trade(ticket: Ticket): Promise<void> {
  try {
    entered(await ask<Given>('/api/api-uaa/oauth/user/thirdtoken', ticket, { method: 'POST', quiet: true }));
    location.replace('/');
  } catch (error) {
    logError('login', error, ticket.source);
    keep('message', wordsOf(error), 'session');
    location.replace('/login');
  }
}

export default function TicketPage(): ReactNode {
  const { t } = useWords();
  const [ticket] = useState(() => (once ??= taken()));
  const [standing, setStanding] = useState<'busy' | 'none' | 'bare'>('busy');
  useEffect(() => {
    document.title = t(words.title);
  }, [t]);
  useEffect(() => {
    let here = true;
    const look = async () => {
      const config = await ask<LoginConfig>(
        '/api/updown/sysCustomConfig/getLoginConfig',
        { domain: location.hostname },
        { quiet: true },
      ).catch(() => null);
      if (!here) return;
      if (config && !config.ways?.thirdParty.includes(ticket.source)) setStanding('none');
      else if (!ticket.code) setStanding('bare');
      else await trade(ticket);
    };
    void look();
    return () => {
      here = false;
    };
  }, [ticket]);
  return (
    <main className="lone">
      <section>
        <h1>{t(words.title)}</h1>
        {standing === 'busy' ? <p aria-busy="true">{t(words.busy)}</p> : null}
        {standing === 'none' ? (
          <>
            <p>{t(fill(words.none, { source: ticket.source }))}</p>
            <p>{t(words.how)}</p>
          </>
        ) : null}
        {standing === 'bare' ? <p>{t(words.bare)}</p> : null}
        {standing === 'busy' ? null : (
          <a className="gh-btn primary" href="/login">
            {t(words.login)}
          </a>
        )}
      </section>
    </main>
  );
}
