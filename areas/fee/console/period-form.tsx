import type { ReactNode } from 'react';
import type { PeriodRow } from '#domain/fee/complex.ts';
import { fill, text } from '#kit/declare/text.ts';
import { Icon } from '#kit/console/icon.tsx';
import { useWords } from '#kit/console/words.ts';
import { periodsOf, rowFields, stepsOf, withMoved, withRow, withStep, withoutRow } from './complex-rows.ts';
import type { DraftRows, Table } from './complex-rows.ts';
import { RowInput } from './row-inputs.tsx';
import type { RowEditing } from './row-inputs.tsx';

const words = {
  period: text('时段{n}', 'Period {n}'),
  remove: text('删除时段', 'Delete the period'),
  steps: text('计费阶梯', 'Price steps'),
  from: text('从第几分钟', 'From minute'),
  to: text('到第几分钟', 'To minute'),
  unit: text('单元（分钟）', 'Unit (min)'),
  price: text('单元金额', 'Price per unit'),
  up: text('不足按一个单元', 'Round up to a full unit'),
  add: text('增加一级', 'Add a step'),
  removeStep: text('删除第{n}级', 'Delete step {n}'),
  earlier: text('上移时段{n}', 'Move period {n} up'),
  later: text('下移时段{n}', 'Move period {n} down'),
  grip: text('拖动或按上下键移动时段{n}', 'Drag period {n}, or move it by the arrow keys'),
  open: text(
    '到第几分钟不填则一直计下去；单元不填则整级一个价。',
    'If the end is blank the step continues; if the unit is blank the whole step has one price.',
  ),
};

type Props = {
  rows: DraftRows;
  period: PeriodRow;
  nth: number;
  editing: RowEditing;
  onRows: (rows: DraftRows) => void;
};

function Steps({ rows, period, editing, onRows }: Omit<Props, 'nth'>): ReactNode {
  const { t } = useWords();
  const steps = stepsOf(rows, period.id);
  const cell = (row: { id: string }, name: string) => (
    <td>
      <RowInput editing={editing} table="subPeriod" row={row} name={name} field={rowFields.subPeriod[name]!} inCell />
    </td>
  );
  return (
    <div className="fr-scroll" role="region" aria-label={t(words.steps)} tabIndex={0}>
      <table className="fr-steps">
        <thead>
          <tr>
            {[words.from, words.to, words.unit, words.price, words.up].map((each) => (
              <th key={each.en} scope="col">
                {t(each)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {steps.map((step, nth) => {
            const wrong = editing.problems.find((each) => each.rowId === step.id && each.field === 'startMinute');
            return (
              <tr key={step.id}>
                <td className="gh-num" data-label={t(words.from)}>
                  {step.startMinute}
                  {wrong ? (
                    <div className="wrong" role="alert">
                      {t(wrong.words)}
                    </div>
                  ) : null}
                </td>
                {cell(step, 'endMinute')}
                {cell(step, 'unitMinutes')}
                {cell(step, 'unitFee')}
                {cell(step, 'roundUp')}
                <td>
                  {editing.locked || steps.length === 1 ? null : (
                    <button
                      type="button"
                      className="gh-btn plain icon"
                      aria-label={t(fill(words.removeStep, { n: nth + 1 }))}
                      title={t(fill(words.removeStep, { n: nth + 1 }))}
                      onClick={() => onRows(withoutRow(rows, 'subPeriod', step.id))}
                    >
                      <Icon name="close" size={14} />
                    </button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {editing.locked ? null : (
        <button type="button" className="gh-link" onClick={() => onRows(withStep(rows, period.id))}>
          {t(words.add)}
        </button>
      )}
      <span className="gh-dim fr-hint">{t(words.open)}</span>
    </div>
  );
}

/** The data type of a dragged period; periods are dropped on others of their area alone. */
const DRAGGED = 'application/x-gatehouse-period';

/** Moves a period among those of its area: dragged by its grip, by the arrow keys on it, or by the buttons beside. */
function Mover({ rows, period, nth, onRows }: Omit<Props, 'editing'>): ReactNode {
  const { t } = useWords();
  const last = periodsOf(rows, period.areaRuleId).length - 1;
  if (last < 1) return null;
  const move = (by: number, focused?: HTMLElement): void => {
    onRows(withMoved(rows, period.id, by));
    // The grip goes on holding the focus, wherever its period now stands.
    if (focused) requestAnimationFrame(() => focused.focus());
  };
  return (
    <span className="fr-mover">
      <button
        type="button"
        className="gh-btn plain icon fr-grip"
        draggable
        aria-label={t(fill(words.grip, { n: nth + 1 }))}
        title={t(fill(words.grip, { n: nth + 1 }))}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData(DRAGGED, period.id);
        }}
        onKeyDown={(event) => {
          const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          move(by, event.currentTarget);
        }}
      >
        ⠿
      </button>
      {([-1, 1] as const).map((by) => {
        const label = t(fill(by < 0 ? words.earlier : words.later, { n: nth + 1 }));
        return (
          <button
            key={by}
            type="button"
            className="gh-btn plain icon"
            aria-label={label}
            title={label}
            disabled={by < 0 ? nth === 0 : nth === last}
            onClick={() => move(by)}
          >
            <Icon name={by < 0 ? 'up' : 'down'} size={14} />
          </button>
        );
      })}
    </span>
  );
}

/** One period of an area: when it holds, how its units are counted, what they cost. */
export function PeriodForm({ rows, period, nth, editing, onRows }: Props): ReactNode {
  const { t } = useWords();
  const missing = editing.problems.find((each) => each.rowId === period.id && !(each.field in rowFields.period));
  return (
    <fieldset
      className="fr-period"
      data-period={nth + 1}
      onDragOver={(event) => {
        if (!editing.locked && event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDrop={(event) => {
        const own = periodsOf(rows, period.areaRuleId).map(({ id }) => id);
        const from = own.indexOf(event.dataTransfer.getData(DRAGGED));
        if (editing.locked || from === -1) return;
        event.preventDefault();
        onRows(withMoved(rows, own[from]!, nth - from));
      }}
    >
      <legend>
        {t(fill(words.period, { n: nth + 1 }))}
        {editing.locked ? null : <Mover rows={rows} period={period} nth={nth} onRows={onRows} />}
        {editing.locked ? null : (
          <button
            type="button"
            className="gh-link danger"
            onClick={() => onRows(withoutRow(rows, 'period', period.id))}
          >
            {t(words.remove)}
          </button>
        )}
      </legend>
      <div className="gh-form">
        {Object.entries(rowFields.period).map(([name, field]) => (
          <RowInput key={name} editing={editing} table="period" row={period} name={name} field={field} />
        ))}
      </div>
      {missing ? (
        <p className="wrong" role="alert">
          {t(missing.words)}
        </p>
      ) : null}
      <Steps rows={rows} period={period} editing={editing} onRows={onRows} />
    </fieldset>
  );
}

/** A change of one value, for the inputs above. */
export const putInto =
  (rows: DraftRows, onRows: (rows: DraftRows) => void) =>
  (table: Table, id: string, name: string, value: unknown): void =>
    onRows(withRow(rows, table, id, { [name]: value }));
