import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { say } from '#kit/console/language.ts';
import type { RowAction } from '#kit/console/list-table.tsx';
import type { RecordParts } from '#kit/console/record.ts';
import { carInside } from '../model/car-inside.ts';
import { StayPictures, StayStory } from './stay-detail.tsx';
import { stayShown } from './stay-shown.ts';

const inside = text('在场内车辆中处理', 'Handle among vehicles inside');

/** How sure the camera was, as a share of certainty. */
const slots = {
  confidence: (row: AnyRow): ReactNode =>
    typeof row['confidence'] === 'number' ? (
      `${(row['confidence'] * 100).toFixed(1)}%`
    ) : (
      <span className="gh-dim">—</span>
    ),
};
const lead = (row: AnyRow): ReactNode => <StayPictures stayId={row.id} row={row} />;
const detail = (row: AnyRow): ReactNode => <StayStory stayId={row.id} row={row} />;

/** A car that has not left is put right where the cars inside are. */
const buttons = (row: AnyRow, go: (address: string) => void): RowAction[] =>
  row['outTime'] || !row['inTime']
    ? []
    : [
        {
          key: 'inside',
          label: say(inside),
          onPick: () => go(`${carInside.route}?plateNumber=${encodeURIComponent(String(row['plateNumber'] ?? ''))}`),
        },
      ];

/** A stay in its list's drawer and on its own page. */
const stayRecord: RecordParts = { of: stayShown, slots, lead, detail, buttons };
export default stayRecord;
