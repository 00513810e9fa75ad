import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listPaths } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { MenuChange } from '#domain/weixin/menu.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import type { Paged } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { confirm, notify } from '#kit/console/notices.ts';
import { WideFrame } from '#kit/console/wide-frame.tsx';
import { useWords } from '#kit/console/words.ts';
import { menuTypes } from '../model/words.ts';
import { restoreMenu, wxmenuVersion } from '../model/wxmenu.ts';

const words = {
  history: text('发布记录', 'Versions'),
  none: text('还没有发布过', 'Nothing has been published yet'),
  restore: text('恢复为草稿', 'Take as the draft'),
  sure: text(
    '草稿将换成第 {no} 版；发布后用户才看到。',
    'The draft becomes version {no}; followers see it once it is published.',
  ),
  prompt: text('提示', 'Please confirm'),
  restored: text('已恢复为草稿', 'Taken as the draft'),
  at: text('位置', 'Place'),
  empty: text('无', 'nothing'),
};
const SHOWN = 20;
const types: Readonly<Record<string, Text>> = menuTypes;

/** An item of a menu with what it does in words; the name comes first, the platform's own word for it second. */
function Item({ content }: { content: string | null }): ReactNode {
  const { t } = useWords();
  if (content === null) return <span className="gh-dim">{t(words.empty)}</span>;
  const [name, type, ...rest] = content.split(' · ');
  return [name, ...(type === undefined ? [] : [types[type] ? t(types[type]) : type]), ...rest].join(' · ');
}

/** Place by place, how one menu became another. */
export function MenuDiff(props: {
  title: string;
  before: string;
  after: string;
  changes: readonly MenuChange[];
}): ReactNode {
  const { t } = useWords();
  const { title, before, after, changes } = props;
  return (
    <section>
      <h2 className="gh-group">{title}</h2>
      <WideFrame>
        <table className="gh-bill">
          <thead>
            <tr>
              <th scope="col">{t(words.at)}</th>
              <th scope="col">{before}</th>
              <th scope="col">{after}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.at}>
                <td>{change.at}</td>
                <td>
                  <Item content={change.before} />
                </td>
                <td>
                  <Item content={change.after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideFrame>
    </section>
  );
}

/** What was sent to the platform, the latest first; each may become the draft again. */
export function MenuVersions({ account, onRestored }: { account: string; onRestored: () => Promise<void> }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { data, error, refetch } = useQuery({
    queryKey: [wxmenuVersion.name, 'of', account],
    queryFn: ({ signal }) =>
      ask<Paged>(listPaths(wxmenuVersion)[0]!, { publicplatId: account, size: SHOWN }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  const restore = async (row: AnyRow) => {
    const body = fill(words.sure, { no: Number(row['no']) });
    if (!(await confirm({ title: words.prompt, body }))) return;
    try {
      await ask(restoreMenu, { id: row.id }, { key: newKey(), quiet: true });
      notify.ok(t(words.restored));
      await onRestored();
    } catch (failure) {
      notify.error(wordsOf(failure));
    }
  };
  const end = (row: AnyRow): ReactNode => (
    <button type="button" className="gh-link" onClick={() => void restore(row)}>
      {t(words.restore)}
    </button>
  );
  return (
    <section>
      <h2 className="gh-group">{t(words.history)}</h2>
      {data?.records.length ? (
        <MiniTable
          of={wxmenuVersion}
          fields={['no', 'state', 'publishedBy', 'time', 'checkedTime', 'answer']}
          rows={data.records}
          {...(may('wxmenu:edit') ? { end } : {})}
        />
      ) : (
        <p className="gh-dim">{t(words.none)}</p>
      )}
    </section>
  );
}
