import type { ReactNode } from 'react';
import type { PeriodRow } from '#domain/fee/complex.ts';
import { fill, text } from '#kit/declare/text.ts';
import { Icon } from '#kit/console/icon.tsx';
import { useWords } from '#kit/console/words.ts';
import { rowFields, stepsOf, withRow, withStep, withoutRow } from './complex-rows.ts';
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

/** One period of an area: when it holds, how its units are counted, what they cost. */
export function PeriodForm({ rows, period, nth, editing, onRows }: Props): ReactNode {
  const { t } = useWords();
  const missing = editing.problems.find((each) => each.rowId === period.id && !(each.field in rowFields.period));
  return (
    <fieldset className="fr-period" data-period={nth + 1}>
      <legend>
        {t(fill(words.period, { n: nth + 1 }))}
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
