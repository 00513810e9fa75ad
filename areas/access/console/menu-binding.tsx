import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import { SidePanel } from '#kit/console/dialog.tsx';
import { ask, newKey } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { useWords } from '#kit/console/words.ts';
import { bindMenus, bindableMenus, boundMenus } from '#areas/access/model/menu-calls.ts';
import { bound, heads, wholeOf } from './choose.ts';
import type { MenuNode } from './choose.ts';
import { MenuTree } from './menu-tree.tsx';
import { useSaving } from './saving.ts';
import './access.css';

const words = {
  save: text('保存绑定', 'Save'),
  help: text(
    '勾选目录即包含其下的全部页面，以后新增的也在内。',
    'Ticking a folder includes all its pages, and any added later.',
  ),
};

function Binding({ topMenuId, onDone }: { topMenuId: string; onDone: () => void }): ReactNode {
  const { t } = useWords();
  const tree = useQuery({
    queryKey: ['bindable'],
    queryFn: ({ signal }) => ask<MenuNode[]>(bindableMenus, {}, { signal, quiet: true }),
  });
  const held = useQuery({
    queryKey: ['bound', topMenuId],
    queryFn: ({ signal }) => ask<string[]>(boundMenus, { topMenuId }, { signal, quiet: true }),
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<string[] | null>(null);
  const { busy, save } = useSaving();
  useEffect(() => {
    if (held.data && tree.data) setChosen(wholeOf(tree.data, held.data));
  }, [held.data, tree.data]);
  const error = tree.error ?? held.error;
  if (error)
    return (
      <Trouble
        error={error}
        onRetry={() => {
          void tree.refetch();
          void held.refetch();
        }}
      />
    );
  if (!tree.data || !chosen) return <span className="gh-spin" />;
  const put = async () => {
    const menuIds = heads(tree.data, new Set(chosen));
    if (await save(() => ask(bindMenus, { topMenuId, menuIds }, { key: newKey(), quiet: true }))) onDone();
  };
  return (
    <div className="ac-form">
      <p>{t(words.help)}</p>
      <MenuTree nodes={tree.data} chosen={chosen} onTick={(id, on) => setChosen(bound(tree.data, chosen, id, on))} />
      <div className="ac-foot">
        <button type="button" className="gh-btn primary" disabled={busy} onClick={() => void put()}>
          {t(words.save)}
        </button>
      </div>
    </div>
  );
}

/** Which menus stand under one heading of the top bar. */
export default function MenuBinding({
  topMenuId,
  title,
  onClose,
}: {
  topMenuId: string;
  title: string;
  onClose: () => void;
}): ReactNode {
  return (
    <SidePanel width={520} title={title} onClose={onClose}>
      <Binding key={topMenuId} topMenuId={topMenuId} onDone={onClose} />
    </SidePanel>
  );
}
