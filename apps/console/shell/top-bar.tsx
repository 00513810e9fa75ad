import type { ReactNode } from 'react';
import { Pop } from '#kit/console/floating.tsx';
import type { Item } from '#kit/console/floating.tsx';
import { Icon } from '#kit/console/icon.tsx';
import type { Me } from '#kit/console/me.ts';
import { speak } from '#kit/console/language.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { helpTitle } from '../help/words.ts';
import { openBox, useBox } from './boxes.ts';
import type { Box } from './boxes.ts';
import { LockDialog } from './dialogs/lock-dialog.tsx';
import { Waiting } from './dialogs/waiting.tsx';
import { paletteTitle } from './find/words.ts';
import { useFullscreen } from './fullscreen.ts';
import { logOut, outWords } from './log-out.ts';
import { labelOf } from './menu.ts';
import type { MenuItem } from './menu.ts';
import { NoticeBell } from './notice-bell.tsx';
import { homeTitle } from './screens.ts';
import type { SizeClass } from './size.ts';

const wait = ({ onClose }: { onClose: () => void }): ReactNode => <Waiting onClose={onClose} />;
const SwitchCompany = part(() => import('./dialogs/switch-company.tsx'), { wait });
const ThemeDialog = part(() => import('./dialogs/theme-dialog.tsx'), { wait });
const ErrorLogDialog = part(() => import('./dialogs/error-log-dialog.tsx'), { wait });

const words = {
  toggle: text('展开或收起菜单', 'Toggle menu'),
  trail: text('当前位置', 'Breadcrumb'),
  lang: text('语言', 'Language'),
  mine: text('我的账号', 'My account'),
  password: text('修改密码', 'Change password'),
  company: text('切换单位', 'Switch company'),
  lock: text('锁定屏幕', 'Lock screen'),
  theme: text('主题', 'Theme'),
  full: text('全屏', 'Full screen'),
  leave: text('退出全屏', 'Exit full screen'),
  log: text('本地错误日志', 'Local error log'),
};

export function Breadcrumb({ trail }: { trail: readonly MenuItem[] }): ReactNode {
  const { t } = useWords();
  return trail.length === 0 ? null : (
    <ol className="crumbs" aria-label={t(words.trail)}>
      {trail.map((item, at) => (
        <li key={item.id} aria-current={at === trail.length - 1 ? 'page' : undefined}>
          {t(labelOf(item))}
        </li>
      ))}
    </ol>
  );
}

/** The box that lies above, one at a time. */
function Above({
  box,
  me,
  onClose,
  onGo,
}: {
  box: Box | null;
  me: Me;
  onClose: () => void;
  onGo: (path: string) => void;
}): ReactNode {
  switch (box) {
    case 'company':
      return <SwitchCompany me={me} onClose={onClose} onGo={onGo} />;
    case 'lock':
      return <LockDialog onClose={onClose} />;
    case 'theme':
      return <ThemeDialog onClose={onClose} />;
    case 'log':
      return <ErrorLogDialog onClose={onClose} />;
    default:
      return null;
  }
}

/** What a person sets for himself, in his menu: none of it is wanted often enough for a button. */
function useTools(): Item[] {
  const { t } = useWords();
  const screen = useFullscreen();
  return [
    { key: 'lock', label: t(words.lock), icon: 'lock', onPick: () => openBox('lock') },
    { key: 'theme', label: t(words.theme), icon: 'shirt', onPick: () => openBox('theme') },
    ...(screen
      ? [
          {
            key: 'full',
            label: t(screen.full ? words.leave : words.full),
            icon: screen.full ? 'shrink' : 'expand',
            onPick: screen.toggle,
          },
        ]
      : []),
  ];
}

type IconButtonProps = { icon: string; label: string; onClick: () => void };

function IconButton({ icon, label, onClick }: IconButtonProps): ReactNode {
  return (
    <button type="button" className="gh-btn plain icon" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} size={18} />
    </button>
  );
}

function FindButton({ isWide, onClick }: { isWide: boolean; onClick: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <button
      type="button"
      className={`gh-btn ${isWide ? 'finding' : 'plain icon'}`}
      aria-label={t(paletteTitle)}
      title={`${t(paletteTitle)} Ctrl+K`}
      onClick={onClick}
    >
      <Icon name="search" size={isWide ? 15 : 18} />
      {isWide ? (
        <>
          <span>{t(paletteTitle)}</span>
          <kbd data-keys="Ctrl K" />
        </>
      ) : null}
    </button>
  );
}

function LanguagePop(): ReactNode {
  const { t, lang } = useWords();
  const languages = [
    { key: 'zh', label: '中文', icon: 'globe', disabled: lang === 'zh', onPick: () => speak('zh') },
    { key: 'en', label: 'English', icon: 'globe', disabled: lang === 'en', onPick: () => speak('en') },
  ];
  return (
    <Pop
      label={t(words.lang)}
      className="gh-btn plain icon"
      button={<Icon name="globe" size={18} />}
      items={languages}
    />
  );
}

/** The menu of the person: where he goes, what he sets for himself, and the way out. */
function useAccountItems(
  me: Me,
  size: SizeClass,
  { onGo, onHome, onHelp }: Pick<TopBarProps, 'onGo' | 'onHome' | 'onHelp'>,
): Item[] {
  const { t } = useWords();
  const tools = useTools();
  return [
    { key: 'home', label: t(homeTitle), icon: 'home', onPick: onHome },
    { key: 'password', label: t(words.password), icon: 'key', onPick: () => onGo('/user/updatepassword') },
    { key: 'company', label: t(words.company), icon: 'swap', onPick: () => openBox('company') },
    ...(size > 0 ? [] : [{ key: 'help', label: t(helpTitle), icon: 'help', onPick: onHelp }]),
    ...tools,
    { key: 'log', label: t(words.log), icon: 'log', onPick: () => openBox('log') },
    { key: 'out', label: t(outWords), icon: 'exit', onPick: () => void logOut(me.account) },
  ];
}

export type TopBarProps = {
  me: Me;
  middle: ReactNode;
  size: SizeClass;
  expanded: boolean;
  onToggle: () => void;
  onGo: (path: string) => void;
  onHome: () => void;
  onFind: () => void;
  onHelp: () => void;
  onNotices: () => void;
};

export function TopBar({
  me,
  middle,
  size,
  expanded,
  onToggle,
  onGo,
  onHome,
  onFind,
  onHelp,
  onNotices,
}: TopBarProps): ReactNode {
  const { t } = useWords();
  const box = useBox((state) => state.box);
  const account = useAccountItems(me, size, { onGo, onHome, onHelp });
  const roomy = size > 0;
  const name = me.realName || me.account;
  return (
    <header className="top-bar gh-no-print">
      <button
        type="button"
        className="gh-btn plain icon"
        aria-label={t(words.toggle)}
        title={t(words.toggle)}
        aria-expanded={expanded}
        onClick={onToggle}
      >
        <Icon name="collapse" size={18} />
      </button>
      {middle}
      <span className="gap" />
      {me.companyName && size > 2 ? (
        <span className="company" title={me.companyName}>
          {me.companyName}
        </span>
      ) : null}
      <FindButton isWide={size > 2} onClick={onFind} />
      {roomy ? <IconButton icon="help" label={t(helpTitle)} onClick={onHelp} /> : null}
      <NoticeBell onAll={onNotices} onGo={onGo} />
      <LanguagePop />
      <Pop
        label={`${name} ${t(words.mine)}`}
        className="gh-btn plain me"
        button={
          <>
            <i className="avatar" data-letter={name.slice(0, 1)} />
            <span className="name">{name}</span>
            <Icon name="down" size={13} />
          </>
        }
        items={account}
      />
      <Above box={box} me={me} onClose={() => openBox(null)} onGo={onGo} />
    </header>
  );
}
