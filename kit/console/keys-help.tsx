import { useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { create } from 'zustand';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { Dialog } from './floating.tsx';
import { Icon } from './icon.tsx';
import { useKeys } from './keyboard.ts';
import { useWords } from './words.ts';

const words = {
  title: text('快捷键', 'Keyboard shortcuts'),
  down: text('下一行', 'Next row'),
  up: text('上一行', 'Previous row'),
  open: text('查看详情', 'Open details'),
  page: text('以页面打开', 'Open as page'),
  add: text('新增', 'Add'),
  search: text('定位到关键字', 'Focus the search booth'),
  refresh: text('刷新', 'Refresh'),
  save: text('保存表单', 'Save form'),
  close: text('关闭窗口', 'Close'),
  help: text('显示快捷键', 'Show shortcuts'),
};

/** Keys, spaces between them, and what they do. */
export type Key = readonly [keys: string, does: Text];

/** The page in view declares its keys; the help is one for all pages. */
const useHelp = create<{ page: readonly Key[]; open: boolean }>(() => ({ page: [], open: false }));

const table = (adding: boolean, paged: boolean): Key[] => [
  ['J ↓', words.down],
  ['K ↑', words.up],
  ['Enter', words.open],
  ...(paged ? [['O', words.page] as const] : []),
  ...(adding ? [['N', words.add] as const] : []),
  ['/', words.search],
  ['R', words.refresh],
  ['Ctrl Enter', words.save],
];

/** A list's button for the help, which then shows the keys of a list besides those of every page. */
export const KeysButton = ({ adding, paged }: { adding: boolean; paged: boolean }): ReactNode => (
  <PageKeys page={useMemo(() => table(adding, paged), [adding, paged])} />
);

/** The same for a page with keys of its own; `page` stays one object. */
export function PageKeys({ page }: { page: readonly Key[] }): ReactNode {
  const { t } = useWords();
  useEffect(() => {
    useHelp.setState({ page });
    return () => useHelp.setState({ page: [] });
  }, [page]);
  return (
    <button
      type="button"
      className="gh-btn icon gh-wide-only"
      aria-label={t(words.title)}
      title={t(words.title)}
      onClick={() => useHelp.setState({ open: true })}
    >
      <Icon name="keyboard" />
    </button>
  );
}

/** All keys, the page's first; `?` opens it. Rendered once, in the shell. */
export function KeysHelp({ everywhere }: { everywhere: readonly Key[] }): ReactNode {
  const { t } = useWords();
  const { page, open } = useHelp();
  useKeys({ '?': () => useHelp.setState({ open: true }) });
  if (!open) return null;
  return (
    <Dialog title={t(words.title)} onClose={() => useHelp.setState({ open: false })}>
      <dl className="gh-keys">
        {[...page, ...everywhere, ['Esc', words.close] as const, ['?', words.help] as const].map(([keys, does]) => (
          <div key={keys} style={{ display: 'contents' }}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
