type Row = { what: string; figure?: number; unit: string; bound?: number; of?: string; min?: number; max?: number };

export const rows: Row[] = [];

export const put = (row: Row): void => {
  rows.push(row);
  console.log(
    `${row.what}: ${row.figure === undefined ? '' : `${row.figure} `}${row.unit}${row.bound === undefined ? '' : ` (${row.of}: ${row.bound})`}`,
  );
};
