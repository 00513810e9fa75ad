import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { usePageActions } from '#kit/console/page-actions.ts';
import { usePicture } from '#kit/console/picture.tsx';
import { Related } from '#kit/console/related.tsx';
import { ToolButton } from '#kit/console/tool-button.tsx';
import { useWords } from '#kit/console/words.ts';
import { adver } from '../model/adver.ts';
import { adDay } from '../model/visits.ts';
import { calendarTitle } from '../model/words.ts';
import { RunCalendar } from './run-calendar.tsx';
import './advert.css';

const words = {
  preview: text('手机预览', 'As on the phone'),
  label: text('广告', 'Advert'),
  pay: text('缴费按钮', 'Pay'),
  days: text('最近各日', 'Latest days'),
};

/** What a driver sees below his bill. */
function Preview({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { url } = usePicture(row['kind'] === 'picture' ? ((row['picture'] as string | null) ?? null) : null);
  const title = String(row['text'] ?? row['name'] ?? '');
  return (
    <section>
      <h2 className="gh-group">{t(words.preview)}</h2>
      <div className="ad-phone">
        <p className="ad-pay">{t(words.pay)}</p>
        <div className="ad-box">
          <small>
            {t(words.label)} <span aria-hidden="true">×</span>
          </small>
          {url ? <img src={url} alt={title} /> : <p>{title}</p>}
        </div>
      </div>
    </section>
  );
}

/** Its latest days at each car park and slot. */
function Days({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  return may('adDay:read') ? (
    <Related
      of={adDay}
      title={t(words.days)}
      by={{ adverId: row.id }}
      fields={['day', 'parkId', 'slot', 'served', 'viewable', 'clicks', 'closes', 'chargeFen', 'lotFen']}
    />
  ) : null;
}

const detail = (row: AnyRow): ReactNode => (
  <>
    <Preview row={row} />
    <Days row={row} />
  </>
);

/** Adverts; how each looks on the phone stands in its details. */
export default function Adverts(): ReactNode {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  usePageActions([{ key: 'calendar', label: calendarTitle, icon: 'clock', run: show }]);
  return (
    <>
      <ListPage
        of={adver}
        detail={detail}
        actions={<ToolButton icon="clock" label={t(calendarTitle)} onClick={show} />}
      >
        <ChoiceTabs of={adver} name="status" />
      </ListPage>
      {open ? <RunCalendar onClose={() => setOpen(false)} /> : null}
    </>
  );
}
