/**
 * The ledger's lines as a list: what each means to the reports, and the bill, car, shift and reason it speaks of. All
 * words of these statements are our own.
 */
import { ledgerEntry } from '#areas/billing/model/ledger-entry.ts';
import { ledgerFigures } from '#areas/billing/model/words.ts';
import { columnName, drawFrom } from '#kit/server/table.ts';
import { FIGURES, UNCOUNTED, WAYS } from './days.ts';

const among = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');
const withBack = (kinds: readonly string[]): string[] => kinds.flatMap((kind) => [kind, `reversal:${kind}`]);
const counted = Object.entries(FIGURES).flatMap(([account, figure]) =>
  figure ? [{ account, item: figure[0], sign: figure[1] }] : [],
);
const byAccount = (cases: readonly (readonly [account: string, then: string | number])[]): string =>
  `CASE l.account ${cases.map(([account, then]) => `WHEN '${account}' THEN ${then}`).join(' ')} END`;

const goesBack = `l.kind IN (${among(withBack(['refund-paid']))})`;
const signed = `l.amount_fen * ${byAccount(counted.map(({ account, sign }) => [account, sign]))}`;

/**
 * Every line that a day counts, by what it is counted as, with the bill it speaks of: its own, or that of the refund or
 * the discount it names.
 */
const line = `SELECT l.tenant_id, l.company_id, l.park_id, l.at, l.operator, l.subject_id,
  overlay(l.posting::text PLACING lpad(l.line_no::text, 2, '0') FROM 35)::uuid AS id,
    CASE WHEN ${goesBack} THEN 'refund' ELSE ${byAccount(counted.map(({ account, item }) => [account, `'${item}'`]))} END AS item,
    CASE WHEN ${goesBack} THEN -(${signed}) ELSE ${signed} END AS amount,
    CASE WHEN l.kind LIKE 'reversal:%' THEN 'reversal' WHEN l.kind = 'payment' AND l.account = 'drawer'
      AND l.amount_fen < 0 THEN 'change' ELSE l.kind END AS kind,
    ${byAccount(Object.entries(WAYS).map(([account, way]) => [account, way ? `'${way}'` : 'l.party']))} AS pay_type,
    CASE WHEN l.kind LIKE '%refund%' THEN (SELECT r.order_id::uuid FROM refund r WHERE r.tenant_id = l.tenant_id AND r.id = l.subject_id LIMIT 1)
      WHEN l.kind LIKE '%seller-derate' OR l.kind LIKE '%coupon' THEN (SELECT d.order_id::uuid FROM car_derate d
        WHERE d.tenant_id = l.tenant_id AND d.id = l.subject_id LIMIT 1) ELSE l.subject_id END AS bill
  FROM ledger_line l WHERE l.kind NOT IN (${among(withBack(UNCOUNTED))}) AND l.account IN (${among(counted.map(({ account }) => account))})`;

/** One column of the bill: looked up for the rows that are shown, not for those that are only added up. */
const ofOrder = (column: string): string =>
  `(SELECT o.${column} FROM parking_order o WHERE o.tenant_id = line.tenant_id AND o.id = line.bill LIMIT 1)`;
/** What a shift wrote down in the same moment about the same bill. */
const ofEntry = (column: string): string =>
  `(SELECT e.${column} FROM shift_entry e WHERE e.tenant_id = line.tenant_id AND e.park_id = line.park_id
   AND e.time = line.at AND e.order_id = line.bill::text LIMIT 1)`;

const figureOf = (name: string): string =>
  name === 'netFen'
    ? `CASE line.item WHEN 'paid' THEN line.amount WHEN 'refund' THEN -line.amount END`
    : `CASE line.item WHEN '${name.replace(/Fen$/, '')}' THEN line.amount END`;

const columns: Readonly<Record<string, string>> = {
  tenantId: 'line.tenant_id',
  companyId: 'line.company_id',
  parkId: 'line.park_id',
  id: 'line.id',
  time: 'line.at',
  createdAt: 'line.at',
  updatedAt: 'line.at',
  deletedAt: 'NULL::timestamptz',
  createdBy: 'NULL::uuid',
  updatedBy: 'NULL::uuid',
  item: 'line.item',
  amountFen: 'line.amount',
  kind: 'line.kind',
  payType: 'line.pay_type',
  orderId: 'line.bill::text',
  operator: `coalesce(line.operator, CASE line.item WHEN 'waived' THEN ${ofEntry('operator')} END)`,
  plateNumber: ofOrder('plate_number'),
  orderNo: ofOrder('order_no'),
  orderKind: ofOrder('kind'),
  carTypeId: ofOrder('car_type_id'),
  shiftId: ofEntry('shift_id'),
  boxId: `coalesce(${ofEntry('box_id')}, (SELECT g.box_id FROM park_gate g WHERE g.tenant_id = line.tenant_id AND g.id = ${ofOrder('gate_id')} LIMIT 1))`,
  // A release is recorded before or after its money; nobody releases the same bill twice within the hour.
  reason: `CASE line.item WHEN 'refund' THEN (SELECT r.remark FROM refund r WHERE r.tenant_id = line.tenant_id AND r.id = line.subject_id LIMIT 1)
    WHEN 'waived' THEN (SELECT m.reason FROM manual_release m
      WHERE m.tenant_id = line.tenant_id AND m.park_id = line.park_id
      AND m.time BETWEEN line.at - interval '1 hour' AND line.at + interval '1 hour'
      AND m.order_id = line.bill::text LIMIT 1) END`,
  ...Object.fromEntries(Object.keys(ledgerFigures).map((name) => [name, figureOf(name)])),
};

drawFrom(
  ledgerEntry,
  `SELECT ${Object.entries(columns)
    .map(([name, expression]) => `${expression} AS ${columnName(name)}`)
    .join(', ')} FROM (${line}) line`,
);
