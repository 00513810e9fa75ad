import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { Failed, ask } from './ask.ts';
import { allows, itemActionsOf, perform } from './item-actions.ts';
import type { ItemAction } from './item-actions.ts';
import { Facts } from './detail-drawer.tsx';
import { Trouble } from './empty.tsx';
import type { AnyRow } from './fields.ts';
import { number } from '#kit/declare/format.ts';
import { Icon } from './icon.tsx';
import { useKeys } from './keyboard.ts';
import { PageKeys } from './keys-help.tsx';
import type { Key } from './keys-help.tsx';
import { editWords } from './list-table.tsx';
import { fetchDetail, useRefresh } from './listing.ts';
import type { Paged } from './listing.ts';
import { zone } from './me.ts';
import { Overlay } from './overlay.tsx';
import type { Above } from './overlay.tsx';
import { usePlace } from './place.ts';
import { PrintHead } from './print-head.tsx';
import { listedOf, neighbour, placeIn, putListed, recordAddress } from './record.ts';
import type { Listed, RecordParts } from './record.ts';
import { rowName } from './row-name.ts';
import { ToolButton } from './tool-button.tsx';
import { useWords } from './words.ts';
import './look/record.css';

const words = {
  gone: text('没有这条记录，或您无权查看', 'There is no such record, or you may not see it'),
  goneHint: text(
    '可能已被删除，也可能属于其他单位。请核对地址。',
    'It may have been deleted, or belong to another company. Check the address.',
  ),
  back: text('返回列表', 'Back to the list'),
  before: text('上一条', 'Previous'),
  after: text('下一条', 'Next'),
  place: text('第 {n} 条，共 {total} 条', '{n} of {total}'),
  record: text('记录', 'Record'),
  print: text('打印', 'Print'),
  refresh: text('刷新', 'Refresh'),
  edit: text('编辑', 'Edit'),
  more: text('记录操作', 'Record actions'),
};
const keys: readonly Key[] = [
  ['J ↓', words.after],
  ['K ↑', words.before],
  ['E', words.edit],
  ['R', words.refresh],
];

/** Not there, not the person's, of another tenant, or no id at all: the page does not say which. */
const isGone = (error: unknown): boolean => error instanceof Failed && [400, 403, 404].includes(error.status);

/** Where there is no record that the person may see; the same words whatever the reason. */
export function NoRecord({ home }: { home?: string | undefined }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  return (
    <div className="gh-page">
      <section className="gh-card gh-record-gone">
        <div className="gh-void" role="alert">
          <Icon name="inbox" />
          <h1>{t(words.gone)}</h1>
          <span>{t(words.goneHint)}</span>
          {home ? (
            <button type="button" className="gh-btn" onClick={() => go(home)}>
              {t(words.back)}
            </button>
          ) : null}
        </div>
      </section>
    </div>
  );
}

/** Reads one record as its parts say. */
function useRecord({ of, load }: RecordParts, id: string) {
  return useQuery({
    queryKey: [of.name, 'detail', id],
    queryFn: async ({ signal }): Promise<AnyRow> => {
      const found = load ? await load(id, signal) : await fetchDetail(of, { id }, signal);
      if (!found) throw new Failed(404, {});
      return found;
    },
    retry: (times, error) => !isGone(error) && times < 1,
  });
}

/**
 * Walks through the list the record was opened from, also from one of its pages to the next; the page's own tab goes
 * along.
 */
function useSteps(of: Resource, id: string): { listed: Listed | null; step: (by: 1 | -1) => void; busy: boolean } {
  const { become } = usePlace();
  const client = useQueryClient();
  const [listed, setListed] = useState(() => listedOf(of.name));
  const [busy, setBusy] = useState(false);
  const turn = async (page: number, by: 1 | -1) => {
    setBusy(true);
    const query = { ...listed!.query, current: String(page) };
    try {
      const { records } = await client.fetchQuery({
        queryKey: [of.name, 'listed', listed!.path, query],
        queryFn: ({ signal }) => ask<Paged>(listed!.path, { ...query, totals: 'none' }, { signal }),
      });
      const ids = records.map((row) => row.id);
      const next = by > 0 ? ids[0] : ids.at(-1);
      if (next === undefined) return;
      const turned = { ...listed!, query, ids };
      putListed(of.name, turned);
      setListed(turned);
      become(recordAddress(of.name, next));
    } catch {
      // The call has shown the reason; the person stays on the page.
    } finally {
      setBusy(false);
    }
  };
  const step = (by: 1 | -1) => {
    const to = listed && !busy ? neighbour(listed, id, by) : null;
    if (!to) return;
    if ('id' in to) become(recordAddress(of.name, to.id));
    else void turn(to.page, by);
  };
  return { listed: listed && placeIn(listed, id) !== null ? listed : null, step, busy };
}

/** The bar above a record: the way back, its name, its place in the list, and what may be done with it. */
function Bar({
  of,
  id,
  name,
  steps,
  children,
}: {
  of: Resource;
  id: string;
  name: string;
  steps: ReturnType<typeof useSteps>;
  children: ReactNode;
}): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const { listed, step, busy } = steps;
  const back = listed?.address ?? of.route;
  const stepButton = (by: 1 | -1) => (
    <button
      type="button"
      className="gh-btn icon"
      aria-label={t(by > 0 ? words.after : words.before)}
      title={`${t(by > 0 ? words.after : words.before)} ${by > 0 ? 'J' : 'K'}`}
      disabled={busy || !listed || neighbour(listed, id, by) === null}
      onClick={() => step(by)}
    >
      <Icon name={by > 0 ? 'down' : 'up'} />
    </button>
  );
  return (
    <header className="gh-card gh-record-bar gh-no-print">
      {back ? (
        <button
          type="button"
          className="gh-btn plain icon"
          aria-label={t(words.back)}
          title={t(words.back)}
          onClick={() => go(back)}
        >
          <Icon name="left" />
        </button>
      ) : null}
      <h1>
        <small>{t(of.title)}</small>
        {name}
      </h1>
      <span className="gap" />
      {listed ? (
        <span className="steps">
          <span className="gh-dim gh-num">
            {t(words.place)
              .replace('{n}', number(placeIn(listed, id)!))
              .replace('{total}', number(listed.total))}
          </span>
          {stepButton(-1)}
          {stepButton(1)}
        </span>
      ) : null}
      <span className="actions" role="group" aria-label={t(words.more)}>
        {children}
        <ToolButton icon="print" label={t(words.print)} onClick={() => window.print()} />
        <PageKeys page={keys} />
      </span>
    </header>
  );
}

/** What may be done with the record now: its own actions, and those its area adds. */
function Doing({
  parts,
  row,
  onAbove,
  onAction,
}: {
  parts: RecordParts;
  row: AnyRow;
  onAbove: (above: Above) => void;
  onAction: (action: ItemAction) => void;
}): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const { of, buttons } = parts;
  const actions = useMemo(() => itemActionsOf(of), [of]).filter((action) => allows(row, action.name));
  const editable = of.verbs.includes('edit') && allows(row, 'edit');
  return (
    <>
      {(buttons?.(row, go) ?? []).map(({ key, label, main, danger, onPick }) => (
        <button
          key={key}
          type="button"
          className={`gh-btn ${main ? 'primary' : ''} ${danger ? 'danger' : ''}`}
          onClick={onPick}
        >
          {label}
        </button>
      ))}
      {actions.map((action) => (
        <button
          key={action.name}
          type="button"
          className={`gh-btn ${action.main ? 'primary' : ''} ${action.danger ? 'danger' : ''}`}
          onClick={() => onAction(action)}
        >
          {t(action.label)}
        </button>
      ))}
      {editable ? (
        <button type="button" className="gh-btn" onClick={() => onAbove({ kind: 'form', row })}>
          {t(editWords)}
        </button>
      ) : null}
    </>
  );
}

/**
 * The page of one record, with an address of its own: its facts, what its area adds, what may be done with it, and the
 * way to its neighbours.
 */
export function RecordView({ parts, id }: { parts: RecordParts; id: string }): ReactNode {
  const { t, lang } = useWords();
  const { go, rename } = usePlace();
  const { of, slots, lead, detail, foresee } = parts;
  const { data: row, error, refetch } = useRecord(parts, id);
  const refresh = useRefresh(of);
  const [above, setAbove] = useState<Above | null>(null);
  const steps = useSteps(of, id);
  const name = rowName(of, row, lang, zone());
  const editable = row && of.verbs.includes('edit') && allows(row, 'edit');
  useKeys({
    j: () => steps.step(1),
    ArrowDown: () => steps.step(1),
    k: () => steps.step(-1),
    ArrowUp: () => steps.step(-1),
    r: () => void refetch(),
    e: () => {
      if (editable) setAbove({ kind: 'form', row });
    },
  });
  const label = row ? `${t(of.title)} ${name}`.trim() : t(of.title);
  useEffect(() => rename(label), [rename, label]);
  if (isGone(error)) return <NoRecord home={steps.listed?.address ?? of.route} />;
  const does = async (action: ItemAction) => {
    if (action.fields) return setAbove({ kind: 'ask', action, rows: [row!] });
    if (!(await perform(of, action, [row!]))) return;
    await refresh();
    if (action.name === 'remove') go(steps.listed?.address ?? of.route ?? '/');
  };
  return (
    <div className="gh-page gh-record">
      <PrintHead title={`${t(of.title)} · ${name}`} />
      <Bar of={of} id={id} name={name || t(words.record)} steps={steps}>
        {row ? <Doing parts={parts} row={row} onAbove={setAbove} onAction={(action) => void does(action)} /> : null}
      </Bar>
      {error ? (
        <section className="gh-card">
          <Trouble error={error} onRetry={() => void refetch()} />
        </section>
      ) : row ? (
        <div className={`gh-record-body ${detail ? 'two' : ''}`}>
          <section className="gh-card">
            {lead?.(row)}
            <Facts of={of} row={row} {...(slots ? { slots } : {})} />
          </section>
          {detail ? <section className="gh-card">{detail(row)}</section> : null}
        </div>
      ) : (
        <section className="gh-card" aria-busy="true">
          <span className="gh-spin" />
        </section>
      )}
      <Overlay
        of={of}
        above={above}
        {...(slots ? { slots } : {})}
        {...(foresee ? { foresee } : {})}
        onAbove={setAbove}
        onChanged={refresh}
      />
    </div>
  );
}
