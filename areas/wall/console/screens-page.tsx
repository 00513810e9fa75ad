import { useState } from 'react';
import type { ReactNode } from 'react';
import { fill, text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import type { RowAction } from '#kit/console/list-table.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { pairScreen } from '../model/pairing.ts';
import type { Hanging, Linked } from './hang-dialog.tsx';
import { endLink, linkScreen, SCREEN_ROUTE, sysbigreport } from '../model/sysbigreport.ts';

const HangDialog = part(() => import('./hang-dialog.tsx'));
const LinkDialog = part(() => import('./link-dialog.tsx'));
const Designer = part(() => import('./designer.tsx'));

const words = {
  design: text('设计', 'Design'),
  preview: text('预览', 'Preview'),
  end: text('撤销“{name}”的链接？墙上的大屏随即停止显示。', 'Revoke the link of “{name}”? Its walls stop showing it.'),
  ended: text('链接已撤销', 'The link was revoked'),
};

/** Screens, their links, and the designer of one of them at `?design=`. */
export default function ScreensPage(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { search, replace } = usePlace();
  const refresh = useRefresh(sysbigreport);
  const [hanging, setHanging] = useState<Hanging | null>(null);
  const [linked, setLinked] = useState<Linked | null>(null);
  const params = new URLSearchParams(search);
  const design = params.get('design');
  const open = (id: string | null) => {
    if (id) params.set('design', id);
    else params.delete('design');
    replace(params);
  };
  if (design) return <Designer key={design} id={design} onLeave={() => open(null)} />;
  const end = async (row: AnyRow) => {
    const body = fill(words.end, { name: String(row['name']) });
    if (!(await confirm({ title: endLink.title, body, danger: true }))) return;
    try {
      await ask(endLink, { id: row.id }, { key: newKey(), quiet: true });
      notify.ok(t(words.ended));
      await refresh();
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const rowActions = (row: AnyRow): RowAction[] => [
    ...(may('sysbigreport:edit')
      ? [{ key: 'design', label: t(words.design), main: true, onPick: () => open(row.id) }]
      : []),
    {
      key: 'preview',
      label: t(words.preview),
      onPick: () => void window.open(`${SCREEN_ROUTE}?id=${row.id}`, '_blank', 'noopener'),
    },
    ...(may(linkScreen.permission)
      ? [
          { key: 'pair', label: t(pairScreen.title), onPick: () => setHanging({ row, by: 'code' }) },
          { key: 'link', label: t(linkScreen.title), onPick: () => setHanging({ row, by: 'link' }) },
        ]
      : []),
    ...(may(linkScreen.permission) && row['linkUntil']
      ? [{ key: 'end', label: t(endLink.title), danger: true, onPick: () => void end(row) }]
      : []),
  ];
  return (
    <>
      <ListPage of={sysbigreport} rowActions={rowActions} />
      {hanging ? <HangDialog {...hanging} onLinked={setLinked} onClose={() => setHanging(null)} /> : null}
      {linked ? <LinkDialog {...linked} onClose={() => setLinked(null)} /> : null}
    </>
  );
}
