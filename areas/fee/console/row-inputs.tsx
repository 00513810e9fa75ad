import { useId } from 'react';
import type { ReactNode } from 'react';
import type { RowProblem } from '#domain/fee/complex.ts';
import type { Field } from '#kit/declare/field.ts';
import { InputOf } from '#kit/console/inputs.tsx';
import { useWords } from '#kit/console/words.ts';
import type { Table } from './complex-rows.ts';

/**
 * What the inputs of a rule's rows have in common: who may change them, what is wrong with which, and where a change
 * goes.
 */
export type RowEditing = {
  readonly parkId: string;
  readonly locked: boolean;
  readonly problems: readonly RowProblem[];
  readonly put: (table: Table, id: string, name: string, value: unknown) => void;
};

type Props = {
  editing: RowEditing;
  table: Table;
  row: { readonly id: string };
  name: string;
  field: Field;
  /** Inside a table the column's heading is the label. */ inCell?: boolean;
};

/** One value of one row, as its declaration says, with what is wrong with it below. */
export function RowInput({ editing, table, row, name, field, inCell = false }: Props): ReactNode {
  const { t } = useWords();
  const id = useId();
  const problem = editing.problems.find((each) => each.rowId === row.id && each.field === name);
  const values = row as Readonly<Record<string, unknown>>;
  const note = problem ? t(problem.words) : field.help && !inCell ? t(field.help) : undefined;
  return (
    <div className={inCell ? 'fr-cell' : 'gh-field'} data-field={name} data-wrong={problem ? '' : undefined}>
      <label className={inCell ? 'gh-sr' : 'label'} htmlFor={id}>
        {field.required && !inCell ? (
          <span className="must" aria-hidden="true">
            *
          </span>
        ) : null}
        {t(field.label)}
      </label>
      <InputOf
        field={field}
        id={id}
        value={values[name]}
        onChange={(value) => editing.put(table, row.id, name, value)}
        among={{ ...values, parkId: editing.parkId }}
        disabled={editing.locked}
        invalid={problem !== undefined}
        describedBy={note ? `${id}-note` : undefined}
      />
      {note || !inCell ? (
        <div className="foot" id={`${id}-note`} role={problem ? 'alert' : undefined}>
          <span className={problem ? 'wrong' : 'hint'}>{note}</span>
        </div>
      ) : null}
    </div>
  );
}
