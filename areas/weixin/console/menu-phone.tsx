import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { below, SUB_MOST, TOP_MOST } from '#domain/weixin/menu.ts';
import { text } from '#kit/declare/text.ts';
import { useWords } from '#kit/console/words.ts';
import type { Chosen, Item } from './menu-model.ts';

const words = {
  phone: text('手机预览', 'On the phone'),
  add: text('添加菜单', 'Add an item'),
  opens: text('展开子菜单', 'Opens what is above it'),
  view: text('打开网页', 'Opens a page'),
  click: text('自动回复', 'Is answered'),
  miniprogram: text('打开小程序', 'Opens a mini program'),
  keys: text('Alt+方向键或拖动可调整顺序', 'Alt with an arrow key, or dragging, moves an item among its neighbours'),
};

type Props = {
  readonly name: string;
  readonly items: readonly Item[];
  readonly chosen: Chosen | null;
  readonly canAdd: boolean;
  readonly canMove: boolean;
  readonly onChoose: (next: Chosen) => void;
  /** Puts an item before the place of another of the same parent. */
  readonly onMove: (item: Item, to: number) => void;
};

const isAt = (chosen: Chosen | null, id: string): boolean => chosen !== null && 'id' in chosen && chosen.id === id;

function ItemButton({ item, nth, ...props }: Props & { item: Item; nth: number }): ReactNode {
  const { chosen, canMove, onChoose, onMove, items } = props;
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!event.altKey || !step || !canMove) return;
    event.preventDefault();
    onMove(item, nth + step);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const other = items.find(({ id }) => id === event.dataTransfer.getData('text/plain'));
    if (other && other.parentId === item.parentId) onMove(other, nth);
  };
  return (
    <button
      type="button"
      className="wx-item"
      aria-pressed={isAt(chosen, item.id)}
      draggable={canMove}
      onClick={() => onChoose({ id: item.id })}
      onKeyDown={keys}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', item.id)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {item.name}
    </button>
  );
}

/** The item at the bottom whose items are open. */
function opened(items: readonly Item[], chosen: Chosen | null): string | null {
  if (!chosen) return null;
  if ('under' in chosen) return chosen.under;
  const item = items.find(({ id }) => id === chosen.id);
  return item ? (item.parentId ?? item.id) : null;
}

function MenuItemEffect({ item, opens }: { item: Item; opens: boolean }): ReactNode {
  const { t } = useWords();
  const does = opens || !item.type ? words.opens : words[item.type as 'view' | 'click' | 'miniprogram'];
  const target = opens
    ? null
    : { view: item.url, click: item.key, miniprogram: `${item.appId ?? ''} ${item.pagePath ?? ''}` }[
        item.type as 'view' | 'click' | 'miniprogram'
      ];
  return (
    <p className="wx-bubble">
      <strong>{item.name}</strong>
      <span>{t(does)}</span>
      {target ? <code>{target}</code> : null}
    </p>
  );
}

function AddButton({ under, onChoose }: { under: string | null; onChoose: Props['onChoose'] }): ReactNode {
  const { t } = useWords();
  return (
    <button type="button" className="wx-item wx-add" aria-label={t(words.add)} onClick={() => onChoose({ under })}>
      +
    </button>
  );
}

/** The conversation as a follower has it, with the menu at its foot. */
export function MenuPhone(props: Props): ReactNode {
  const { name, items, chosen, canAdd, onChoose } = props;
  const { t } = useWords();
  const tops = below(items, null) as Item[];
  const openId = opened(items, chosen);
  const subs = openId ? (below(items, openId) as Item[]) : [];
  const picked = items.find(({ id }) => isAt(chosen, id));
  return (
    <section className="wx-phone" aria-label={t(words.phone)}>
      <header>{name}</header>
      <div className="wx-talk">
        {picked ? <MenuItemEffect item={picked} opens={items.some(({ parentId }) => parentId === picked.id)} /> : null}
      </div>
      {openId ? (
        <div className="wx-subs">
          {subs.map((item, nth) => (
            <ItemButton key={item.id} {...props} item={item} nth={nth} />
          ))}
          {canAdd && subs.length < SUB_MOST ? <AddButton under={openId} onChoose={onChoose} /> : null}
        </div>
      ) : null}
      <div className="wx-bar">
        {tops.map((item, nth) => (
          <ItemButton key={item.id} {...props} item={item} nth={nth} />
        ))}
        {canAdd && tops.length < TOP_MOST ? <AddButton under={null} onChoose={onChoose} /> : null}
      </div>
      {props.canMove ? <p className="gh-dim">{t(words.keys)}</p> : null}
    </section>
  );
}
