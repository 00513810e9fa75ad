import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { usePlace } from '#kit/console/place.ts';
import { ReportPage } from '#kit/console/report-page.tsx';
import { useWords } from '#kit/console/words.ts';
import { unchargedDays } from '../model/uncharged.ts';
import { OrderList, unchargedShown } from './orders.tsx';

const words = { orders: text('逐笔查看', 'Order by order'), days: text('按日统计', 'By day') };

/** Orders whose money has not all come, one by one or by day; `?view=days` in the address. */
export function Uncharged(): ReactNode {
  const { t } = useWords();
  const { search, replace } = usePlace();
  const params = new URLSearchParams(search);
  const byDay = params.get('view') === 'days';
  const turn = () => {
    params.delete('sort');
    params.set('view', byDay ? '' : 'days');
    replace(params);
  };
  const other = (
    <button type="button" className="gh-btn" onClick={turn}>
      {t(byDay ? words.orders : words.days)}
    </button>
  );
  return byDay ? <ReportPage of={unchargedDays} actions={other} /> : <OrderList of={unchargedShown} actions={other} />;
}
