import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { ask } from '#kit/console/ask.ts';
import { Pop } from '#kit/console/floating.tsx';
import { Icon } from '#kit/console/icon.tsx';
import type { Me } from '#kit/console/me.ts';
import { confirm } from '#kit/console/notices.ts';
import { session } from '#kit/console/session.ts';
import { speak, useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { labelOf } from './menu.ts';
import type { MenuItem } from './menu.ts';
import { home } from './screens.ts';

const SwitchCompany = lazy(() => import('./dialogs/switch-company.tsx'));

const words = {
  toggle: text('展开或收起菜单', 'Show or hide the menu'), trail: text('当前位置', 'Where this is'), lang: text('语言', 'Language'), mine: text('我的账号', 'My account'), home: text('首页', 'Home'),
  password: text('修改密码', 'Change password'), company: text('切换单位', 'Switch company'), out: text('退出登录', 'Log out'), sure: text('确定要退出登录吗？', 'Log out now?'), title: text('提示', 'Please confirm'),
};

export function Breadcrumb({ trail }: { trail: readonly MenuItem[] }): ReactNode {
  const { t } = useWords();
  return trail.length === 0 ? null : <ol className="crumbs" aria-label={t(words.trail)}>{trail.map((item, at) => <li key={item.id} aria-current={at === trail.length - 1 ? 'page' : undefined}>{t(labelOf(item))}</li>)}</ol>;
}

async function logOut(account: string): Promise<void> {
  if (!(await confirm({ title: words.title, body: words.sure, ok: words.out }))) return;
  await ask('/api/api-uaa/oauth/user/logoutLog', { account, source: 'console' }, { method: 'POST', quiet: true }).catch(() => undefined);
  await ask('/api/api-uaa/oauth/remove/token', {}, { quiet: true }).catch(() => undefined);
  session.close(true);
  location.replace('/login');
}

export function TopBar({ me, middle, expanded, onToggle, onGo }: { me: Me; middle: ReactNode; expanded: boolean; onToggle: () => void; onGo: (path: string) => void }): ReactNode {
  const { t, lang } = useWords();
  const [switching, setSwitching] = useState(false);
  const speech = [{ key: 'zh', label: '中文', disabled: lang === 'zh', onPick: () => speak('zh') }, { key: 'en', label: 'English', disabled: lang === 'en', onPick: () => speak('en') }];
  const mine = [
    { key: 'home', label: t(words.home), icon: 'home', onPick: () => onGo(home) },
    { key: 'password', label: t(words.password), icon: 'key', onPick: () => onGo('/user/updatepassword') },
    { key: 'company', label: t(words.company), icon: 'swap', onPick: () => setSwitching(true) },
    { key: 'out', label: t(words.out), icon: 'exit', onPick: () => void logOut(me.account) },
  ];
  return (
    <header className="top-bar gh-no-print">
      <button type="button" className="gh-btn plain icon" aria-label={t(words.toggle)} title={t(words.toggle)} aria-expanded={expanded} onClick={onToggle}><Icon name="collapse" size={18} /></button>
      {middle}
      <span className="gap" />
      {me.companyName ? <span className="company" title={me.companyName}>{me.companyName}</span> : null}
      <Pop label={t(words.lang)} className="gh-btn plain icon" button={<Icon name="globe" size={18} />} items={speech} />
      <Pop label={`${me.realName || me.account} ${t(words.mine)}`} className="gh-btn plain me" button={<><i className="avatar" data-letter={(me.realName || me.account).slice(0, 1)} /><span className="name">{me.realName || me.account}</span><Icon name="down" size={13} /></>} items={mine} />
      {switching ? <Suspense fallback={null}><SwitchCompany me={me} onClose={() => setSwitching(false)} onGo={onGo} /></Suspense> : null}
    </header>
  );
}
