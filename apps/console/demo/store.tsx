import { useState } from 'react';
import type { ReactNode } from 'react';
import { number, wallTime } from '#kit/declare/format.ts';
import { zone } from '#kit/console/me.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { drop, everything } from '#kit/console/storage.ts';
import type { Stored } from '#kit/console/storage.ts';
import { useWords } from '#kit/console/words.ts';
import { WideFrame } from '#kit/console/wide-frame.tsx';
import { fill, text } from '#kit/declare/text.ts';
import { Sheet } from './sheet.tsx';
import { titles } from './titles.ts';

const words = {
  note: text(
    '控制台在此浏览器中保存的全部内容：名称加统一前缀，带类型标记、数据类型和时间。“本机”关闭浏览器后仍在，“窗口”随窗口关闭而消失。',
    'All that the console keeps in this browser: names under one prefix, each with type tag, data type and time. “Machine” outlives the browser, “window” goes with the window.',
  ),
  name: text('名称', 'Name'),
  type: text('类型', 'Type'),
  dataType: text('数据类型', 'Data type'),
  at: text('时间', 'Time'),
  size: text('字节', 'Bytes'),
  content: text('内容', 'Content'),
  local: text('本机', 'Machine'),
  session: text('窗口', 'Window'),
  hidden: text('不显示', 'Not shown'),
  remove: text('清除', 'Clear'),
  all: text('清除记住的设置', 'Clear what is remembered'),
  sure: text('提示', 'Please confirm'),
  sureOne: text('确定清除“{name}”吗？', 'Clear “{name}”?'),
  sureAll: text(
    '确定清除此浏览器中记住的设置吗？登录、锁屏和已打开的标签页不受影响。',
    'Clear what this browser remembers? Login, lock and open tabs stay.',
  ),
  cleared: text('清除成功', 'Cleared'),
  again: text('刷新', 'Refresh'),
};

type Entry = ReturnType<typeof everything>[number];

/** What opens doors is neither shown nor cleared here: logging out does that. */
const guarded: ReadonlySet<string> = new Set(['token', 'lock', 'tabs']);

function EntryRow({ entry, onClear }: { entry: Entry; onClear: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <tr>
      <td>{entry.name}</td>
      <td>{t(words[entry.type])}</td>
      <td>{entry.dataType}</td>
      <td className="time">{wallTime(new Date(entry.datetime).toISOString(), zone())}</td>
      <td className="num">{number(entry.bytes)}</td>
      <td>
        {guarded.has(entry.name) ? (
          <span className="gh-dim">{t(words.hidden)}</span>
        ) : (
          <code>{JSON.stringify(entry.content).slice(0, 200)}</code>
        )}
      </td>
      <td>
        {guarded.has(entry.name) ? null : (
          <button type="button" className="gh-link" onClick={onClear}>
            {t(words.remove)}
          </button>
        )}
      </td>
    </tr>
  );
}

export default function StorePage(): ReactNode {
  const { t } = useWords();
  const [entries, setEntries] = useState(everything);
  const clear = async (which: readonly Stored[], question: typeof words.sureAll) => {
    if (!(await confirm({ title: words.sure, body: question, danger: true }))) return;
    for (const { name, type } of which) drop(name, type);
    setEntries(everything());
    notify.ok(t(words.cleared));
  };
  const tools = (
    <>
      <button type="button" className="gh-btn" onClick={() => setEntries(everything())}>
        {t(words.again)}
      </button>
      <button
        type="button"
        className="gh-btn danger"
        onClick={() =>
          void clear(
            entries.filter(({ name }) => !guarded.has(name)),
            words.sureAll,
          )
        }
      >
        {t(words.all)}
      </button>
    </>
  );
  return (
    <Sheet title={titles.store} note={words.note} tools={tools}>
      <WideFrame>
        <table className="gh-bill">
          <thead>
            <tr>
              {[words.name, words.type, words.dataType, words.at, words.size, words.content].map((word) => (
                <th key={word.en} scope="col" className={word === words.size ? 'num' : ''}>
                  {t(word)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <EntryRow
                key={`${entry.type} ${entry.name}`}
                entry={entry}
                onClear={() => void clear([entry], fill(words.sureOne, { name: entry.name }))}
              />
            ))}
          </tbody>
        </table>
      </WideFrame>
    </Sheet>
  );
}
