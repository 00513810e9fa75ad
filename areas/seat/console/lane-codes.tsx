/** Grants of car parks, each with the seats its calls need and the help codes of its lanes to print and post. */
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { park } from '#areas/lot/model/park.ts';
import { qrCodeCalls } from '#areas/lot/model/park-calls.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { cloudseatGrant } from '../model/grant.ts';
import { SeatsNeeded } from './seats-needed.tsx';
import './seat.css';

const words = {
  title: text('车道求助码', 'Help codes of lanes'),
  hint: text('打印本页，裁开后贴在各车道。', 'Print this page, cut it and post each code at its lane.'),
  none: text('该车场没有车道', 'This car park has no lanes'),
};
/** What stands on paper is for every driver, whatever language the page is in. */
const posted = text('需要帮助？扫码呼叫工作人员', 'Need help? Scan to call the staff');
const MOST = 100;

const code = qrCodeCalls.find(({ name }) => name === 'park.getCloudSeatQrCode')!;
type Lane = { readonly id: string; readonly gateName: string };

function LaneCode({ parkId, lane }: { parkId: string; lane: Lane }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: [code.name, parkId, lane.id],
    queryFn: ({ signal }) =>
      ask<{ url: string; image: string }>(code.path, { parkId, gateId: lane.id }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  return (
    <figure className="gh-lane-code">
      {data ? <img src={data.image} alt={lane.gateName} width={180} height={180} /> : <span className="gh-spin" />}
      <figcaption>
        <b>{lane.gateName}</b>
        <span lang="zh">{posted.zh}</span>
        <span lang="en">{posted.en}</span>
      </figcaption>
    </figure>
  );
}

function LaneCodes({ parkId }: { parkId: string }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [parkGate.name, 'codes', parkId],
    queryFn: ({ signal }) =>
      ask<{ records: readonly Lane[] }>(`${parkGate.wire.base}/list`, { parkId, size: MOST }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className="gh-spin" />;
  return (
    <section>
      <h2 className="gh-group">{t(words.title)}</h2>
      <p className="gh-no-print">{t(data.records.length === 0 ? words.none : words.hint)}</p>
      <div className="gh-lane-codes">
        {data.records.map((lane) => (
          <LaneCode key={lane.id} parkId={parkId} lane={lane} />
        ))}
      </div>
    </section>
  );
}

function Detail({ row }: { row: AnyRow }): ReactNode {
  const may = useMay();
  const parkId = String(row['parkId']);
  return (
    <>
      <SeatsNeeded about={{ parkId }} />
      {may(`${park.name}:read`) && may(`${parkGate.name}:read`) ? <LaneCodes parkId={parkId} /> : null}
    </>
  );
}

const detail = (row: AnyRow): ReactNode => <Detail row={row} />;

export default function SeatGrants(): ReactNode {
  return <ListPage of={cloudseatGrant as Resource} detail={detail} />;
}
