import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Tabs } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import type { Call } from '#kit/declare/call.ts';
import { SidePanel } from '#kit/console/dialog.tsx';
import { ask, newKey } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { useWords } from '#kit/console/words.ts';
import * as calls from '#areas/access/model/role-calls.ts';
import { ticked } from './choose.ts';
import type { MenuNode } from './choose.ts';
import { MenuTree } from './menu-tree.tsx';
import { useSaving } from './saving.ts';
import './access.css';

const words = {
  admin: text('管理端菜单', 'Admin menus'),
  business: text('业务菜单', 'Business menus'),
  save: text('保存授权', 'Save permissions'),
  help: text(
    '只列出您本人拥有的菜单与按钮；勾选页面即可查看，按钮另行勾选。',
    'Only menus and buttons you have yourself are listed. Ticking a page grants viewing; tick its buttons separately.',
  ),
};

type Kind = { tree: Call; granted: Call; save: Call };
const kinds: { admin: Kind; business: Kind } = {
  admin: {
    tree: calls.adminGrantTree,
    granted: calls.adminGranted,
    save: calls.grantAdminMenus,
  },
  business: {
    tree: calls.businessGrantTree,
    granted: calls.businessGranted,
    save: calls.grantBusinessMenus,
  },
};

/** One tree of menus with what the role has ticked, and the button that saves it. */
function Grant({ roleId, kind }: { roleId: string; kind: Kind }): ReactNode {
  const { t } = useWords();
  const tree = useQuery({
    queryKey: ['grantTree', kind.tree.path],
    queryFn: ({ signal }) => ask<MenuNode[]>(kind.tree, {}, { signal, quiet: true }),
  });
  const granted = useQuery({
    queryKey: ['granted', kind.granted.path, roleId],
    queryFn: ({ signal }) => ask<string[]>(kind.granted, { roleIds: roleId }, { signal, quiet: true }),
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<string[] | null>(null);
  const { busy, save } = useSaving();
  useEffect(() => {
    if (granted.data) setChosen(granted.data);
  }, [granted.data]);
  const error = tree.error ?? granted.error;
  if (error)
    return (
      <Trouble
        error={error}
        onRetry={() => {
          void tree.refetch();
          void granted.refetch();
        }}
      />
    );
  if (!tree.data || !chosen) return <span className="gh-spin" />;
  const put = () =>
    save(async () => {
      await ask(kind.save, { roleIds: [roleId], menuIds: chosen }, { key: newKey(), quiet: true });
      await granted.refetch();
    });
  return (
    <div className="ac-form">
      <MenuTree nodes={tree.data} chosen={chosen} onTick={(id, on) => setChosen(ticked(tree.data, chosen, id, on))} />
      <div className="ac-foot">
        <button type="button" className="gh-btn primary" disabled={busy} onClick={() => void put()}>
          {t(words.save)}
        </button>
      </div>
    </div>
  );
}

/** Both trees of what one role may do. */
export default function GrantDrawer({
  row,
  title,
  onClose,
}: {
  row: AnyRow;
  title: string;
  onClose: () => void;
}): ReactNode {
  const { t } = useWords();
  return (
    <SidePanel width={560} title={title} onClose={onClose}>
      <p>{t(words.help)}</p>
      <Tabs
        items={(['admin', 'business'] as const).map((key) => ({
          key,
          label: t(words[key]),
          children: <Grant roleId={row.id} kind={kinds[key]} />,
        }))}
      />
    </SidePanel>
  );
}
