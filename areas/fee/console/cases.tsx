import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formatFen } from '#domain/money/fen.ts';
import { inputsOf } from '#domain/fee/inputs.ts';
import type { FeeInputs } from '#domain/fee/inputs.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import type { FeeRefusal, FeeRule } from '#domain/fee/types.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask, wordsOf } from '#kit/console/ask.ts';
import { allows } from '#kit/console/item-actions.ts';
import { Nothing, Trouble } from '#kit/console/empty.tsx';
import { firstValues } from '#kit/console/fields.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { wallTime } from '#kit/declare/format.ts';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import type { Known } from '#domain/fee/stay-context.ts';
import { feeCase, refusals } from '#areas/fee/model/fee-case.ts';
import type { KeptStay } from './bench.tsx';
import { billForStay, formOf, stayFromForm, stayFields } from './stay-form.ts';
import type { DescribedStay } from './stay-form.ts';
import { useTariffPlace } from './tariff-place.ts';
import type { TariffPlace, VersionRow } from './tariff-place.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));

const words = {
  add: text('新增算例', 'Add test case'),
  edit: text('编辑', 'Edit'),
  remove: text('删除', 'Delete'),
  all: text('{n} 个算例全部相符', 'All {n} test cases pass'),
  some: text('{n} 个算例中 {bad} 个不符', '{bad} of {n} test cases fail'),
  name: text('算例', 'Test case'),
  stay: text('进出时间', 'In and out'),
  expect: text('应收（元）', 'Expected (CNY)'),
  got: text('本规则（元）', 'This tariff (CNY)'),
  right: text('相符', 'Pass'),
  wrong: text('不符', 'Fail'),
  why: text(
    '算例是已知应收金额的停车。有算例不符的版本不能发布，除非另一人复核通过。',
    'A test case is a stay with a known price. A version with failing test cases cannot be published unless a second person approves it.',
  ),
  incomplete: text('规则写完整后核对', 'Checked once the tariff is complete'),
  prompt: text('提示', 'Please confirm'),
  sure: text('删除这个算例？', 'Delete this test case?'),
  saved: text('更新成功', 'Saved'),
  removed: text('删除成功', 'Deleted'),
  kept: text('{in} 停车', 'Stay {in}'),
};

type CaseRow = AnyRow & {
  readonly name: string;
  readonly inTime: string;
  readonly outTime: string;
  readonly carKind: string | null;
  readonly context: Known | null;
  readonly expectFen: number | null;
  readonly expectRefusal: keyof typeof refusals | null;
};
const stayOfRow = ({ inTime, outTime, carKind, context }: CaseRow): DescribedStay => ({
  inTime,
  outTime,
  carKind,
  known: context ?? {},
});

const noInputs: FeeInputs = { vehicles: [], values: [], events: [], areas: [], earlier: false };
type Outcome = { readonly got: number | FeeRefusal['refused']; readonly ok: boolean };

function outcomeOf(row: CaseRow, rule: FeeRule, place: TariffPlace, carModelId: string | null): Outcome {
  const priced = billForStay(rule, stayOfRow(row), place, carModelId);
  const got = isFeeRefusal(priced) ? priced.refused : priced.totalFen;
  return { got, ok: got === (row.expectRefusal ?? row.expectFen) };
}

const { name, expectFen, expectRefusal, remark } = feeCase.fields as Fields;

type TableProps = {
  rows: readonly CaseRow[];
  outcomes: ReadonlyMap<string, Outcome>;
  zone: string;
  onEdit: (row: CaseRow) => void;
  onRemove: (row: CaseRow) => void;
};

function CaseTable({ rows, outcomes, zone, onEdit, onRemove }: TableProps): ReactNode {
  const { t, lang } = useWords();
  const amount = (value: number | FeeRefusal['refused'] | null): string =>
    value === null ? '' : typeof value === 'number' ? formatFen(value, lang) : t(refusals[value]);
  return (
    <div className="fr-scroll" role="region" aria-label={t(feeCase.title)} tabIndex={0}>
      <table className="fr-bill">
        <thead>
          <tr>
            <th>{t(words.name)}</th>
            <th>{t(words.stay)}</th>
            <th className="num">{t(words.expect)}</th>
            <th className="num">{t(words.got)}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((each) => {
            const outcome = outcomes.get(each.id);
            return (
              <tr key={each.id} data-case={each.name}>
                <td className="fr-case">
                  {each.name}
                  {each.carKind ? <small className="gh-dim"> {each.carKind}</small> : null}
                </td>
                <td>
                  <span className="fr-time">{wallTime(each.inTime, zone)} →</span>{' '}
                  <span className="fr-time">{wallTime(each.outTime, zone)}</span>
                </td>
                <td className="num">{amount(each.expectRefusal ?? each.expectFen)}</td>
                <td className="num">
                  {outcome ? (
                    <>
                      {amount(outcome.got)}{' '}
                      <span className={`gh-tag ${outcome.ok ? 'ok' : 'bad'}`}>
                        {t(outcome.ok ? words.right : words.wrong)}
                      </span>
                    </>
                  ) : null}
                </td>
                <td className="num">
                  {allows(each, 'edit') ? (
                    <button type="button" className="gh-link" onClick={() => onEdit(each)}>
                      {t(words.edit)}
                    </button>
                  ) : null}
                  {allows(each, 'remove') ? (
                    <button type="button" className="gh-link danger" onClick={() => onRemove(each)}>
                      {t(words.remove)}
                    </button>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The cases of a car type, and of the model the rule is for. */
function useCases(carModelId: string | null) {
  const { parkId, carTypeId } = useTariffPlace();
  const found = useQuery({
    queryKey: [feeCase.name, 'of', parkId, carTypeId, carModelId],
    queryFn: ({ signal }) =>
      ask<{ records: CaseRow[] }>(
        `${feeCase.wire.base}/list`,
        { parkId, carTypeId, size: 500 },
        { signal, quiet: true },
      ),
  });
  const rows = useMemo(
    () => (found.data?.records ?? []).filter((each) => (each['carModelId'] ?? null) === carModelId),
    [found.data, carModelId],
  );
  return { found, rows };
}

function useRemoveCase(): (row: CaseRow) => Promise<void> {
  const { t } = useWords();
  const refresh = useRefresh(feeCase);
  return async (each) => {
    if (!(await confirm({ title: words.prompt, body: words.sure, danger: true }))) return;
    await ask(`${feeCase.wire.base}/remove`, {}, { method: 'POST', query: { ids: each.id }, quiet: true }).then(
      () => notify.ok(t(words.removed)),
      (error: unknown) => notify.error(wordsOf(error)),
    );
    await refresh();
  };
}

type VerdictProps = { count: number; bad: number; isChecked: boolean };

function Verdict({ count, bad, isChecked }: VerdictProps): ReactNode {
  const { t } = useWords();
  return (
    <p role="status" className={`fr-verdict ${bad > 0 ? 'wrong' : ''}`}>
      {isChecked
        ? t(bad > 0 ? words.some : words.all)
            .replace('{n}', String(count))
            .replace('{bad}', String(bad))
        : t(words.incomplete)}
    </p>
  );
}

type CaseDialogProps = {
  editing: CaseRow | 'new';
  rule: FeeRule | undefined;
  carModelId: string | null;
  /** A stay that was tried on the bench, to begin a new case with. */
  kept: KeptStay | null;
  onClose: () => void;
};

function CaseDialog({ editing, rule, carModelId, kept, onClose }: CaseDialogProps): ReactNode {
  const { t } = useWords();
  const place = useTariffPlace();
  const { parkId, carTypeId, zone } = place;
  const refresh = useRefresh(feeCase);
  const fields = useMemo(
    (): Fields => ({
      name: name!,
      ...stayFields(rule ? inputsOf(rule) : noInputs, place),
      expectFen: expectFen!,
      expectRefusal: expectRefusal!,
      remark: remark!,
    }),
    [rule, place],
  );
  const start = (): Record<string, unknown> => {
    if (editing !== 'new') return { ...editing, ...formOf(stayOfRow(editing)) };
    if (kept)
      return {
        ...formOf(kept.stay),
        expectFen: kept.fen,
        name: t(words.kept).replace('{in}', wallTime(kept.stay.inTime, zone).slice(0, 16)),
      };
    return firstValues(fields);
  };
  const save = async (values: Record<string, unknown>, key: string) => {
    const before = editing === 'new' ? null : editing;
    const { known, ...stay } = stayFromForm(values)!;
    const context = { ...before?.context, ...known };
    await ask(
      `${feeCase.wire.base}/submit`,
      {
        name: values['name'],
        expectFen: values['expectFen'] ?? null,
        expectRefusal: values['expectRefusal'] ?? null,
        remark: values['remark'] ?? null,
        ...stay,
        context: Object.keys(context).length > 0 ? context : null,
        ...(before ? { id: before.id } : { parkId, carTypeId, carModelId }),
      },
      { method: 'POST', key, quiet: true },
    );
    notify.ok(t(words.saved));
    await refresh();
  };
  return (
    <AskDialog
      title={editing === 'new' ? t(words.add) : editing.name}
      fields={fields}
      first={start()}
      onClose={onClose}
      run={save}
    />
  );
}

type CasesProps = {
  row: VersionRow | undefined;
  rule: FeeRule | undefined;
  kept: KeptStay | null;
  onKept: () => void;
};

/** The worked cases of a car type, each held against the rule as it stands. */
export default function Cases({ row, rule, kept, onKept }: CasesProps): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const place = useTariffPlace();
  const carModelId = row?.carModelId ?? null;
  const { found, rows } = useCases(carModelId);
  const remove = useRemoveCase();
  const [editing, setEditing] = useState<CaseRow | 'new' | null>(null);
  useEffect(() => {
    if (kept) setEditing('new');
  }, [kept]);
  const outcomes = useMemo(
    () => new Map(rule ? rows.map((each) => [each.id, outcomeOf(each, rule, place, carModelId)]) : []),
    [rows, rule, place, carModelId],
  );
  if (found.error) return <Trouble error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <span className="gh-spin" />;
  const close = () => {
    setEditing(null);
    onKept();
  };
  const bad = [...outcomes.values()].filter(({ ok }) => !ok).length;
  return (
    <div data-cases>
      <p className="gh-dim">{t(words.why)}</p>
      {rows.length === 0 ? (
        <Nothing />
      ) : (
        <>
          <Verdict count={rows.length} bad={bad} isChecked={rule !== undefined} />
          <CaseTable
            rows={rows}
            outcomes={outcomes}
            zone={place.zone}
            onEdit={setEditing}
            onRemove={(each) => void remove(each)}
          />
        </>
      )}
      {may('feeCase:add') ? (
        <div className="fr-buttons">
          <button type="button" className="gh-btn" onClick={() => setEditing('new')}>
            {t(words.add)}
          </button>
        </div>
      ) : null}
      {editing ? (
        <CaseDialog editing={editing} rule={rule} carModelId={carModelId} kept={kept} onClose={close} />
      ) : null}
    </div>
  );
}
