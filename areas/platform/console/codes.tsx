import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { askBlob, download, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import type { RowAction } from '#kit/console/list-table.tsx';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { code, generateCode, previewCode } from '../model/code.ts';

const CodeEditor = part(() => import('./code-editor.tsx'));
const words = { columns: text('列与预览', 'Columns and preview'), download: text('下载', 'Download') };

async function take(ids: readonly string[]): Promise<void> {
  try {
    download(await askBlob(generateCode.path, { tables: ids.join(',') }, { quiet: true }), 'declarations.zip');
  } catch (error) {
    notify.error(wordsOf(error));
  }
}

/** Generations; the columns of one and the file that follows at `?edit=`. */
export default function Codes(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { search, replace } = usePlace();
  const params = new URLSearchParams(search);
  const edited = params.get('edit');
  const open = (id: string | null) => {
    if (id) params.set('edit', id);
    else params.delete('edit');
    replace(params);
  };
  if (edited) return <CodeEditor key={edited} id={edited} onLeave={() => open(null)} />;
  const rowActions = (row: AnyRow): RowAction[] =>
    may(previewCode.permission)
      ? [
          { key: 'columns', label: t(words.columns), main: true, onPick: () => open(row.id) },
          { key: 'download', label: t(words.download), onPick: () => void take([row.id]) },
        ]
      : [];
  return <ListPage of={code} rowActions={rowActions} />;
}
