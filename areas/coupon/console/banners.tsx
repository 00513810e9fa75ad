import { useEffect, useRef, useState } from 'react';
import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listPaths } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { Dialog } from '#kit/console/floating.tsx';
import { Icon } from '#kit/console/icon.tsx';
import { ListPage } from '#kit/console/list-page.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import type { Paged } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { ToolButton } from '#kit/console/tool-button.tsx';
import { useWords } from '#kit/console/words.ts';
import { orderBanners } from '../model/banner-calls.ts';
import { couponRuleBanner } from '../model/records.ts';
import { movedTo } from './moved-to.ts';
import './banners.css';

const words = {
  order: text('排列顺序', 'Order'),
  help: text('拖动，或用按钮与 Alt+上下键移动。', 'Drag a line, or move it by its buttons or Alt with an arrow key.'),
  up: text('{title} 上移', 'Move {title} up'),
  down: text('{title} 下移', 'Move {title} down'),
  place: text('{title}：第{at}位，共{all}位', '{title}: place {at} of {all}'),
  off: text('停用', 'Off'),
  save: text('保存', 'Save'),
  cancel: text('取消', 'Cancel'),
  saved: text('顺序已保存', 'The order is kept'),
  many: text('超过500条，不能在此排列', 'More than 500 cannot be put in order here'),
};
/** The most a list gives at once. */
const MOST = 500;

type LineProps = {
  row: AnyRow;
  nth: number;
  all: number;
  onMove: (from: number, to: number) => void;
};

function Line({ row, nth, all, onMove }: LineProps): ReactNode {
  const { t } = useWords();
  const title = String(row['title'] ?? '');
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || !step) return;
    event.preventDefault();
    onMove(nth, nth + step);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    onMove(Number.parseInt(event.dataTransfer.getData('text/plain'), 10), nth);
  };
  const step = (way: 'up' | 'down', to: number) => (
    <button
      type="button"
      className="gh-btn icon"
      data-way={way}
      aria-label={t(fill(words[way], { title }))}
      aria-disabled={to < 0 || to >= all}
      onClick={() => onMove(nth, to)}
    >
      <Icon name={way} />
    </button>
  );
  return (
    <li
      className="cb-line"
      draggable
      data-banner={row.id}
      onKeyDown={keys}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', String(nth))}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <span className="cb-title">
        {title} <span className="gh-dim">{(row['labels'] as Record<string, string> | undefined)?.['companyId']}</span>
      </span>
      {row['enable'] === false ? <span className="gh-dim">{t(words.off)}</span> : null}
      {step('up', nth - 1)}
      {step('down', nth + 1)}
    </li>
  );
}

/** The rows as they have been moved, and what the last move came to; the button it was made with keeps the focus. */
function useOrder(rows: readonly AnyRow[]) {
  const { t } = useWords();
  const [order, setOrder] = useState(rows);
  const [news, setNews] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const held = useRef<HTMLElement | null>(null);
  useEffect(() => {
    // A line that is put elsewhere in the page loses the focus.
    held.current?.focus();
    held.current = null;
  });
  const move = (from: number, to: number) => {
    const next = movedTo(order, from, to);
    if (next === order) return;
    const focused = document.activeElement;
    held.current = focused instanceof HTMLElement && list.current?.contains(focused) ? focused : null;
    setOrder(next);
    const title = String(order[from]!['title'] ?? '');
    setNews(t(fill(words.place, { title, at: to + 1, all: next.length })));
  };
  return { order, news, list, move };
}

/** Puts the banners in the order drivers see them in. */
function Order({ rows, onClose }: { rows: readonly AnyRow[]; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const refresh = useRefresh(couponRuleBanner);
  const { order, news, list, move } = useOrder(rows);
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());
  const save = async () => {
    setBusy(true);
    try {
      await ask(orderBanners, { ids: order.map(({ id }) => id) }, { key: key.current, quiet: true });
      notify.ok(t(words.saved));
      onClose();
      void refresh();
    } catch (error) {
      key.current = newKey();
      notify.error(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t(words.order)}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="gh-btn" onClick={onClose}>
            {t(words.cancel)}
          </button>
          <button
            type="button"
            className="gh-btn primary"
            disabled={busy || order.length === 0}
            onClick={() => void save()}
          >
            {busy ? <span className="gh-spin" /> : null}
            {t(words.save)}
          </button>
        </>
      }
    >
      <p className="gh-dim">{t(words.help)}</p>
      <ol className="cb-order" ref={list}>
        {order.map((row, nth) => (
          <Line key={row.id} row={row} nth={nth} all={order.length} onMove={move} />
        ))}
      </ol>
      <p className="gh-dim" role="status">
        {news}
      </p>
    </Dialog>
  );
}

/** Fetches all banners in their order first. */
function OrderDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [couponRuleBanner.name, 'order'],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      ask<Paged>(listPaths(couponRuleBanner)[0]!, { size: MOST, sort: 'sort' }, { signal, quiet: true }),
  });
  if (data && data.total <= MOST) return <Order rows={data.records} onClose={onClose} />;
  return (
    <Dialog title={t(words.order)} onClose={onClose}>
      {error ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
      {data ? <p>{t(words.many)}</p> : error ? null : <span className="gh-spin" />}
    </Dialog>
  );
}

/** Banners; their order on the driver's page is set by dragging or by keys. */
export default function Banners(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [open, setOpen] = useState(false);
  return (
    <>
      <ListPage
        of={couponRuleBanner}
        actions={
          may('couponRuleBanner:edit') ? (
            <ToolButton icon="swap" label={t(words.order)} onClick={() => setOpen(true)} />
          ) : null
        }
      />
      {open ? <OrderDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
