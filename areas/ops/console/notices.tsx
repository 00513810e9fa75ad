import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listPaths } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import type { Paged } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { useWords } from '#kit/console/words.ts';
import { notice, noticeReader, readNotice } from '../model/notice.ts';

const words = {
  readers: text('已读人员', 'Readers'),
  none: text('还没有人阅读', 'No readers yet'),
};
const SHOWN = 100;

/** Opening a notice marks it as read. */
function Read({ row }: { row: AnyRow }): ReactNode {
  const published = row['status'] === 'published';
  useEffect(() => {
    // a mark that fails is made by the next opening
    if (published) void ask(readNotice, { id: row.id }, { quiet: true }).catch(() => undefined);
  }, [published, row.id]);
  return null;
}

function Readers({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [noticeReader.name, row.id],
    queryFn: ({ signal }) =>
      ask<Paged>(listPaths(noticeReader)[0]!, { noticeId: row.id, size: SHOWN }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  return (
    <section>
      <h2 className="gh-group">{t(words.readers)}</h2>
      {data.records.length === 0 ? (
        <p className="gh-dim">{t(words.none)}</p>
      ) : (
        <MiniTable of={noticeReader} fields={['userId', 'readAt']} rows={data.records} />
      )}
    </section>
  );
}

/** Notices; opening one marks it as read, who edits them sees who has read it. */
export default function Notices(): ReactNode {
  const may = useMay();
  const detail = (row: AnyRow): ReactNode => (
    <>
      <Read row={row} />
      {may('noticeReader:read') ? <Readers row={row} /> : null}
    </>
  );
  return (
    <ListPage of={notice} detail={detail}>
      {may('notice:add') ? <ChoiceTabs of={notice} name="status" /> : null}
    </ListPage>
  );
}
