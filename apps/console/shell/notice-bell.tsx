import type { ReactNode } from 'react';
import { Pop } from '#kit/console/floating.tsx';
import { Icon } from '#kit/console/icon.tsx';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { noticeStates, useNotices, useWaiting } from './notices.ts';

const words = {
  notices: text('通知', 'Notices'),
  none: text('暂无更多', 'No more notices'),
  all: text('查看到期提醒', 'View expiring services'),
  waits: text('待办', 'To do'),
};

/** The bell with the number of its lines: what waits for the person, each leading to its rows, then what expires. */
export function NoticeBell({ onAll, onGo }: { onAll: () => void; onGo: (address: string) => void }): ReactNode {
  const { t } = useWords();
  const { data: notices = [] } = useNotices();
  const { data: waiting = [] } = useWaiting();
  const all = waiting.length + notices.length;
  const away = (event: React.MouseEvent, then: () => void) => {
    (event.currentTarget.closest('[popover]') as HTMLElement).hidePopover();
    then();
  };
  return (
    <Pop
      label={all > 0 ? `${t(words.notices)} ${all}` : t(words.notices)}
      className="gh-btn plain icon bell"
      button={
        <>
          <Icon name="bell" size={18} />
          {all > 0 ? <sup>{all > 99 ? '99+' : all}</sup> : null}
        </>
      }
    >
      <div className="notice-list" tabIndex={0} role="group" aria-label={t(words.notices)}>
        <ul>
          {waiting.map(({ key, title, count, route }) => (
            <li key={key}>
              <button type="button" className="gh-link" onClick={(event) => away(event, () => onGo(route))}>
                {title} {count}
              </button>
              <span className="gh-tag info">{t(words.waits)}</span>
            </li>
          ))}
          {notices.map(({ id, title, subtitle, status }) => (
            <li key={id}>
              <strong>{title}</strong>
              <span className={`gh-tag ${noticeStates[status].tone}`}>{t(noticeStates[status].label)}</span>
              <p>{subtitle}</p>
            </li>
          ))}
        </ul>
        <p className="end">{t(words.none)}</p>
      </div>
      {notices.length > 0 ? (
        <button type="button" className="gh-link" onClick={(event) => away(event, onAll)}>
          {t(words.all)}
        </button>
      ) : null}
    </Pop>
  );
}
