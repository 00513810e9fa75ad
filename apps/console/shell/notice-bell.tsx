import type { ReactNode } from 'react';
import { Pop } from '#kit/console/floating.tsx';
import { Icon } from '#kit/console/icon.tsx';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { noticeStates, useNotices } from './notices.ts';

const words = { notices: text('通知', 'Notices'), none: text('暂无更多', 'No more'), all: text('查看到期提醒', 'See what expires') };

/** The bell with the number of notices, and the list of them below it. */
export function NoticeBell({ onAll }: { onAll: () => void }): ReactNode {
  const { t } = useWords();
  const { data: notices = [] } = useNotices();
  return (
    <Pop label={notices.length > 0 ? `${t(words.notices)} ${notices.length}` : t(words.notices)} className="gh-btn plain icon bell" button={<><Icon name="bell" size={18} />{notices.length > 0 ? <sup>{notices.length > 99 ? '99+' : notices.length}</sup> : null}</>}>
      <div className="notice-list" tabIndex={0} role="group" aria-label={t(words.notices)}>
        <ul>{notices.map(({ id, title, subtitle, status }) => <li key={id}><strong>{title}</strong><span className={`gh-tag ${noticeStates[status].tone}`}>{t(noticeStates[status].label)}</span><p>{subtitle}</p></li>)}</ul>
        <p className="end">{t(words.none)}</p>
      </div>
      {notices.length > 0 ? <button type="button" className="gh-link" onClick={(event) => { (event.currentTarget.closest('[popover]') as HTMLElement).hidePopover(); onAll(); }}>{t(words.all)}</button> : null}
    </Pop>
  );
}
