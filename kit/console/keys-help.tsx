import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { Dialog } from './floating.tsx';
import { Icon } from './icon.tsx';
import { useKeys } from './keyboard.ts';
import { useWords } from './words.ts';

const words = {
  title: text('快捷键', 'Keys'), down: text('下一行', 'Row below'), up: text('上一行', 'Row above'), open: text('查看详情', 'Open the details'), add: text('新增', 'Add'),
  search: text('定位到关键字', 'Go to the keyword'), refresh: text('刷新', 'Refresh'), save: text('保存表单', 'Save the form'), close: text('关闭窗口', 'Close'), help: text('显示快捷键', 'Show these keys'),
};

/** Shows the keys of a list; `?` opens it. */
export function KeysButton({ adding }: { adding: boolean }): ReactNode {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  useKeys({ '?': () => setOpen(true) });
  const keys = [['J ↓', words.down], ['K ↑', words.up], ['Enter', words.open], ...(adding ? [['N', words.add] as const] : []), ['/', words.search], ['R', words.refresh], ['Ctrl Enter', words.save], ['Esc', words.close], ['?', words.help]] as const;
  return (
    <>
      <button type="button" className="gh-btn icon gh-wide-only" aria-label={t(words.title)} title={t(words.title)} onClick={() => setOpen(true)}><Icon name="keyboard" /></button>
      {open ? (
        <Dialog title={t(words.title)} onClose={() => setOpen(false)}>
          <dl className="gh-keys">{keys.map(([key, does]) => <div key={key} style={{ display: 'contents' }}><dt>{key.split(' ').map((one) => <kbd key={one}>{one}</kbd>)}</dt><dd>{t(does)}</dd></div>)}</dl>
        </Dialog>
      ) : null}
    </>
  );
}
