import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { role } from '#areas/access/model/role.ts';

const GrantDrawer = part(() => import('./menu-grant.tsx'));

const grant = text('授权', 'Permissions');

/** Roles, and the two trees of menus granted to them. Built-in roles are looked at only. */
export default function Roles(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [row, setRow] = useState<AnyRow | null>(null);
  const extra = (each: AnyRow) =>
    may('role:grant') && !each['builtIn']
      ? [{ key: 'grant', label: t(grant), main: true, onPick: () => setRow(each) }]
      : [];
  return (
    <>
      <ListPage of={role} rowActions={extra} />
      {row ? (
        <GrantDrawer
          key={row.id}
          row={row}
          title={`${t(grant)} · ${String(row['roleName'])}`}
          onClose={() => setRow(null)}
        />
      ) : null}
    </>
  );
}
