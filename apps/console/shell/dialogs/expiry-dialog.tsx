import type { ReactNode } from 'react';
import { Dialog } from '#kit/console/floating.tsx';
import { useMay } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { noticeStates } from '../notices.ts';
import type { Notice } from '../notices.ts';
import './table.css';

const words = {
  title: text('车场服务到期提醒', 'Car park services expiring'),
  lot: text('车场名称', 'Car park'),
  what: text('描述', 'Description'),
  state: text('状态', 'Status'),
  see: text('查看服务', 'View services'),
  later: text('今日不再提醒', "Don't remind me again today"),
};
const services = '/basedata/parkServicesConfig';

type Props = { notices: readonly Notice[]; onClose: () => void; onLater: () => void; onGo: (path: string) => void };

/** Which services of which lots end or have ended. */
export default function ExpiryDialog({ notices, onClose, onLater, onGo }: Props): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const footer = (
    <>
      <button type="button" className="gh-btn" onClick={onLater}>
        {t(words.later)}
      </button>
      {may('parkService:read') ? (
        <button
          type="button"
          className="gh-btn primary"
          onClick={() => {
            onClose();
            onGo(services);
          }}
        >
          {t(words.see)}
        </button>
      ) : null}
    </>
  );
  return (
    <Dialog title={t(words.title)} onClose={onClose} className="shell-table expiry" footer={footer}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(words.lot)}</th>
            <th scope="col">{t(words.what)}</th>
            <th scope="col">{t(words.state)}</th>
          </tr>
        </thead>
        <tbody>
          {notices.map(({ id, title, subtitle, status }) => (
            <tr key={id}>
              <td>{title}</td>
              <td>{subtitle}</td>
              <td className="state">
                <span className={`gh-tag ${noticeStates[status].tone}`}>{t(noticeStates[status].label)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
