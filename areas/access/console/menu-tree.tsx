import { useState } from 'react';
import type { ReactNode } from 'react';
import { Input, Tree } from 'antd';
import { text } from '#kit/declare/text.ts';
import { useWords } from '#kit/console/words.ts';
import { menuCategories } from '#areas/access/model/admin-menu.ts';
import { flat } from './choose.ts';
import type { MenuNode } from './choose.ts';

const words = {
  find: text('输入名称或权限码查找', 'Search by name or code'),
  none: text('没有可选菜单', 'No menus available'),
  count: text('已选 {n} 项', '{n} selected'),
};

type Drawn = { key: string; title: ReactNode; children: Drawn[] };

/** Branches whose name or code, or that of something beneath, has the word in it. */
function matching(nodes: readonly MenuNode[], word: string): MenuNode[] {
  if (word === '') return [...nodes];
  return nodes.flatMap((node) => {
    const own = [node.name, node.nameEn, node.code].some((each) => each?.toLowerCase().includes(word));
    const children = matching(node.children ?? [], word);
    return own ? [node] : children.length > 0 ? [{ ...node, children }] : [];
  });
}

type MenuTreeProps = {
  nodes: readonly MenuNode[];
  chosen: readonly string[];
  onTick: (id: string, on: boolean) => void;
};

/** Menus as a tree with a tick before each; what a tick means beyond its menu is the page's to say. */
export function MenuTree({ nodes, chosen, onTick }: MenuTreeProps): ReactNode {
  const { lang, t } = useWords();
  const [typed, setTyped] = useState('');
  const word = typed.trim().toLowerCase();
  const shown = matching(nodes, word);
  const draw = (node: MenuNode): Drawn => ({
    key: node.id,
    children: (node.children ?? []).map(draw),
    title: (
      <span>
        {lang === 'en' && node.nameEn ? node.nameEn : node.name}{' '}
        <small className="ac-code">
          {node.code ?? t(menuCategories[node.category as keyof typeof menuCategories] ?? menuCategories.directory)}
        </small>
      </span>
    ),
  });
  const open = word === '' ? nodes.map(({ id }) => id) : flat(shown).map(({ id }) => id);
  return (
    <div className="ac-tree">
      <Input
        allowClear
        placeholder={t(words.find)}
        aria-label={t(words.find)}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <span role="status">{t(words.count).replace('{n}', String(chosen.length))}</span>
      {shown.length === 0 ? (
        <p>{t(words.none)}</p>
      ) : (
        <Tree
          key={word}
          checkable
          selectable={false}
          height={460}
          defaultExpandedKeys={open}
          treeData={shown.map(draw)}
          checkStrictly
          checkedKeys={{ checked: [...chosen], halfChecked: [] }}
          onCheck={(_, { node, checked }) => onTick(String(node.key), checked)}
        />
      )}
    </div>
  );
}
