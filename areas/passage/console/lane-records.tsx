import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { RecordPage } from '#kit/console/record-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { recordAddress } from '#kit/console/record.ts';
import { TotalsStrip } from '#kit/console/totals-strip.tsx';
import { useWords } from '#kit/console/words.ts';
import { stay } from '../model/stay.ts';
import { releaseOrder } from '../model/calls.ts';
import { gateOpening, laneException, manualRelease, passage } from '../model/gate-event.ts';
import { Picture } from './pictures.tsx';
import { StayPictures, StayStory } from './stay-detail.tsx';
import { reasonWords } from './story-words.ts';
import './passage.css';

const words = {
  here: text('现场图片', 'Lane picture'),
  none: text('该记录没有对应的停车记录', 'No stay for this record'),
  story: text('停车全过程', 'Stay timeline'),
  open: text('打开停车记录', 'Open the stay'),
};

/** The stay a record of a lane belongs to: bill, orders and course, and the way to its own page. */
function Belongs({ stayId }: { stayId: string | null }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  if (!stayId) return <p className="gh-dim">{t(words.none)}</p>;
  return (
    <>
      <div className="ps-belongs">
        <h2>{t(words.story)}</h2>
        <button type="button" className="gh-link gh-no-print" onClick={() => go(recordAddress(stay.name, stayId))}>
          {t(words.open)}
        </button>
      </div>
      <StayStory stayId={stayId} />
    </>
  );
}

const idOf = (row: AnyRow, name: string): string | null =>
  typeof row[name] === 'string' && row[name] !== '' ? row[name] : null;

/** The record's own picture, large, and the stay's two. */
function Lead({ row, stayId }: { row: AnyRow; stayId: string | null }): ReactNode {
  const { t } = useWords();
  const own = idOf(row, 'picture');
  return (
    <>
      {own ? (
        <div className="ps-pictures one">
          <Picture address={own} label={t(words.here)} />
        </div>
      ) : null}
      {stayId && !own ? <StayPictures stayId={stayId} /> : null}
    </>
  );
}

/** A page over one kind of record whose detail shows the stay it belongs to. */
const records = (
  of: Resource,
  stayOf: (row: AnyRow) => string | null,
  slots: Readonly<Record<string, (row: AnyRow) => ReactNode>> = {},
) => {
  const shown: Resource = {
    ...of,
    fields: Object.fromEntries(
      Object.entries(of.fields).map(([name, field]) => [name, name === 'picture' ? { ...field, hidden: true } : field]),
    ),
  };
  const lead = (row: AnyRow): ReactNode => <Lead row={row} stayId={stayOf(row)} />;
  const detail = (row: AnyRow): ReactNode => <Belongs stayId={stayOf(row)} />;
  return function LaneRecords(): ReactNode {
    return (
      <RecordPage of={shown} slots={slots} lead={lead} detail={detail}>
        {of.totals.length > 0 ? <TotalsStrip of={shown} /> : null}
      </RecordPage>
    );
  };
};

const byStay = (row: AnyRow) => idOf(row, 'stayId');

function Reasons({ codes }: { codes: string }): ReactNode {
  const { t } = useWords();
  return t(reasonWords(codes));
}

export const Passages = records(passage, byStay, {
  reasons: (row) => (row['reasons'] ? <Reasons codes={String(row['reasons'])} /> : null),
});
export const Exceptions = records(laneException, byStay);
export const ManualReleases = records(manualRelease, byStay);

/** An opening carries the id of its cause: the stay's, or that of the manual release, which knows its stay. */
function useStayOfOpening(row: AnyRow): string | null {
  const cause = idOf(row, 'causeId');
  const isRelease = row['cause'] === 'manual' && cause !== null;
  const may = useMay()('manualRelease:read');
  const { data } = useQuery({
    queryKey: [manualRelease.name, 'of-opening', cause],
    enabled: may && isRelease,
    retry: false,
    queryFn: ({ signal }) =>
      ask<{ release: AnyRow }>(releaseOrder, { recordId: cause }, { signal, quiet: true }).then(
        ({ release }) => idOf(release, 'stayId'),
        () => cause,
      ),
  });
  return isRelease ? (data ?? (may ? null : cause)) : cause;
}
const OpeningLead = ({ row }: { row: AnyRow }): ReactNode => <Lead row={row} stayId={useStayOfOpening(row)} />;
const OpeningDetail = ({ row }: { row: AnyRow }): ReactNode => <Belongs stayId={useStayOfOpening(row)} />;
const openingLead = (row: AnyRow): ReactNode => <OpeningLead row={row} />;
const openingDetail = (row: AnyRow): ReactNode => <OpeningDetail row={row} />;

export const GateEvents = (): ReactNode => <RecordPage of={gateOpening} lead={openingLead} detail={openingDetail} />;
