import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { adapters, isAdapter } from '#domain/upload/adapters.ts';
import { kindsOf } from '#domain/upload/check.ts';
import type { Profile } from '#domain/upload/profile.ts';
import { listPaths } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import type { Paged } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { thirdpartyApp } from '../model/links.ts';
import { thirdMessage } from '../model/messages.ts';
import { thirdparty, tryProfile } from '../model/thirdparty.ts';
import { messageKinds } from '../model/words.ts';
import { Counts } from './counts.tsx';
import './upload.css';

const words = {
  lots: text('上传的车场', 'Uploaded car parks'),
  noLots: text('还没有车场；登记后发生的才会记录。', 'None yet: what happens is recorded from when one is entered.'),
  allLots: text('车场与编号', 'Car parks and numbers'),
  waiting: text('待上传与被拒绝的', 'What waits and what was refused'),
  unsaid: text('不会被告知的', 'Never uploaded'),
  tariff: text('收费规则中说不出的', 'What a tariff cannot say in it'),
  sums: text(
    '平台只收到金额，不收到收费规则；与平台约定价格时须另行说明以上各项。',
    'Platforms receive amounts, not tariffs; these must be agreed separately.',
  ),
  sample: text('样例请求', 'Sample request'),
  none: text('全部都能告知', 'Nothing: everything can be expressed'),
};

const SHOWN = 20;

type Sample = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly unsaid: readonly string[];
  readonly tariff: readonly string[];
};

function Lots({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const { data, error, refetch } = useQuery({
    queryKey: [thirdpartyApp.name, 'of-platform', row.id],
    queryFn: ({ signal }) =>
      ask<Paged>(listPaths(thirdpartyApp)[0]!, { platId: row.id, size: SHOWN }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  return (
    <section>
      <h2 className="gh-group">{t(words.lots)}</h2>
      {data.records.length === 0 ? (
        <p className="gh-dim">{t(words.noLots)}</p>
      ) : (
        <MiniTable of={thirdpartyApp} fields={['parkId', 'thirdParkId', 'registered']} rows={data.records} />
      )}
      <p className="gh-no-print gh-up-links">
        <button type="button" className="gh-link" onClick={() => go(`${thirdpartyApp.route}?platId=${row.id}`)}>
          {t(words.allLots)}
        </button>
        <button type="button" className="gh-link" onClick={() => go(`${thirdMessage.route}?platId=${row.id}`)}>
          {t(words.waiting)}
        </button>
      </p>
    </section>
  );
}

const profileOf = (row: AnyRow): Profile | null =>
  isAdapter(row['scheme']) ? adapters[row['scheme']] : ((row['profile'] as Profile | null) ?? null);

/** A made-up request of each kind as the platform would get it, and what its profile leaves unsaid. */
function Request({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const kinds = (() => {
    const profile = profileOf(row);
    return profile ? kindsOf(profile) : [];
  })();
  const [kind, setKind] = useState(kinds[0] ?? 'entry');
  const { data, error, refetch } = useQuery({
    queryKey: [thirdparty.name, 'sample', row.id, row['updatedAt'], kind],
    queryFn: ({ signal }) => ask<Sample>(tryProfile, { id: row.id, kind }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <h2 className="gh-group">{t(words.unsaid)}</h2>
      <p>{data ? data.unsaid.join(' · ') || t(words.none) : <span className="gh-spin" />}</p>
      <h2 className="gh-group">{t(words.tariff)}</h2>
      <p>{data ? data.tariff.join(' · ') : <span className="gh-spin" />}</p>
      <p className="gh-dim">{t(words.sums)}</p>
      <h2 className="gh-group">{t(words.sample)}</h2>
      <select
        className="gh-input gh-no-print"
        aria-label={t(words.sample)}
        value={kind}
        onChange={(event) => setKind(event.target.value as typeof kind)}
      >
        {kinds.map((each) => (
          <option key={each} value={each}>
            {t(messageKinds[each])}
          </option>
        ))}
      </select>
      {data ? (
        <pre className="gh-up-request">
          {[
            `POST ${data.path}`,
            ...Object.entries(data.headers).map(([name, value]) => `${name}: ${value}`),
            '',
            data.body,
          ].join('\n')}
        </pre>
      ) : null}
    </>
  );
}

/** Platforms; each record shows its car parks, what is never sent, and a sample request. */
export default function Platforms(): ReactNode {
  const may = useMay();
  const detail = (row: AnyRow): ReactNode => (
    <>
      {may('thirdpartyApp:read') ? <Lots row={row} /> : null}
      {may('thirdpartyApp:read') ? <Counts row={row} /> : null}
      <Request row={row} />
    </>
  );
  return <ListPage of={thirdparty} detail={detail} />;
}
