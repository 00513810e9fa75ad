import type { ReactNode } from 'react';
import type { AnyRow } from '#kit/console/fields.ts';
import { part } from '#kit/console/part.tsx';
import type { RecordParts } from '#kit/console/record.ts';
import { rdBerth } from '../model/rd-berth.ts';

const BerthDay = part(() => import('./berth-day.tsx'), { wait: <span className="gh-spin" /> });

const detail = (row: AnyRow): ReactNode => <BerthDay berthId={row.id} />;

/** A berth in its list's drawer and on its own page: with its day. */
const berthRecord: RecordParts = { of: rdBerth, detail };
export default berthRecord;
