import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#kit/declare/resource.ts';
import { listPaths } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from './ask.ts';
import { Trouble } from './empty.tsx';
import type { Paged } from './listing.ts';
import { MiniTable } from './mini-table.tsx';
import { useWords } from './words.ts';

const none = text('暂无', 'None');
const MOST = 20;

/** The latest rows of another resource that belong to the one shown. */
export function Related(props: {
  of: Resource;
  title: string;
  by: Readonly<Record<string, string>>;
  fields: readonly string[];
}): ReactNode {
  const { of, title, by, fields } = props;
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [of.name, 'part', by],
    queryFn: ({ signal }) => ask<Paged>(listPaths(of)[0]!, { ...by, size: MOST }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  return (
    <section>
      <h2 className="gh-group">{title}</h2>
      {!data ? (
        <span className="gh-spin" />
      ) : data.records.length === 0 ? (
        <p className="gh-dim">{t(none)}</p>
      ) : (
        <MiniTable of={of} fields={fields} rows={data.records} />
      )}
    </section>
  );
}
