import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import type { Foresee } from '#kit/console/overlay.tsx';
import { part } from '#kit/console/part.tsx';
import type { RecordParts } from '#kit/console/record.ts';
import { parkMonth } from '../model/park-month.ts';

const PassDays = part(() => import('./pass-days.tsx'), { wait: <span className="gh-spin" /> });
const RenewalNote = part(() => import('./renewal-note.tsx'));

const passes = parkMonth as Resource;
const days = (row: AnyRow): ReactNode => <PassDays grantId={row.id} />;

const renewal: Foresee = (action, [row, ...more], values) =>
  row && more.length === 0 && (action === 'renewalMonth' || action === 'renewalMoney') ? (
    <RenewalNote grantId={row.id} values={values} />
  ) : null;

/** A pass in its list's drawer and on its own page. */
const passRecord: RecordParts = { of: passes, detail: days, foresee: renewal };
export default passRecord;
