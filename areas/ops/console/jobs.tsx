import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { str } from '#kit/declare/field.ts';
import { wallTime } from '#kit/declare/format.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { fetchDetail } from '#kit/console/listing.ts';
import { zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { cronWords } from '../model/cron-words.ts';
import { job } from '../model/job.ts';

const words = {
  next: text('接下来', 'Next runs'),
  paused: text('已暂停', 'Paused'),
};

function When({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const cron = String(row['cronExpression'] ?? '');
  const schedule = cronWords(cron);
  return schedule ? <span title={cron}>{t(schedule)}</span> : <code>{cron}</code>;
}

/** The times the clock will keep, as the server reckons them. */
function NextTimes({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { data } = useQuery({
    queryKey: [job.name, 'next', row.id, row['updatedAt']],
    queryFn: ({ signal }) => fetchDetail(job, row, signal),
  });
  const times = (data?.['nextTimes'] ?? []) as string[];
  return (
    <section>
      <h2 className="gh-group">{t(words.next)}</h2>
      {data && times.length === 0 ? <p>{t(words.paused)}</p> : null}
      <ul>
        {times.map((each) => (
          <li key={each}>{wallTime(each, zone())}</li>
        ))}
      </ul>
    </section>
  );
}

/** With the time in words beside the expression. */
const jobs: Resource = {
  ...job,
  fields: { ...job.fields, whenDue: str(text('何时', 'When'), { readOnly: true, computed: true }) },
  list: job.list.flatMap((name) => (name === 'cronExpression' ? ['whenDue', name] : [name])),
};
const slots = { whenDue: (row: AnyRow): ReactNode => <When row={row} /> };
const detail = (row: AnyRow): ReactNode => <NextTimes row={row} />;

/** The clock's jobs: when they are due, how the last one went, and the buttons that steer them. */
export default function Jobs(): ReactNode {
  return <ListPage of={jobs} slots={slots} detail={detail} />;
}
