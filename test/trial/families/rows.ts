/** What a day left in the tables, in words that mean the same in every database: ids become names or nothing. */
import type { Mall, Row } from './mall.ts';

type Table = { readonly from: string; readonly columns: readonly string[] };
const TABLES: Readonly<Record<string, Table>> = {
  stays: {
    from: 'stay',
    columns: [
      'plate_number',
      'plate_colour',
      'kind',
      'status',
      'begin_time',
      'in_time',
      'in_time_raw',
      'in_gate_id',
      'out_time',
      'out_time_raw',
      'out_gate_id',
      'out_plate',
      'stay_seconds',
      'release_type',
      'receivable_fen',
      'derate_fen',
      'waived_fen',
      'paid_fen',
      'outstanding_fen',
      'rule_name',
      'bill_fen',
      'lines',
      'moves',
      'clone',
      'offline',
      'changes',
    ],
  },
  'cars inside': {
    from: 'car_inside',
    columns: ['plate_number', 'plate_colour', 'kind', 'status', 'in_time', 'in_gate_id', 'paid_fen', 'free_until'],
  },
  orders: {
    from: 'parking_order',
    columns: [
      'plate_number',
      'kind',
      'status',
      'pay_type',
      'gate_id',
      'created_time',
      'priced_time',
      'valid_until',
      'in_time',
      'paid_time',
      'receivable_fen',
      'derate_fen',
      'waived_fen',
      'paid_fen',
      'outstanding_fen',
      'refunded_fen',
      'surplus_fen',
      'lines',
    ],
  },
  payments: {
    from: 'payment',
    columns: [
      'plate_number',
      'kind',
      'pay_type',
      'status',
      'gate_id',
      'created_time',
      'paid_time',
      'receivable_fen',
      'amount_fen',
      'tendered_fen',
      'change_fen',
      'drawer',
      'operator',
    ],
  },
  'ledger lines': { from: 'ledger_line', columns: ['at', 'kind', 'account', 'party', 'amount_fen'] },
  openings: {
    from: 'gate_opening',
    columns: ['gate_id', 'event', 'time', 'closed_time', 'open_seconds', 'cause', 'plate_number', 'operator'],
  },
  passages: {
    from: 'passage',
    columns: [
      'gate_id',
      'direction',
      'status',
      'time',
      'plate_number',
      'plate_colour',
      'cause',
      'reasons',
      'refusal',
      'offline',
    ],
  },
  exceptions: { from: 'lane_exception', columns: ['gate_id', 'code', 'time', 'plate_number', 'cleared_time'] },
  // Of an opening that went with an answer the device does not say that it was carried out.
  'commands to open': {
    from: "(SELECT *, CASE status WHEN 'delivered' THEN 'answered' ELSE status END AS ended FROM device_command) c WHERE command = 'open'",
    columns: ['gate_id', 'time', 'ended', 'cause'],
  },
};

export type Day = Readonly<Record<string, readonly Row[]>>;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export async function dayIn(mall: Mall): Promise<Day> {
  const names = new Map(mall.site.lanes.map(({ gateId, name }) => [gateId, name]));
  const named = (value: unknown): unknown =>
    value === undefined ? null : JSON.parse(JSON.stringify(value).replace(UUID, (id) => names.get(id) ?? '…'));
  const day: Record<string, Row[]> = {};
  for (const [name, { from, columns }] of Object.entries(TABLES)) {
    const where = from.includes(' WHERE ') ? `${from} AND park_id = $1` : `${from} WHERE park_id = $1`;
    day[name] = (await mall.rows(`SELECT ${columns.join(', ')} FROM ${where}`)).map((row) =>
      Object.fromEntries(columns.map((column) => [column, named(row[column])])),
    );
  }
  return day;
}

/** Sorted texts of rows; without the colour where a lane's device reports none. */
const texts = (rows: readonly Row[], colourless: ReadonlySet<string>): string[] =>
  rows
    .map((row) => {
      const at = [row['gate_id'], row['in_gate_id'], row['out_gate_id']];
      const mute = 'plate_colour' in row && at.some((lane) => colourless.has(String(lane)));
      return JSON.stringify(mute ? { ...row, plate_colour: null } : row);
    })
    .toSorted();

/** Rows that one of the two has and the other not. @param colourless names of lanes whose device reports no colour */
export function differences(own: Day, other: Day, colourless: ReadonlySet<string>): string[] {
  return Object.keys(own).flatMap((what) => {
    const left = texts(other[what]!, colourless);
    const missing = texts(own[what]!, colourless).filter((row) => {
      const at = left.indexOf(row);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    return [
      ...missing.map((row) => `${what}: only by our own protocol: ${row}`),
      ...left.map((row) => `${what}: only by devices of other makers: ${row}`),
    ];
  });
}
