import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { freePlaceFor } from '#domain/wall/grid.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { mayDiscard, useLeaveGuard } from '#kit/console/leaving.ts';
import { pathOf } from '#kit/console/listing.ts';
import { notify } from '#kit/console/notices.ts';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { offeredReports, previewScreen, sysbigreport } from '../model/sysbigreport.ts';
import {
  MOST_TILES,
  firstMeasures,
  firstSize,
  leastSizeOf,
  nowFigures,
  ofReport,
  readConfig,
  runsOver,
  themes,
  tileKinds,
} from '../model/tiles.ts';
import type { OfferedReport, Screen, Tile, TileKind, WallConfig } from '../model/tiles.ts';
import { Sheet } from './sheet.tsx';
import { TileForm } from './tile-form.tsx';
import { WallView, loadOwn } from './wall-view.tsx';

const words = {
  back: text('返回列表', 'Back to the list'),
  save: text('保存', 'Save'),
  saved: text('已保存', 'Saved'),
  add: text('添加图块', 'Add a tile'),
  full: text('没有空位，请先缩小或删除图块', 'There is no room; make a tile smaller or remove one'),
  how: text(
    '拖动图块，拖右下角改大小；键盘：方向键移动，Shift 加方向键改大小，Delete 删除。',
    'Drag tiles, size them at the corner. By keyboard: arrows move, Shift and arrows size, Delete removes.',
  ),
  pick: text('请选择一块', 'Choose a tile'),
  theme: text('配色', 'Colours'),
  preview: text('预览', 'Preview'),
  large: text('1080 线', '1080 lines'),
  small: text('一半大小', 'Half of it'),
};

/** Where the usual size has no room: at least four columns and two rows, more where the kind needs it. */
const leastRoom = (kind: TileKind): [number, number] => {
  const [w, h] = leastSizeOf(kind);
  return [Math.max(4, w), Math.max(2, h)];
};

/** A tile of a kind as it is added: what can be chosen at once is. */
function newTile(kind: TileKind, tiles: readonly Tile[], reports: readonly OfferedReport[]): Tile | null {
  const [w, h] = firstSize[kind];
  const box = freePlaceFor(tiles, w, h) ?? freePlaceFor(tiles, ...leastRoom(kind));
  const report = ofReport(kind) ? reports.find(({ charted }) => kind !== 'chart' || charted) : undefined;
  return box
    ? {
        ...box,
        id: newKey().slice(0, 8),
        kind,
        title: '',
        titleEn: '',
        report: report?.name ?? '',
        measures: kind === 'now' ? Object.keys(nowFigures).slice(0, 3) : firstMeasures(kind, report),
        by: runsOver(kind) ? (report?.dimensions[0]?.name ?? '') : '',
        days: 7,
        words: kind === 'text' ? '……' : '',
        parkId: '',
        gateId: '',
        picture: '',
      }
    : null;
}

/** The value once it has been stable for a moment: a dragged tile triggers one request. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** The draft as a wall would show it, within what the drawer himself may see. */
function Preview({ id, config: draft }: { id: string; config: WallConfig }): ReactNode {
  const { t } = useWords();
  const config = useSettled(draft, 600);
  const [small, setSmall] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [sysbigreport.name, 'preview', id, config],
    queryFn: ({ signal }) => ask<Screen>(previewScreen, { id, config }, { method: 'POST', signal, quiet: true }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <section>
      <div className="wall-sizes">
        <h2 className="gh-group">{t(words.preview)}</h2>
        {[false, true].map((each) => (
          <button
            key={String(each)}
            type="button"
            className="gh-btn"
            aria-pressed={small === each}
            onClick={() => setSmall(each)}
          >
            {t(each ? words.small : words.large)}
          </button>
        ))}
      </div>
      {error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className={`wall-frame ${small ? 'small' : ''}`}>
          <WallView screen={data} load={loadOwn} />
        </div>
      ) : (
        <span className="gh-spin" />
      )}
    </section>
  );
}

type DraftProps = { readonly row: AnyRow; readonly reports: readonly OfferedReport[]; readonly onLeave: () => void };

/** What is drawn, from what is stored; `dirty` until it is saved. */
function useDrawing({ row, reports }: DraftProps) {
  const { t } = useWords();
  const client = useQueryClient();
  const [first, setFirst] = useState<WallConfig>(
    () => readConfig(row['config']).config ?? { theme: 'dark', tiles: [] },
  );
  const [draft, setDraft] = useState(first);
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const dirty = draft !== first && JSON.stringify(draft) !== JSON.stringify(first);
  const put = (tiles: readonly Tile[]) => setDraft((held) => ({ ...held, tiles }));
  const add = (kind: TileKind) => {
    const tile = newTile(kind, draft.tiles, reports);
    if (!tile || draft.tiles.length >= MOST_TILES) return notify.info(t(words.full));
    put([...draft.tiles, tile]);
    setChosen(tile.id);
  };
  const save = async () => {
    setBusy(true);
    try {
      await ask(
        pathOf(sysbigreport, 'submit'),
        { id: row.id, config: draft },
        { method: 'POST', key: newKey(), quiet: true },
      );
      setFirst(draft);
      notify.ok(t(words.saved));
      await client.invalidateQueries({ queryKey: [sysbigreport.name] });
    } catch (error) {
      notify.error(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { draft, setDraft, chosen, setChosen, busy, dirty, put, add, save };
}

type SideProps = {
  readonly draft: WallConfig;
  readonly tile: Tile | null;
  readonly reports: readonly OfferedReport[];
  /** By what is drawn at that moment: a picture comes when it is stored, and meanwhile others may have been moved. */
  readonly onDraft: (change: (held: WallConfig) => WallConfig) => void;
  readonly onRemove: (id: string) => void;
};

/** The screen's colours and the settings of the selected tile. */
function Side({ draft, tile, reports, onDraft, onRemove }: SideProps): ReactNode {
  const { t } = useWords();
  return (
    <div className="wall-side">
      <p role="group" aria-label={t(words.theme)} className="wall-kinds">
        {(Object.keys(themes) as (keyof typeof themes)[]).map((theme) => (
          <button
            key={theme}
            type="button"
            className="gh-btn"
            aria-pressed={draft.theme === theme}
            onClick={() => onDraft((held) => ({ ...held, theme }))}
          >
            {t(themes[theme])}
          </button>
        ))}
      </p>
      {tile ? (
        <TileForm
          key={tile.id}
          tile={tile}
          reports={reports}
          onChange={(change) =>
            onDraft((held) => ({
              ...held,
              tiles: held.tiles.map((each) => (each.id === tile.id ? change(each) : each)),
            }))
          }
          onRemove={() => onRemove(tile.id)}
        />
      ) : (
        <p className="gh-dim">{t(words.pick)}</p>
      )}
    </div>
  );
}

function Draft(props: DraftProps): ReactNode {
  const { row, reports, onLeave } = props;
  const { t } = useWords();
  const { draft, setDraft, chosen, setChosen, busy, dirty, put, add, save } = useDrawing(props);
  useLeaveGuard(dirty);
  const remove = (id: string) => put(draft.tiles.filter((each) => each.id !== id));
  return (
    <>
      <div className="gh-tools gh-no-print">
        <h1>{String(row['name'])}</h1>
        <span className="ways">
          <button type="button" className="gh-btn" onClick={() => void mayDiscard(dirty).then((go) => go && onLeave())}>
            {t(words.back)}
          </button>
          <button type="button" className="gh-btn primary" disabled={busy || !dirty} onClick={() => void save()}>
            {t(words.save)}
          </button>
        </span>
      </div>

      <div className="wall-body">
        <p className="wall-named" aria-hidden="true">
          {String(row['name'])}
        </p>
        <div className="wall-kinds" role="group" aria-label={t(words.add)}>
          {(Object.keys(tileKinds) as TileKind[]).map((kind) => (
            <button key={kind} type="button" className="gh-btn" onClick={() => add(kind)}>
              + {t(tileKinds[kind])}
            </button>
          ))}
        </div>
        <div className="wall-design">
          <div className="wall-draft">
            <p className="gh-dim">{t(words.how)}</p>
            <Sheet
              tiles={draft.tiles}
              reports={reports}
              chosen={chosen}
              onChoose={setChosen}
              onTiles={put}
              onRemove={remove}
            />
          </div>
          <Side
            draft={draft}
            tile={draft.tiles.find(({ id }) => id === chosen) ?? null}
            reports={reports}
            onDraft={setDraft}
            onRemove={remove}
          />
        </div>
        {readConfig(draft).config ? (
          <Preview id={row.id} config={draft} />
        ) : (
          <p role="alert">{t(readConfig(draft).problem ?? fill(words.pick, {}))}</p>
        )}
      </div>
    </>
  );
}

/** Draws one screen. */
export default function Designer({ id, onLeave }: { id: string; onLeave: () => void }): ReactNode {
  const row = useQuery({
    queryKey: [sysbigreport.name, 'drawn', id],
    queryFn: ({ signal }) => ask<AnyRow>(pathOf(sysbigreport, 'detail'), { id }, { signal, quiet: true }),
    staleTime: Infinity,
  });
  const reports = useQuery({
    queryKey: [offeredReports.name],
    queryFn: ({ signal }) => ask<OfferedReport[]>(offeredReports, {}, { signal, quiet: true }),
  });
  const error = row.error ?? reports.error;
  const retry = () => void Promise.all([row.refetch(), reports.refetch()]);
  return (
    <Antd>
      <div className="gh-page">
        <div className="gh-card main">
          {error ? (
            <Trouble error={error} onRetry={retry} />
          ) : row.data && reports.data ? (
            <Draft row={row.data} reports={reports.data} onLeave={onLeave} />
          ) : (
            <span className="gh-spin" />
          )}
        </div>
      </div>
    </Antd>
  );
}
