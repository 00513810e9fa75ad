import { useState } from 'react';
import type { ReactNode } from 'react';
import { fill, text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Pop } from '#kit/console/floating.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { feeRule, ruleModes } from '#areas/fee/model/fee-rule.ts';
import { changeMode } from '#areas/fee/model/rule-calls.ts';
import type { Mode, VersionRow } from './tariff-place.ts';

const words = {
  done: text('已改为{mode}，收费不变', 'Converted to {mode} mode; prices unchanged'),
  first: text('请先保存', 'Save first'),
};

/**
 * Converts a stored draft to another mode; where that mode cannot express it, shows the reason and leaves the draft
 * unchanged.
 */
export function ModeChange({
  row,
  dirty,
  onChanged,
}: {
  row: VersionRow;
  dirty: boolean;
  onChanged: (id: string) => void;
}): ReactNode {
  const { t } = useWords();
  const refresh = useRefresh(feeRule);
  const [busy, setBusy] = useState(false);
  const change = async (mode: Mode) => {
    setBusy(true);
    try {
      await ask(changeMode, { id: row.id, mode, updatedAt: row['updatedAt'] }, { key: newKey(), quiet: true });
      await refresh();
      notify.ok(t(fill(words.done, { mode: ruleModes[mode] })));
      onChanged(row.id);
    } catch (error) {
      notify.error(wordsOf(error));
    }
    setBusy(false);
  };
  const items = (Object.keys(ruleModes) as Mode[])
    .filter((mode) => mode !== row.mode)
    .map((mode) => ({
      key: mode,
      label: dirty ? `${t(ruleModes[mode])} · ${t(words.first)}` : t(ruleModes[mode]),
      disabled: busy || dirty || row.rule === null,
      onPick: () => void change(mode),
    }));
  return <Pop label={t(changeMode.title)} button={t(changeMode.title)} items={items} />;
}
