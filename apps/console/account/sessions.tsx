import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Ago } from '#kit/console/ago.tsx';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { wallTime } from '#kit/declare/format.ts';
import { zone } from '#kit/console/me.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { WideFrame } from '#kit/console/wide-frame.tsx';
import { text } from '#kit/declare/text.ts';
import { browserOf } from './agent.ts';

const words = {
  title: text('我的登录', 'My logins'),
  note: text(
    '您的账号在以下设备上处于登录状态。不认识的请立即结束，并修改密码。',
    'Your account is logged in on these devices. Log out any you do not recognise, then change your password.',
  ),
  browser: text('浏览器', 'Browser'),
  address: text('IP 地址', 'IP address'),
  since: text('登录时间', 'Logged in'),
  seen: text('最近活动', 'Last active'),
  here: text('本机', 'This device'),
  end: text('退出该设备', 'Log out that device'),
  please: text('提示', 'Please confirm'),
  sure: text('确定结束该设备上的登录吗？', 'Log out that device?'),
  ended: text('已退出', 'Device logged out'),
};

type Login = {
  id: string;
  agent: string | null;
  ip: string | null;
  createdAt: string;
  seenAt: string;
  current: boolean;
};

/** Where the person is logged in, so that he sees nobody else is; each of the others can be ended. */
export function Sessions(): ReactNode {
  const { t } = useWords();
  const [busy, setBusy] = useState<string | null>(null);
  const found = useQuery({
    queryKey: ['own logins'],
    queryFn: ({ signal }) => ask<Login[]>('/api/gatehouse/session/list', {}, { signal, quiet: true }),
  });
  const end = async (id: string) => {
    if (!(await confirm({ title: words.please, body: words.sure, ok: words.end, danger: true }))) return;
    setBusy(id);
    await ask('/api/gatehouse/session/revoke', { id }, { method: 'POST', key: newKey(), quiet: true }).then(
      () => notify.ok(t(words.ended)),
      (error) => notify.error(wordsOf(error)),
    );
    await found.refetch();
    setBusy(null);
  };
  if (found.error) return <Trouble error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <section aria-label={t(words.title)} aria-busy={found.isPending}>
      <h2>{t(words.title)}</h2>
      <p className="note">{t(words.note)}</p>
      <WideFrame>
        <table className="gh-bill logins">
          <thead>
            <tr>
              {[words.browser, words.address, words.since, words.seen].map((word) => (
                <th key={word.en} scope="col">
                  {t(word)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {found.data?.map((login) => (
              <tr key={login.id}>
                <td title={login.agent ?? ''}>{browserOf(login.agent)}</td>
                <td>{login.ip ?? '—'}</td>
                <td className="time">{wallTime(login.createdAt, zone())}</td>
                <td className="time">
                  <Ago instant={login.seenAt} />
                </td>
                <td>
                  {login.current ? (
                    <span className="gh-tag ok">{t(words.here)}</span>
                  ) : (
                    <button
                      type="button"
                      className="gh-link"
                      disabled={busy === login.id}
                      onClick={() => void end(login.id)}
                    >
                      {t(words.end)}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideFrame>
    </section>
  );
}
