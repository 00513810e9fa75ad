import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { Pop } from '#kit/console/floating.tsx';
import { wallTime } from '#kit/declare/format.ts';
import { Icon } from '#kit/console/icon.tsx';
import { useMay } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { feeRule, ruleModes, ruleStates } from '#areas/fee/model/fee-rule.ts';
import type { Mode, VersionRow } from './tariff-place.ts';

const words = {
  versions: text('版本', 'Versions'),
  none: text('该车类还没有收费规则', 'No tariff for this car type yet'),
  from: text('自 {time}', 'from {time}'),
  fresh: text('新规则', 'New rule'),
  allModels: text('全部车型', 'All models'),
  oneDraft: text(
    '该车类已有草稿：请修改草稿，或先删除它。',
    'There is a draft already: change it, or delete it first.',
  ),
};
const tones = feeRule.fields.status.tones!;

type Props = {
  rows: readonly VersionRow[];
  shown: string | null;
  zone: string;
  mode: Mode;
  /** How the rule being made is written, where none is shown. */ fresh: Mode | null;
  onPick: (id: string) => void;
  onFresh: (mode: Mode) => void;
};

/** All versions of a car type's rule, newest first, whichever way they were written, and where a new one begins. */
export function Versions({ rows, shown, zone, mode, fresh, onPick, onFresh }: Props): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const modes = [mode, ...(Object.keys(ruleModes) as Mode[]).filter((each) => each !== mode)];
  const free = !rows.some(({ status, carModelId }) => status === 'draft' && carModelId === null);
  return (
    <>
      {rows.length === 0 ? <p className="gh-dim">{t(words.none)}</p> : null}
      <ul className="fr-list" aria-label={t(words.versions)}>
        {rows.map((row) => (
          <li key={row.id}>
            <button type="button" aria-pressed={row.id === shown} onClick={() => onPick(row.id)}>
              <span>
                V{row.version} · {row.ruleName}
                <small>
                  {[
                    t(ruleModes[row.mode]),
                    row.labels?.['carModelId'] ?? t(words.allModels),
                    ...(row.effectiveFrom ? [t(words.from).replace('{time}', wallTime(row.effectiveFrom, zone))] : []),
                  ].join(' · ')}
                </small>
              </span>
              <span className={`gh-tag ${tones[row.status] ?? ''}`}>{t(ruleStates[row.status])}</span>
            </button>
          </li>
        ))}
        {fresh ? (
          <li>
            <button type="button" aria-pressed="true">
              <span>
                {t(words.fresh)}
                <small>{t(ruleModes[fresh])}</small>
              </span>
            </button>
          </li>
        ) : null}
      </ul>
      {may('feeRule:add') ? (
        <Pop
          label={t(words.fresh)}
          button={
            <>
              <Icon name="plus" size={14} />
              {t(words.fresh)}
            </>
          }
          items={modes.map((each) => ({ key: each, label: t(ruleModes[each]), onPick: () => onFresh(each) }))}
        />
      ) : null}
      {free ? null : <p className="gh-dim">{t(words.oneDraft)}</p>}
    </>
  );
}
