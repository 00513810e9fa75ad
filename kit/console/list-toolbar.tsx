import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ColumnSettings } from './columns.tsx';
import { Icon } from './icon.tsx';
import { KeysButton } from './keys-help.tsx';
import type { ShownColumns } from './list-table.tsx';
import type { Listing } from './listing.ts';
import { useMay } from './me.ts';
import type { Above } from './overlay.tsx';
import { usePageActions } from './page-actions.ts';
import { ToolButton } from './tool-button.tsx';
import { Views } from './views.tsx';
import { useWords } from './words.ts';

const words = {
  add: text('新增', 'Add'),
  refresh: text('刷新', 'Refresh'),
  export: text('导出', 'Export'),
  does: text('{does}：{what}', '{does}: {what}'),
  import: text('导入', 'Import'),
};

type ListToolbarProps = {
  of: Resource;
  actions: ReactNode;
  listing: Listing;
  settings: ShownColumns['settings'];
  canAdd: boolean;
  paged: boolean;
  onOpen: (above: Above) => void;
};

/** Heading and buttons above the rows: adding, import, export, refreshing and the columns. */
export function ListToolbar({ of, actions, listing, settings, canAdd, paged, onOpen }: ListToolbarProps): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { isFetching, isPlaceholderData, refetch } = listing;
  const canDo = (verb: 'import' | 'export') => of.verbs.includes(verb) && may(`${of.name}:${verb}`);
  const offer = (key: 'add' | 'import' | 'export', icon: string, above: Above) => [
    { key, label: fill(words.does, { does: words[key], what: of.many }), icon, run: () => onOpen(above) },
  ];
  usePageActions([
    ...(canAdd ? offer('add', 'plus', { kind: 'form' }) : []),
    ...(canDo('import') ? offer('import', 'upload', { kind: 'import' }) : []),
    ...(canDo('export') ? offer('export', 'download', { kind: 'export' }) : []),
  ]);
  return (
    <div className="gh-tools gh-no-print">
      <h1>{t(of.many)}</h1>
      {canAdd ? (
        <button type="button" className="gh-btn primary" onClick={() => onOpen({ kind: 'form' })}>
          <Icon name="plus" size={14} />
          {t(words.add)}
        </button>
      ) : null}
      {actions}
      <span className="ways">
        {isFetching ? <span className="gh-spin" /> : null}
        {canDo('import') ? (
          <ToolButton icon="upload" label={t(words.import)} onClick={() => onOpen({ kind: 'import' })} />
        ) : null}
        {canDo('export') ? (
          <ToolButton
            icon="download"
            label={t(words.export)}
            disabled={isPlaceholderData}
            onClick={() => onOpen({ kind: 'export' })}
          />
        ) : null}
        <button
          type="button"
          className="gh-btn icon"
          aria-label={t(words.refresh)}
          title={t(words.refresh)}
          onClick={() => void refetch()}
        >
          <Icon name="refresh" />
        </button>
        <Views of={of.name} state={listing.state} shown={settings.shown} />
        <ColumnSettings {...settings} />
        <KeysButton adding={canAdd} paged={paged} />
      </span>
    </div>
  );
}
