import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { paramsOf } from './address.ts';
import type { ListState } from './address.ts';
import { Pop } from './floating.tsx';
import { today } from '#kit/declare/format.ts';
import { Icon } from './icon.tsx';
import { zone } from './me.ts';
import { notify } from './notices.ts';
import { usePlace } from './place.ts';
import { usePreference } from './preference.ts';
import { paramsOfView, viewOf, withView } from './view.ts';
import type { View } from './view.ts';
import { useWords } from './words.ts';

const words = {
  views: text('视图', 'Saved views'),
  none: text('还没有保存的视图', 'No saved views yet'),
  name: text('视图名称', 'View name'),
  save: text('保存当前视图', 'Save current view'),
  remove: text('删除视图', 'Delete view'),
  removed: text('视图已删除', 'View deleted'),
  link: text('复制当前视图的链接', 'Copy link to this view'),
  copied: text('链接已复制', 'Link copied'),
  inBar: text(
    '浏览器不允许自动复制，链接已在地址栏，请从地址栏复制',
    'The browser blocked copying. Copy the link from the address bar.',
  ),
  hint: text('保存查询条件、排序和列', 'Saves filters, sorting and columns'),
};
const most = 30;

type ViewsProps = { of: string; state: ListState; shown: readonly string[] };

/**
 * A list or a report as one wants to see it again: kept under a name, or shared as a link. Saved views are fetched when
 * the menu opens.
 */
export function Views(props: ViewsProps): ReactNode {
  const { t } = useWords();
  return (
    <Pop label={t(words.views)} className="gh-btn icon" button={<Icon name="bookmark" />}>
      <SavedViews {...props} />
    </Pop>
  );
}

type SavedViewProps = {
  view: View;
  current: boolean;
  onApply: (event: React.MouseEvent<HTMLElement>) => void;
  onRemove: () => void;
};

function SavedView({ view, current, onApply, onRemove }: SavedViewProps): ReactNode {
  const { t } = useWords();
  return (
    <div>
      <button type="button" className="item" aria-current={current} onClick={onApply}>
        {view.name}
      </button>
      <button type="button" className="gh-btn plain" aria-label={`${t(words.remove)} ${view.name}`} onClick={onRemove}>
        <Icon name="close" size={13} />
      </button>
    </div>
  );
}

/** Saves the current view under a name. */
function NewView({ ready, onSave }: { ready: boolean; onSave: (name: string) => void }): ReactNode {
  const { t } = useWords();
  const [name, setName] = useState('');
  const save = (event: React.SyntheticEvent) => {
    event.preventDefault();
    if (name.trim() === '' || !ready) return;
    onSave(name.trim());
    setName('');
  };
  return (
    <form className="gh-naming" title={t(words.hint)} onSubmit={save}>
      <input
        className="gh-input"
        aria-label={t(words.name)}
        placeholder={t(words.name)}
        maxLength={30}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="gh-btn" disabled={name.trim() === '' || !ready}>
        {t(words.save)}
      </button>
    </form>
  );
}

function SavedViews({ of, state, shown }: ViewsProps): ReactNode {
  const { t } = useWords();
  const { replace } = usePlace();
  const [held, hold] = usePreference<View[]>(`views:${of}`);
  const views = held ?? [];
  const now = today(zone());
  const current = paramsOf({ ...state, page: 1 }).toString();
  const apply = (event: React.MouseEvent<HTMLElement>, view: View) => {
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
    replace(paramsOfView(view, now));
  };
  const save = (name: string) => {
    const view = viewOf(name, state, shown, now);
    hold(withView(views, view).slice(-most));
    replace(paramsOfView(view, now));
  };
  const copy = async () => {
    const address = new URL(location.href);
    address.search = paramsOf({ ...state, columns: shown.join(',') }).toString();
    replace(address.searchParams);
    try {
      await navigator.clipboard.writeText(address.href);
      notify.ok(t(words.copied));
    } catch {
      notify.error(t(words.inBar));
    }
  };
  return (
    <>
      <div className="gh-columns">
        {held !== undefined && views.length === 0 ? <p className="gh-note">{t(words.none)}</p> : null}
        {views.map((view) => (
          <SavedView
            key={view.name}
            view={view}
            current={paramsOfView(view, now).toString() === current}
            onApply={(event) => apply(event, view)}
            onRemove={() => {
              hold(views.filter((other) => other !== view));
              notify.ok(t(words.removed), () => hold(views));
            }}
          />
        ))}
      </div>
      <hr />
      <NewView ready={held !== undefined} onSave={save} />
      <button type="button" className="item" onClick={() => void copy()}>
        <Icon name="link" size={15} />
        {t(words.link)}
      </button>
    </>
  );
}
