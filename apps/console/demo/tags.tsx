import type { ReactNode } from 'react';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { WideFrame } from '#kit/console/wide-frame.tsx';
import { text } from '#kit/declare/text.ts';
import { closable, closed, onlyHome, onlyThis, useTabs } from '../shell/tabs.ts';
import { home, homeTitle } from '../shell/screens.ts';
import { Sheet } from './sheet.tsx';
import { titles } from './titles.ts';

const words = {
  note: text('此窗口已打开的标签页，可在此打开、关闭。', 'The tabs open in this window, to be opened and closed here.'),
  label: text('名称', 'Name'),
  path: text('地址', 'Address'),
  query: text('参数', 'Query'),
  close: text('关闭', 'Close'),
  go: text('打开', 'Open'),
  others: text('关闭其他', 'Close others'),
  all: text('关闭全部', 'Close all'),
  sample: text('打开一个带参数的页面', 'Open a page with a query'),
};

export default function TagsPage(): ReactNode {
  const { t } = useWords();
  const { path, go } = usePlace();
  const { tabs, put } = useTabs();
  const close = (which: string) => {
    const { tabs: rest, next } = closed(tabs, which);
    put(() => rest);
    if (next && which === path) go(next.path + next.search);
  };
  const all = () => {
    put((held) => onlyHome(held));
    go(home);
  };
  const tools = (
    <>
      <button type="button" className="gh-btn" onClick={() => go('/crud?keyword=1')}>
        {t(words.sample)}
      </button>
      <button type="button" className="gh-btn" onClick={() => put((held) => onlyThis(held, path))}>
        {t(words.others)}
      </button>
      <button type="button" className="gh-btn" onClick={all}>
        {t(words.all)}
      </button>
    </>
  );
  return (
    <Sheet title={titles.tags} note={words.note} tools={tools}>
      <WideFrame>
        <table className="gh-bill">
          <thead>
            <tr>
              {[words.label, words.path, words.query].map((word) => (
                <th key={word.en} scope="col">
                  {t(word)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {tabs.map((tab) => (
              <tr key={tab.path}>
                <td>{tab.label ? t(tab.label) : tab.path === home ? t(homeTitle) : '—'}</td>
                <td>
                  <code>{tab.path}</code>
                </td>
                <td>
                  <code>{tab.search || '—'}</code>
                </td>
                <td className="row">
                  <button type="button" className="gh-link" onClick={() => go(tab.path + tab.search)}>
                    {t(words.go)}
                  </button>
                  {closable(tabs, tab.path) ? (
                    <button type="button" className="gh-link" onClick={() => close(tab.path)}>
                      {t(words.close)}
                    </button>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideFrame>
    </Sheet>
  );
}
