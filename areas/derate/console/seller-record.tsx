import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { part } from '#kit/console/part.tsx';
import type { RecordParts } from '#kit/console/record.ts';
import { parkSeller } from '../model/park-seller.ts';

const SellerDetail = part(() => import('./seller-detail.tsx'), { wait: <span className="gh-spin" /> });

const sellers = parkSeller as Resource;
const detail = (row: AnyRow): ReactNode => <SellerDetail sellerId={row.id} />;

/** A shop in its list's drawer and on its own page. */
const sellerRecord: RecordParts = { of: sellers, detail };
export default sellerRecord;
