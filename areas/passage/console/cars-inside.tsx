import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { canonicalPlate } from '#domain/plate/plate.ts';
import { duration as durationField } from '#kit/declare/field.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { allows } from '#kit/console/item-actions.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { duration } from '#kit/declare/format.ts';
import { Icon } from '#kit/console/icon.tsx';
import { useKeys } from '#kit/console/keyboard.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useListing, useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { usePageActions } from '#kit/console/page-actions.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { addEntry, correct, resolve } from '../model/calls.ts';
import { carInside } from '../model/car-inside.ts';
import { stay } from '../model/stay.ts';
import { BatchExit } from './batch-exit.tsx';
import { CorrectDialog } from './correct-dialog.tsx';
import { useMoving } from './moving.ts';
import { ResolveDialog } from './resolve-dialog.tsx';
import { StayPictures, StayStory } from './stay-detail.tsx';
import './passage.css';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));

const words = {
  find: text('车牌查找', 'Search plate'),
  hint: text('输入车牌的任意一部分，如 3456', 'Any part of the plate, e.g. 3456'),
  clear: text('清除', 'Clear'),
  found: text('{n} 辆', '{n} vehicles'),
  correct: text('更正', 'Correct'),
  resolve: text('处理', 'Resolve'),
  batch: text('批量离场', 'Batch exit'),
  moved: text('有车辆进出，点击更新', 'Traffic since last update, click to refresh'),
  added: text('已补录入场', 'Entry added'),
  keys: text('/ 查找　↑↓ 选择　Enter 详情　c 更正', '/ search · ↑↓ select · Enter details · C correct'),
};

/**
 * The plate has a box of its own; correcting and resolving have dialogs of their own, with the pictures in view. In the
 * detail the picture stands large above the facts.
 */
const inside: Resource = {
  ...carInside,
  actions: [],
  fields: {
    ...carInside.fields,
    plateNumber: { ...carInside.fields.plateNumber, search: false },
    inPicture: { ...carInside.fields.inPicture, hidden: true },
    parkedSeconds: durationField(text('已停时长', 'Parked so far'), { computed: true }),
  },
  list: [
    'plateNumber',
    'inTime',
    'parkedSeconds',
    'inPicture',
    'parkId',
    'inGateId',
    'kind',
    'status',
    'paidFen',
    'plateColour',
  ],
};

/** Seconds a car has been inside when the list is drawn; null without an entry. */
function secondsInside(row: AnyRow): number | null {
  const since = Date.parse(String(row['inTime'] ?? ''));
  return Number.isNaN(since) ? null : Math.max(0, Math.floor((Date.now() - since) / 1000));
}
function Parked({ seconds }: { seconds: number | null }): ReactNode {
  const { lang } = useWords();
  return seconds === null ? '—' : duration(seconds, lang);
}
const slots = { parkedSeconds: (row: AnyRow) => <Parked seconds={secondsInside(row)} /> };
const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
const findDelayMs = 250;

/** Finds while one types; down or Enter goes on to the rows. */
function Find(): ReactNode {
  const { t } = useWords();
  const { state, set, data } = useListing(inside);
  const held = state.filters['plateNumber'] ?? '';
  const [typed, setTyped] = useState(held);
  const [from, setFrom] = useState(held);
  if (from !== held) {
    setFrom(held);
    setTyped(held);
  }
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (value: string) => {
    const plate = canonicalPlate(value);
    if (plate === held) return;
    setFrom(plate);
    set({ page: 1, filters: { ...state.filters, plateNumber: plate } });
  };
  const type = (value: string) => {
    setTyped(value);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => search(value), findDelayMs);
  };
  const toRows = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if ((event.key !== 'ArrowDown' && event.key !== 'Enter') || event.nativeEvent.isComposing) return;
    event.preventDefault();
    clearTimeout(pause.current);
    search(typed);
    event.currentTarget.blur();
    press('ArrowDown');
  };
  return (
    <label className="ps-find gh-no-print">
      <Icon name="search" size={22} />
      <span className="gh-sr">{t(words.find)}</span>
      <input
        data-find=""
        type="search"
        placeholder={t(words.hint)}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={toRows}
      />
      <output>
        {held && data ? (
          t(words.found).replace('{n}', String(data.total))
        ) : (
          <span className="gh-dim gh-wide-only">{t(words.keys)}</span>
        )}
      </output>
    </label>
  );
}

type Above =
  | { kind: 'correct' | 'resolve'; row: AnyRow }
  | { kind: 'batch'; rows: readonly AnyRow[]; done: () => Promise<void> }
  | { kind: 'add' };

const pictures = (row: AnyRow): ReactNode => (
  <StayPictures stayId={row.id} row={{ ...row, outPicture: null, outTime: null, outPlate: null }} />
);
const course = (row: AnyRow): ReactNode => <StayStory stayId={row.id} />;

type ToolbarProps = { waiting: number; onAdd: () => void; onRefresh: () => void };

function Toolbar({ waiting, onAdd, onRefresh }: ToolbarProps): ReactNode {
  const { t } = useWords();
  const may = useMay();
  return (
    <>
      {may('carInside:add') ? (
        <button type="button" className="gh-btn primary" onClick={onAdd}>
          <Icon name="plus" size={14} />
          {t(addEntry.title)}
        </button>
      ) : null}
      {waiting > 0 ? (
        <button type="button" className="gh-btn ps-moved" onClick={onRefresh}>
          <Icon name="refresh" size={14} />
          {t(words.moved)}
        </button>
      ) : null}
    </>
  );
}

function useCarKeys(onCorrect: (row: AnyRow) => void): void {
  const { data } = useListing(inside);
  /** The row the keyboard stands on, as the table marks it. */
  const underCursor = (): AnyRow | undefined =>
    data?.records[Number(document.querySelector<HTMLElement>('.gh-table tr.here')?.dataset['row'] ?? -1)];
  useKeys({
    '/': () => document.querySelector<HTMLElement>('[data-find]')?.focus(),
    c: () => {
      const row = underCursor();
      if (row && allows(row, correct.name)) onCorrect(row);
    },
  });
}

/** Cars inside, found by any part of a plate and put right on the spot; the list moves with the lanes. */
export default function CarsInside(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const refreshCars = useRefresh(inside);
  const refreshStays = useRefresh(stay);
  const [above, setAbove] = useState<Above | null>(null);
  const { waiting, now } = useMoving(refreshCars);
  const changed = async () => {
    await Promise.all([refreshCars(), refreshStays()]);
  };
  const close = () => setAbove(null);
  const open = (kind: 'correct' | 'resolve', row: AnyRow) => setAbove({ kind, row });
  useCarKeys((row) => open('correct', row));
  usePageActions(
    may('carInside:add')
      ? [{ key: 'entry', label: addEntry.title, icon: 'car', run: () => setAbove({ kind: 'add' }) }]
      : [],
  );
  const button = (kind: 'correct' | 'resolve', row: AnyRow) => [
    { key: kind, label: t(words[kind]), main: true, onPick: () => open(kind, row) },
  ];
  /** A row in doubt offers to resolve it, which can correct its plate too. */
  const rowActions = (row: AnyRow) =>
    allows(row, resolve.name) ? button('resolve', row) : allows(row, correct.name) ? button('correct', row) : [];
  const batch = (rows: readonly AnyRow[], done: () => Promise<void>) =>
    may('carInside:batchOut') ? (
      <button type="button" className="gh-btn danger" onClick={() => setAbove({ kind: 'batch', rows, done })}>
        {t(words.batch)}
      </button>
    ) : null;
  const add = async (values: Record<string, unknown>, key: string) => {
    await ask(addEntry, values, { key, quiet: true });
    notify.ok(t(words.added));
    await changed();
  };
  return (
    <>
      <ListPage
        of={inside}
        slots={slots}
        actions={<Toolbar waiting={waiting} onAdd={() => setAbove({ kind: 'add' })} onRefresh={now} />}
        rowActions={rowActions}
        lead={pictures}
        detail={course}
        {...(may('stay:read') ? { pageOf: stay.name } : {})}
        {...(may('carInside:batchOut') ? { batchActions: batch } : {})}
      >
        <Find />
      </ListPage>
      {above?.kind === 'correct' ? <CorrectDialog row={above.row} onClose={close} onDone={changed} /> : null}
      {above?.kind === 'resolve' ? <ResolveDialog row={above.row} onClose={close} onDone={changed} /> : null}
      {above?.kind === 'batch' ? (
        <BatchExit
          rows={above.rows}
          onClose={close}
          onDone={async () => {
            await Promise.all([above.done(), changed()]);
          }}
        />
      ) : null}
      {above?.kind === 'add' ? (
        <AskDialog title={t(addEntry.title)} fields={addEntry.input} run={add} onClose={close} />
      ) : null}
    </>
  );
}
