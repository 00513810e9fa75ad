import { useState } from 'react';
import type { ReactNode } from 'react';
import { fill, text } from '#kit/declare/text.ts';
import { ask, newKey } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { initBerthNum } from '../model/berth-calls.ts';
import { berthSection } from '../model/berth-section.ts';
import { rdBerth } from '../model/rd-berth.ts';

const LineDialog = part(() => import('./line-dialog.tsx'));
const SectionDetail = part(() => import('./section-detail.tsx'), { wait: <span className="gh-spin" /> });

const words = {
  draw: text('画走向', 'Draw line'),
  number: text('生成泊位', 'Make berths'),
  prompt: text('提示', 'Please confirm'),
  sure: text(
    '按号码范围 {from} 至 {to} 生成泊位；已有的不变。',
    'Makes the berths of the range {from} to {to}; those that exist stay.',
  ),
  made: text('新增 {made} 个，已有 {kept} 个', '{made} made, {kept} kept'),
};

const detail = (row: AnyRow): ReactNode => <SectionDetail row={row} />;

/** Sections of streets: where they run is drawn, their berths are numbered from their range. */
export default function Sections(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const refreshSections = useRefresh(berthSection);
  const refreshBerths = useRefresh(rdBerth);
  const [drawing, setDrawing] = useState<AnyRow | null>(null);
  const number = async (row: AnyRow) => {
    const body = fill(words.sure, { from: String(row['numberFrom']), to: String(row['numberTo']) });
    if (!(await confirm({ title: words.prompt, body }))) return;
    const { made, kept } = await ask<{ made: number; kept: number }>(
      initBerthNum,
      { parkId: row['parkId'], sectionId: row.id },
      { key: newKey() },
    );
    notify.ok(t(fill(words.made, { made, kept })));
    await Promise.all([refreshSections(), refreshBerths()]);
  };
  const rowActions = (row: AnyRow) => [
    ...(may(`${berthSection.name}:edit`) ? [{ key: 'draw', label: t(words.draw), onPick: () => setDrawing(row) }] : []),
    ...(may(initBerthNum.permission) && row['numberFrom'] != null
      ? [{ key: 'number', label: t(words.number), onPick: () => void number(row) }]
      : []),
  ];
  return (
    <>
      <ListPage of={berthSection} rowActions={rowActions} detail={detail} />
      {drawing ? <LineDialog section={drawing} onClose={() => setDrawing(null)} /> : null}
    </>
  );
}
