import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { allows } from '#kit/console/item-actions.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { topMenu } from '#areas/access/model/top-menu.ts';

const MenuBinding = part(() => import('./menu-binding.tsx'));

const bind = text('绑定菜单', 'Bind menus');

/** The headings of the top bar and the menus bound to each. */
export default function TopMenus(): ReactNode {
  const { t } = useWords();
  const [row, setRow] = useState<AnyRow | null>(null);
  const extra = (each: AnyRow) =>
    allows(each, 'edit') ? [{ key: 'bind', label: t(bind), main: true, onPick: () => setRow(each) }] : [];
  return (
    <>
      <ListPage of={topMenu as Resource} rowActions={extra} />
      {row ? (
        <MenuBinding topMenuId={row.id} title={`${t(bind)} · ${String(row['name'])}`} onClose={() => setRow(null)} />
      ) : null}
    </>
  );
}
