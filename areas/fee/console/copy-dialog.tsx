import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { relations } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { Dialog } from '#kit/console/dialog.tsx';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { useRefresh } from '#kit/console/listing.ts';
import { notify } from '#kit/console/notices.ts';
import { RelationSelect } from '#kit/console/relation-select.tsx';
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
type Copy = Target & {
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

function Preview({ copies, nameOf }: { copies: readonly Copy[]; nameOf: (parkId: string) => string }): ReactNode {
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
          {copies.map((each) => (
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

type Choice = { readonly id: string; readonly carTypeId: string | null; readonly carTypes: readonly CarType[] };

/** The lots a version is copied to, and the car type it is copied to at each. */
function useTargets() {
  const { parkId: ownPark, carTypeId: ownType } = useTariffPlace();
  const [parks, setParks] = useState<readonly string[]>([]);
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({});
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
  const choices = parks.map((id, nth): Choice => {
    const carTypes = others[nth]?.data ?? [];
    return { id, carTypeId: picked[id] ?? alike(source, carTypes), carTypes };
  });
  const targets = choices.flatMap(({ id, carTypeId }): Target[] => (carTypeId ? [{ parkId: id, carTypeId }] : []));
  const pick = (id: string, carTypeId: string) => setPicked({ ...picked, [id]: carTypeId });
  return { parks, setParks, choices, pick, targets, nameOf };
}

type TargetsProps = {
  choices: readonly Choice[];
  nameOf: (parkId: string) => string;
  onPick: (parkId: string, carTypeId: string) => void;
};

function Targets({ choices, nameOf, onPick }: TargetsProps): ReactNode {
  const { t } = useWords();
  return (
    <ul className="fr-targets">
      {choices.map(({ id, carTypeId, carTypes }) => (
        <li key={id}>
          <span>{nameOf(id)}</span>
          <select
            className="gh-input"
            aria-label={`${t(words.type)} ${nameOf(id)}`}
            value={carTypeId ?? ''}
            onChange={(event) => onPick(id, event.target.value)}
          >
            <option value="" disabled>
              {t(words.pick)}
            </option>
            {carTypes.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </li>
      ))}
    </ul>
  );
}

/** Shows what the copies would be, then makes them. */
function useCopy(row: VersionRow, targets: readonly Target[], onClose: () => void) {
  const { t } = useWords();
  const refresh = useRefresh(feeRule);
  const [previewed, setPreviewed] = useState<readonly Copy[] | null>(null);
  const [busy, setBusy] = useState(false);

  const send = async (preview: boolean) => {
    setBusy(true);
    try {
      const answer = await ask<{ targets: readonly Copy[] }>(
        copyRule,
        { id: row.id, toParks: targets, preview },
        { key: newKey(), quiet: true },
      );
      if (preview) setPreviewed(answer.targets);
      else {
        notify.ok(t(words.made).replace('{n}', String(answer.targets.filter(({ problem }) => !problem).length)));
        await refresh();
        onClose();
      }
    } catch (error) {
      notify.error(wordsOf(error));
    }
    setBusy(false);
  };
  return { previewed, setPreviewed, busy, send };
}

/** Copies a version to other lots as drafts, after showing what would change at each. */
export default function CopyDialog({ row, onClose }: { row: VersionRow; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const { parks, setParks, choices, pick, targets, nameOf } = useTargets();
  const { previewed, setPreviewed, busy, send } = useCopy(row, targets, onClose);
  const good = (previewed ?? []).filter(({ problem }) => !problem).length;
  const buttons = [
    { label: t(words.cancel), onPress: onClose },
    { label: t(words.preview), disabled: busy || targets.length === 0, onPress: () => void send(true) },
    {
      label: t(words.go).replace('{n}', String(good)),
      kind: 'primary',
      disabled: busy || good === 0,
      onPress: () => void send(false),
    },
  ] as const;
  return (
    <Dialog
      width={760}
      title={`${t(words.title)} · ${row.ruleName} V${row.version}`}
      buttons={buttons}
      onClose={onClose}
    >
      <RelationSelect
        field={lots}
        many
        value={[...parks]}
        among={{}}
        onChange={(ids) => {
          setParks((ids ?? []) as string[]);
          setPreviewed(null);
        }}
      />
      {parks.length === 0 ? null : (
        <Targets
          choices={choices}
          nameOf={nameOf}
          onPick={(id, carTypeId) => {
            pick(id, carTypeId);
            setPreviewed(null);
          }}
        />
      )}
      {previewed ? <Preview copies={previewed} nameOf={nameOf} /> : null}
    </Dialog>
  );
}
