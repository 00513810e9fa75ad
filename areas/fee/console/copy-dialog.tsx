import { useState } from 'react';
import type { ReactNode } from 'react';
import { Modal } from 'antd';
import { useQueries, useQuery } from '@tanstack/react-query';
import { relations } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { useRefresh } from '#kit/console/listing.ts';
import { tell } from '#kit/console/notices.ts';
import { RelationSelect } from '#kit/console/relation-select.tsx';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { feeRule } from '#areas/fee/model/fee-rule.ts';
import { copyRule } from '#areas/fee/model/rule-calls.ts';
import { park } from '#areas/lot/model/park.ts';
import { useTariffPlace } from './tariff-place.ts';
import type { VersionRow } from './tariff-place.ts';

const words = {
  title: text('复制到其他车场', 'Copy to other car parks'),
  lots: text('车场', 'Car parks'),
  lot: text('车场', 'Car park'),
  type: text('车类', 'Car type'),
  preview: text('预览变化', 'Preview'),
  go: text('生成 {n} 个草稿', 'Create {n} drafts'),
  cancel: text('取消', 'Cancel'),
  now: text('现行规则', 'Current tariff'),
  copy: text('复制后（草稿）', 'Copy (draft)'),
  none: text('没有现行规则', 'No current tariff'),
  made: text('已生成 {n} 个草稿，请到各车场发布', '{n} drafts created. Publish them in each car park.'),
  pick: text('请选择车类', 'Choose a car type'),
  same: text('与现行规则相同', 'Same as current tariff'),
};
const lots = relations(words.lots, () => park);

type CarType = { value: string; label: string; kind: string };
type Target = { readonly parkId: string; readonly carTypeId: string };
type Told = Target & {
  readonly parkName?: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly problem: string | null;
};

const typesOf = (parkId: string) => ({
  queryKey: ['carTypes', parkId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    ask<CarType[]>('/api/updown/baseSelect/getSelectCarKindType', { parkId }, { signal, quiet: true }),
});

/** The car type of another lot that is meant: of the same name, else of the same kind. */
const alike = (own: CarType | undefined, among: readonly CarType[]): string | null =>
  (among.find(({ label }) => label === own?.label) ?? among.find(({ kind }) => kind === own?.kind))?.value ?? null;

function Preview({ told, nameOf }: { told: readonly Told[]; nameOf: (parkId: string) => string }): ReactNode {
  const { t } = useWords();
  return (
    <div className="fr-scroll" role="region" aria-label={t(words.preview)} tabIndex={0} data-preview>
      <table className="fr-bill">
        <thead>
          <tr>
            <th>{t(words.lot)}</th>
            <th>{t(words.now)}</th>
            <th>{t(words.copy)}</th>
          </tr>
        </thead>
        <tbody>
          {told.map((each) => (
            <tr key={`${each.parkId} ${each.carTypeId}`}>
              <td>{nameOf(each.parkId)}</td>
              <td>{each.before ?? t(words.none)}</td>
              <td>
                {each.problem ? (
                  <span className="wrong">{each.problem}</span>
                ) : each.after === each.before ? (
                  t(words.same)
                ) : (
                  each.after
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Copies a version to other lots as drafts, after showing what would change at each. */
export default function CopyDialog({ row, onClose }: { row: VersionRow; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const { parkId: ownPark, carTypeId: ownType } = useTariffPlace();
  const refresh = useRefresh(feeRule);
  const [parks, setParks] = useState<readonly string[]>([]);
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({});
  const [told, setTold] = useState<readonly Told[] | null>(null);
  const [busy, setBusy] = useState(false);
  const own = useQuery(typesOf(ownPark));
  const others = useQueries({ queries: parks.map(typesOf) });
  const named = useQuery({
    queryKey: ['options', 'park', 'named', parks.join(',')],
    enabled: parks.length > 0,
    queryFn: ({ signal }) =>
      ask<{ value: string; label: string }[]>(
        '/api/gatehouse/options/park',
        { ids: parks.join(',') },
        { signal, quiet: true },
      ),
  });
  const nameOf = (id: string): string => named.data?.find(({ value }) => value === id)?.label ?? '…';
  const source = own.data?.find(({ value }) => value === ownType);
  const typeAt = (id: string, nth: number): string | null => picked[id] ?? alike(source, others[nth]?.data ?? []);
  const targets = parks.flatMap((parkId, nth): Target[] => {
    const carTypeId = typeAt(parkId, nth);
    return carTypeId ? [{ parkId, carTypeId }] : [];
  });
  const good = (told ?? []).filter(({ problem }) => !problem).length;

  const send = async (preview: boolean) => {
    setBusy(true);
    try {
      const answer = await ask<{ targets: readonly Told[] }>(
        copyRule,
        { id: row.id, toParks: targets, preview },
        { key: newKey(), quiet: true },
      );
      if (preview) setTold(answer.targets);
      else {
        tell.ok(t(words.made).replace('{n}', String(answer.targets.filter(({ problem }) => !problem).length)));
        await refresh();
        onClose();
      }
    } catch (error) {
      tell.error(wordsOf(error));
    }
    setBusy(false);
  };
  const buttons = (
    <>
      <button type="button" className="gh-btn" onClick={onClose}>
        {t(words.cancel)}
      </button>{' '}
      <button type="button" className="gh-btn" disabled={busy || targets.length === 0} onClick={() => void send(true)}>
        {t(words.preview)}
      </button>{' '}
      <button type="button" className="gh-btn primary" disabled={busy || good === 0} onClick={() => void send(false)}>
        {t(words.go).replace('{n}', String(good))}
      </button>
    </>
  );
  return (
    <Antd>
      <Modal
        open
        width={760}
        title={`${t(words.title)} · ${row.ruleName} V${row.version}`}
        footer={buttons}
        onCancel={onClose}
      >
        <RelationSelect
          field={lots}
          many
          value={[...parks]}
          among={{}}
          onChange={(ids) => {
            setParks((ids ?? []) as string[]);
            setTold(null);
          }}
        />
        {parks.length === 0 ? null : (
          <ul className="fr-targets">
            {parks.map((id, nth) => (
              <li key={id}>
                <span>{nameOf(id)}</span>
                <select
                  className="gh-input"
                  aria-label={`${t(words.type)} ${nameOf(id)}`}
                  value={typeAt(id, nth) ?? ''}
                  onChange={(event) => {
                    setPicked({ ...picked, [id]: event.target.value });
                    setTold(null);
                  }}
                >
                  <option value="" disabled>
                    {t(words.pick)}
                  </option>
                  {(others[nth]?.data ?? []).map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </li>
            ))}
          </ul>
        )}
        {told ? <Preview told={told} nameOf={nameOf} /> : null}
      </Modal>
    </Antd>
  );
}
