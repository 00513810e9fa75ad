/** Draws rows of spaces on a floor and moves those that stand there; saved at once. */
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { mayDiscard, useLeaveGuard } from '#kit/console/leaving.ts';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { angleOf, countOn, nextFirst } from '#domain/guidance/rows.ts';
import type { Pen, Point, Row } from '#domain/guidance/rows.ts';
import { drawSpaces } from '../model/draw-call.ts';
import * as drawings from './drawing.ts';
import type { Drawing, Fault, Selection } from './drawing.ts';
import { FloorCanvas } from './floor-canvas.tsx';
import type { LiveFloor } from './live.ts';
import { RowForm } from './row-form.tsx';

const words = {
  add: text('加一排', 'Add a row'),
  remove: text('删除该排', 'Remove the row'),
  undo: text('撤销', 'Undo'),
  redo: text('重做', 'Redo'),
  save: text('保存', 'Save'),
  done: text('退出绘制', 'Stop drawing'),
  saved: text('已保存：新增 {added} 个，移动 {moved} 个', 'Saved: {added} added, {moved} moved'),
  hint: text(
    '在空白处拖动画一排；拖动或用方向键移动选中的（按住 Shift 每次 1 米，否则 0.1 米）；Shift 加点选多个车位；Ctrl+Z 撤销，Delete 删除未保存的排。',
    'Drag on empty floor to draw a row. Drag what is selected or move it with the arrow keys (0.1 m, with Shift 1 m). Shift and click selects several spaces. Ctrl+Z takes a step back, Delete removes an unsaved row.',
  ),
  next: text('下一排', 'Next row'),
  selected: text('选中的排', 'Selected row'),
  spaces: text('选中 {n} 个已有车位', '{n} saved spaces selected'),
  pending: text('待保存：新增 {added} 个，移动 {moved} 个', 'Not saved yet: {added} new, {moved} moved'),
  double: text('车位号重复：{numbers}', 'Numbers used twice: {numbers}'),
  outside: text('超出楼层：{numbers}', 'Outside the floor: {numbers}'),
};

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const [NUDGE_M, FAR_M, MOST_NAMED] = [0.1, 1, 5];

/** Where a row without a line begins, and how many it has. */
const PLAIN = { x: 2, y: 2, angle: 0, count: 10 };

const penOf = (floor: LiveFloor): Pen => ({
  width: 2.5,
  length: 5,
  side: 'right',
  prefix: `${floor.floor.buildingName.slice(0, 11)}-`,
  first: String(floor.spaces.length + 1).padStart(3, '0'),
  reversed: false,
  kind: 'normal',
});

function Faults({ of }: { of: readonly Fault[] }): ReactNode {
  const { t } = useWords();
  return (['double', 'outside'] as const).map((kind) => {
    const numbers = of.filter((fault) => fault.kind === kind).map(({ spaceNo }) => spaceNo);
    if (numbers.length === 0) return null;
    const more = numbers.length > MOST_NAMED ? ` … (${numbers.length})` : '';
    return (
      <p key={kind} className="gd-fault" role="alert">
        {t(fill(words[kind], { numbers: numbers.slice(0, MOST_NAMED).join(', ') + more }))}
      </p>
    );
  });
}

/** The drawing with what people do to it: by pointer, by form and by key. */
function useEditing(floor: LiveFloor) {
  const [drawing, setDrawing] = useState<Drawing>(drawings.emptyDrawing);
  const [selection, setSelection] = useState<Selection>(null);
  const [pen, setPen] = useState<Pen>(() => penOf(floor));
  const [made, setMade] = useState(0);
  const row = selection?.kind === 'row' ? drawing.now.rows.find(({ key }) => key === selection.key) : undefined;
  const add = (place: Pick<Row, 'x' | 'y' | 'angle' | 'count'>): void => {
    const key = `row ${made}`;
    setMade(made + 1);
    setDrawing((now) => drawings.withRow(now, { ...pen, ...place, key }));
    setPen({ ...pen, first: nextFirst({ ...pen, count: place.count }) });
    setSelection({ kind: 'row', key });
  };
  const remove = (): void => {
    if (!row) return;
    setDrawing((now) => drawings.withoutRow(now, row.key));
    setSelection(null);
  };
  const nudge = (by: Point): void => setDrawing((now) => drawings.moved(now, { selection, by, spaces: floor.spaces }));
  const onKey = (event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    const letter = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (letter !== 'z' && letter !== 'y') return;
      setDrawing(letter === 'y' || event.shiftKey ? drawings.redone : drawings.undone);
    } else if (arrow && selection) {
      const far = event.shiftKey ? FAR_M : NUDGE_M;
      nudge({ x: arrow[0] * far, y: arrow[1] * far });
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && row) remove();
    else if (event.key === 'Escape' && selection) setSelection(null);
    else return;
    event.preventDefault();
  };
  return { drawing, setDrawing, selection, setSelection, pen, setPen, row, add, remove, onKey };
}

type Editing = ReturnType<typeof useEditing>;

function Toolbar({
  editing: { drawing, setDrawing, row, add, remove },
  savable,
  status,
  onSave,
  onDone,
}: {
  editing: Editing;
  savable: boolean;
  status: string | null;
  onSave: () => void;
  onDone: () => void;
}): ReactNode {
  const { t } = useWords();
  const button = (label: Text, enabled: boolean, onClick: () => void, tone = ''): ReactNode => (
    <button type="button" className={`gh-btn ${tone}`} disabled={!enabled} onClick={onClick}>
      {t(label)}
    </button>
  );
  return (
    <div className="gd-editor-tools">
      {button(words.add, true, () => add(PLAIN))}
      {button(words.remove, row !== undefined, remove)}
      {button(words.undo, drawing.past.length > 0, () => setDrawing(drawings.undone))}
      {button(words.redo, drawing.future.length > 0, () => setDrawing(drawings.redone))}
      {button(words.save, savable, onSave, 'primary')}
      {button(words.done, true, onDone)}
      <span aria-live="polite">{status}</span>
    </div>
  );
}

export function FloorEditor({ floor, onDone }: { floor: LiveFloor; onDone: () => void }): ReactNode {
  const { t } = useWords();
  const queries = useQueryClient();
  const editing = useEditing(floor);
  const { drawing, setDrawing, selection, setSelection, pen, setPen, row, add, onKey } = editing;
  const [saving, setSaving] = useState(false);
  const dirty = !drawings.isEmpty(drawing);
  useLeaveGuard(dirty);
  const faults = drawings.faultsOf(drawing, floor.spaces, floor.floor);
  const content = drawings.contentOf(drawing);
  const counts = { added: String(content.added.length), moved: String(content.moved.length) };
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      const input = { buildingId: floor.floor.id, ...content };
      await ask(drawSpaces, input, { method: 'POST', key: newKey(), quiet: true });
      // What is saved now stands on the floor: only then is it no longer drawn.
      await queries.invalidateQueries({ queryKey: ['guidance', 'live', floor.floor.id] });
      setDrawing(drawings.emptyDrawing);
      setSelection(null);
      notify.ok(t(fill(words.saved, counts)));
    } catch (error) {
      notify.error(wordsOf(error));
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className="gd-editor">
      <Toolbar
        editing={editing}
        savable={dirty && faults.length === 0 && !saving}
        status={dirty ? t(fill(words.pending, counts)) : null}
        onSave={() => void save()}
        onDone={() => void mayDiscard(dirty).then((leaves) => (leaves ? onDone() : undefined))}
      />
      <Faults of={faults} />
      <div className="gd-editor-body">
        <FloorCanvas
          {...{ floor, drawing, selection, onKey }}
          onSelect={setSelection}
          onDrawing={setDrawing}
          onLine={(from, to) => add({ ...from, angle: angleOf(from, to), count: countOn(from, to, pen.width) })}
        />
        <aside>
          <h2 className="gh-group">{t(row ? words.selected : words.next)}</h2>
          <RowForm
            pen={pen}
            row={row ?? null}
            onPen={(values) => setPen({ ...pen, ...values })}
            onRow={(values) => (row ? setDrawing((now) => drawings.edited(now, row.key, values)) : undefined)}
          />
          {selection?.kind === 'spaces' ? <p>{t(fill(words.spaces, { n: String(selection.ids.size) }))}</p> : null}
          <p className="gh-dim">{t(words.hint)}</p>
        </aside>
      </div>
    </div>
  );
}
