import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { RuleHead } from '#domain/fee/complex.ts';
import type { Fields } from '#kit/declare/field.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask, newKey } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { firstValues } from '#kit/console/fields.ts';
import { Pop } from '#kit/console/floating.tsx';
import { FieldForm, useDraft } from '#kit/console/form.tsx';
import { Icon } from '#kit/console/icon.tsx';
import { useMay } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { parkFeeRule } from '#areas/fee/model/park-fee-rule.ts';
import { saveComplex } from '#areas/fee/model/rule-calls.ts';
import { OutlineView } from './outline-view.tsx';
import { periodsOf, readRows, rowFields, sentAreas, withArea, withPeriod, withoutRow } from './complex-rows.ts';
import type { DraftRows } from './complex-rows.ts';
import { complexStarters, rowsOfStarter } from './complex-starters.ts';
import { rowsOfDetail } from './complex-store.ts';
import type { RuleDetail } from './complex-store.ts';
import { PeriodForm, putInto } from './period-form.tsx';
import { RowInput } from './row-inputs.tsx';
import type { RowEditing } from './row-inputs.tsx';
import { RuleFrame } from './rule-frame.tsx';
import type { EditorProps } from './simple-editor.tsx';
import { useTariffPlace } from './tariff-place.ts';
import type { VersionRow } from './tariff-place.ts';

const words = {
  start: text('从样例开始', 'Start from an example'),
  area: text('收费区域{n}', 'Area {n}'),
  addArea: text('增加收费区域', 'Add an area'),
  addPeriod: text('增加时段', 'Add a period'),
  removeArea: text('删除区域', 'Delete the area'),
};
const all = parkFeeRule.fields as Fields;
const headNames = ['ruleName', 'carModelId', 'freeMinutes', 'freeMinutesCounted', 'dayCapBasis', 'maxFee'];
const fields: Fields = Object.fromEntries(
  headNames.map((name) => [name, name === 'carModelId' ? { ...all[name]!, within: 'parkId' } : all[name]!]),
);

const headOf = (values: Readonly<Record<string, unknown>>): RuleHead => ({
  freeMinutes: (values['freeMinutes'] as number | null) ?? null,
  freeMinutesCounted: values['freeMinutesCounted'] === true,
  dayCapBasis: values['dayCapBasis'] === 'rolling-24h' ? 'rolling-24h' : 'natural-day',
  maxFee: (values['maxFee'] as number | null) ?? null,
});
const noRows: DraftRows = { head: headOf({}), areas: [], periods: [], subPeriods: [] };

type FormProps = {
  row: VersionRow | undefined;
  begun: DraftRows;
  /** When the version was changed last, as it was read. */ readAt: unknown;
  onSaved: EditorProps['onSaved'];
};

type AreaSectionProps = {
  rows: DraftRows;
  area: DraftRows['areas'][number];
  nth: number;
  editing: RowEditing;
  onRows: (rows: DraftRows) => void;
};

function AreaSection({ rows, area, nth, editing, onRows }: AreaSectionProps): ReactNode {
  const { t } = useWords();
  const { locked } = editing;
  const missing = editing.problems.find((each) => each.rowId === area.id && !(each.field in rowFields.area));
  return (
    <section className="fr-area" data-area={nth + 1} aria-label={t(fill(words.area, { n: nth + 1 }))}>
      <h2>
        {t(fill(words.area, { n: nth + 1 }))}
        {locked || rows.areas.length === 1 ? null : (
          <button type="button" className="gh-link danger" onClick={() => onRows(withoutRow(rows, 'area', area.id))}>
            {t(words.removeArea)}
          </button>
        )}
      </h2>
      <div className="gh-form">
        {Object.entries(rowFields.area).map(([name, field]) => (
          <RowInput key={name} editing={editing} table="area" row={area} name={name} field={field} />
        ))}
      </div>
      {missing ? (
        <p className="wrong" role="alert">
          {t(missing.words)}
        </p>
      ) : null}
      {periodsOf(rows, area.id).map((period, at) => (
        <PeriodForm key={period.id} rows={rows} period={period} nth={at} editing={editing} onRows={onRows} />
      ))}
      {locked ? null : (
        <button type="button" className="gh-btn" onClick={() => onRows(withPeriod(rows, area.id))}>
          <Icon name="plus" size={14} />
          {t(words.addPeriod)}
        </button>
      )}
    </section>
  );
}

type StartersProps = {
  draft: ReturnType<typeof useDraft>;
  rows: DraftRows;
  onRows: (rows: DraftRows) => void;
};

/** Examples that replace what is entered; saving makes a draft of it. */
function Starters({ draft, rows, onRows }: StartersProps): ReactNode {
  const { t } = useWords();
  return (
    <div className="fr-buttons">
      <Pop
        label={t(words.start)}
        button={t(words.start)}
        items={complexStarters.map((starter) => ({
          key: starter.name,
          label: t(starter.label),
          onPick: () => {
            for (const [field, value] of Object.entries(starter.head)) draft.put(field, value);
            onRows(rowsOfStarter(starter, rows));
          },
        }))}
      />
    </div>
  );
}

function ComplexForm({ row, begun, readAt, onSaved }: FormProps): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { parkId, carTypeId, areaNames } = useTariffPlace();
  const [first] = useState(() => ({ ...firstValues(fields), ...row, parkId }));
  const draft = useDraft(fields, first, true);
  const [stored] = useState({ rows: begun, readAt });
  const [rows, setRows] = useState(() => (row ? begun : withArea(begun)));
  const locked = !may('parkFeeRule:edit');
  const head = useMemo(() => headOf(draft.values), [draft.values]);
  const read = useMemo(() => readRows({ ...rows, head }, areaNames), [rows, areaNames, head]);
  const changed = useMemo(
    () => JSON.stringify(sentAreas(rows)) !== JSON.stringify(sentAreas(stored.rows)),
    [stored, rows],
  );
  const editing = { parkId, locked, problems: read.problems, put: putInto(rows, setRows) };

  const save = async () => {
    const values = draft.check();
    if (!values) return null;
    return (
      await ask<{ id: string }>(
        saveComplex,
        {
          ...values,
          parkId,
          carTypeId,
          areas: sentAreas(rows),
          ...(row ? { id: row.id, updatedAt: stored.readAt } : {}),
        },
        { key: newKey(), quiet: true },
      )
    ).id;
  };
  const written = read.tariff
    ? { rule: read.tariff, problems: [] }
    : { problems: read.problems.map(({ words: msg }) => msg) };
  return (
    <RuleFrame
      row={row}
      written={written}
      dirty={draft.changed.length > 0 || changed}
      save={save}
      blame={draft.blame}
      onSaved={onSaved}
      edited={draft.changed.length > 0 || (row !== undefined && changed)}
      partly
    >
      {locked ? null : <Starters draft={draft} rows={rows} onRows={setRows} />}
      <FieldForm
        fields={fields}
        draft={draft}
        locked={(name) => locked || (name === 'carModelId' && row !== undefined)}
      />
      {rows.areas.map((area, nth) => (
        <AreaSection key={area.id} rows={rows} area={area} nth={nth} editing={editing} onRows={setRows} />
      ))}
      {locked ? null : (
        <button type="button" className="gh-btn" onClick={() => setRows(withArea(rows))}>
          <Icon name="plus" size={14} />
          {t(words.addArea)}
        </button>
      )}
      <OutlineView rule={read.tariff} />
    </RuleFrame>
  );
}

/** A rule in complex mode: areas of the lot, their periods, and the steps of each as a table. */
export function ComplexEditor({ row, onSaved }: EditorProps): ReactNode {
  const detail = useQuery({
    queryKey: ['feeRule', 'rows', row?.id],
    enabled: row !== undefined,
    queryFn: ({ signal }) =>
      ask<RuleDetail>(`${parkFeeRule.wire.base}/detail`, { id: row!.id }, { signal, quiet: true }),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (!row) return <ComplexForm row={undefined} begun={noRows} readAt={null} onSaved={onSaved} />;
  if (detail.error) return <Trouble error={detail.error} onRetry={() => void detail.refetch()} />;
  return detail.data ? (
    <ComplexForm
      row={row}
      begun={rowsOfDetail(detail.data, headOf(row))}
      readAt={detail.data['updatedAt']}
      onSaved={onSaved}
    />
  ) : (
    <span className="gh-spin" />
  );
}
