import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { ask, askBlob, download, newKey, wordsOf } from '#kit/console/ask.ts';
import { Pop } from '#kit/console/floating.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { feeCase } from '#areas/fee/model/fee-case.ts';
import { feeRule } from '#areas/fee/model/fee-rule.ts';
import { exportRule, importRule } from '#areas/fee/model/rule-calls.ts';
import { useTariffPlace } from './tariff-place.ts';
import type { VersionRow } from './tariff-place.ts';

const CopyDialog = part(() => import('./copy-dialog.tsx'));

const words = {
  more: text('文件与复制', 'File and copy'),
  out: text('导出规则文件', 'Export as a file'),
  into: text('从文件导入为草稿', 'Import a file as the draft'),
  copy: text('复制到其他车场', 'Copy to other car parks'),
  imported: text('已导入为草稿', 'Imported as the draft'),
  noJson: text('这不是规则文件', 'This is not a rule file'),
  large: text('文件不能超过1MB', 'The file is larger than 1 MB'),
};
const LARGEST_BYTES = 1024 * 1024;

/** The JSON of a chosen file; null where it is none. */
async function jsonOf(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text()) as unknown;
  } catch {
    return null;
  }
}

/**
 * Lets the person pick a file. The input stands in the document meanwhile: for a detached one browsers may fire no
 * event.
 */
function chooseFile(onFile: (file: File) => void): void {
  const input = Object.assign(document.createElement('input'), {
    type: 'file',
    accept: '.json,application/json',
    hidden: true,
  });
  input.addEventListener('change', () => {
    input.remove();
    const file = input.files?.[0];
    if (file) onFile(file);
  });
  input.addEventListener('cancel', () => input.remove());
  document.body.append(input);
  input.click();
}

/** A rule on its way: out as a file, in from one, or to other lots. `row`: the version as it is stored. */
export function RuleFile({ row, onMade }: { row: VersionRow | undefined; onMade: (id: string) => void }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { parkId, carTypeId } = useTariffPlace();
  const [refreshRules, refreshCases] = [useRefresh(feeRule), useRefresh(feeCase)];
  const [copying, setCopying] = useState(false);
  const out = () =>
    askBlob(exportRule.path, { id: row!.id }, { quiet: true }).then(
      (blob) => download(blob, `${row!.ruleName}-V${row!.version}.json`),
      (error: unknown) => notify.error(wordsOf(error)),
    );
  const into = async (file: File) => {
    if (file.size > LARGEST_BYTES) return notify.error(t(words.large));
    const json = await jsonOf(file);
    if (json === null) return notify.error(t(words.noJson));
    try {
      const { id } = await ask<{ id: string }>(
        importRule,
        { parkId, carTypeId, carModelId: row?.carModelId ?? null, file: json },
        { key: newKey(), quiet: true },
      );
      await Promise.all([refreshRules(), refreshCases()]);
      notify.ok(t(words.imported));
      onMade(id);
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const items = [
    ...(row?.rule && may('feeRule:export')
      ? [{ key: 'out', label: t(words.out), icon: 'download', onPick: () => void out() }]
      : []),
    ...(may('feeRule:add')
      ? [{ key: 'into', label: t(words.into), icon: 'upload', onPick: () => chooseFile((file) => void into(file)) }]
      : []),
    ...(row?.rule && may('feeRule:add')
      ? [{ key: 'copy', label: t(words.copy), icon: 'swap', onPick: () => setCopying(true) }]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <>
      <Pop label={t(words.more)} button={t(words.more)} items={items} />
      {copying && row ? <CopyDialog row={row} onClose={() => setCopying(false)} /> : null}
    </>
  );
}
