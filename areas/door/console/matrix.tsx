/** People against devices: who is granted where, coloured by how far each right has come. */
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { wallTime } from '#kit/declare/format.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { leadingBack } from '#kit/console/drill.ts';
import { Nothing, Trouble } from '#kit/console/empty.tsx';
import { useMay, zone } from '#kit/console/me.ts';
import { Pager } from '#kit/console/pager.tsx';
import { part } from '#kit/console/part.tsx';
import { usePlace } from '#kit/console/place.ts';
import { SearchBar } from '#kit/console/search-bar.tsx';
import { useWords } from '#kit/console/words.ts';
import { deliveryStates, doorDelivery } from '../model/door-delivery.ts';
import { exportMatrix, matrixFilters, rightsMatrix } from '../model/door-matrix.ts';
import { useFirstVillage } from './first-village.ts';
import './matrix.css';

const ExportDialog = part(() => import('#kit/console/export-dialog.tsx'));

const words = {
  person: text('姓名', 'Name'),
  dept: text('部门', 'Department'),
  export: text('导出', 'Export'),
  none: text('没有符合条件的人员', 'No people match'),
  noDevices: text('没有符合条件的设备', 'No devices match'),
  granted: text('已授权，尚未安排下发', 'Granted, not scheduled yet'),
  taken: text('现无授权', 'no grant now'),
  until: text('最迟失效 {time}', 'ends at the latest {time}'),
  devices: text('设备 {from}–{to}，共 {all} 台', 'Devices {from}–{to} of {all}'),
  before: text('前 20 台', 'Previous 20'),
  after: text('后 20 台', 'Next 20'),
  legend: text('图例', 'Legend'),
};

type State = keyof typeof deliveryStates;
type Cell = {
  readonly deviceId: string;
  readonly id: string | null;
  readonly state: State | null;
  readonly granted: boolean;
  readonly why: string | null;
  readonly leaseUntil: string | null;
};
type Row = {
  readonly EmpID: string;
  readonly empName: string;
  readonly empNo: string | null;
  readonly deptName: string | null;
  readonly cells: readonly Cell[];
};
type Device = { readonly id: string; readonly deviceName: string; readonly gateName: string | null };
type Matrix = {
  readonly records: readonly Row[];
  readonly total: number;
  readonly current: number;
  readonly size: number;
  readonly devices: readonly Device[];
  readonly deviceTotal: number;
  readonly devicePage: number;
  readonly devicePages: number;
};
type ShownState = State | 'granted';

/** Colour alone is not enough: each state has a sign of its own. */
const SIGNS: Readonly<Record<ShownState, string>> = {
  granted: '○',
  waiting: '…',
  sent: '→',
  held: '✓',
  partly: '◐',
  failed: '×',
  removing: '←',
  gone: '−',
};
const PER_DEVICE_PAGE = 20;
const toneOf = (state: ShownState): string =>
  state === 'granted' ? 'warn' : (doorDelivery.fields.state.tones?.[state] ?? 'muted');
const labelOf = (state: ShownState): Text => (state === 'granted' ? words.granted : deliveryStates[state]);

/** The delivery of a person at a device, in the list that can try it again. */
const deliveryAddress = (EmpID: string, deviceId: string): string =>
  `${doorDelivery.route}?${new URLSearchParams({ EmpID, deviceId }).toString()}`;

function CellView({ cell, EmpID, who }: { cell: Cell; EmpID: string; who: string }): ReactNode {
  const { t } = useWords();
  const place = usePlace();
  const { deviceId, state, granted, why, leaseUntil } = cell;
  const shown = state ?? 'granted';
  const reason = why === null ? null : (doorDelivery.fields.why.options?.[why] ?? text(why, why));
  const label = [
    who,
    t(labelOf(shown)),
    ...(reason ? [t(reason)] : []),
    ...(granted ? [] : [t(words.taken)]),
    ...(leaseUntil && !granted ? [t(fill(words.until, { time: wallTime(leaseUntil, zone()) }))] : []),
  ].join(' · ');
  const look = `mx-cell ${toneOf(shown)}`;
  if (cell.id === null)
    return (
      <span className={look} role="img" aria-label={label} title={label}>
        {SIGNS[shown]}
      </span>
    );
  return (
    <button
      type="button"
      className={look}
      aria-label={label}
      title={label}
      onClick={() => place.go(leadingBack(deliveryAddress(EmpID, deviceId), place))}
    >
      {SIGNS[shown]}
    </button>
  );
}

function Table({ data }: { data: Matrix }): ReactNode {
  const { t } = useWords();
  return (
    <div className="mx-frame" tabIndex={0} role="region" aria-label={t(rightsMatrix.title)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(words.person)}</th>
            <th scope="col">{t(words.dept)}</th>
            {data.devices.map(({ id, deviceName, gateName }) => (
              <th key={id} scope="col" title={deviceName}>
                <span className="gh-dim">{gateName ?? '—'}</span>
                <span>{deviceName}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.records.map((row) => {
            const cells = new Map(row.cells.map((cell) => [cell.deviceId, cell]));
            return (
              <tr key={row.EmpID}>
                <th scope="row" title={row.empNo ?? ''}>
                  {row.empName}
                </th>
                <td className="gh-dim">{row.deptName ?? '—'}</td>
                {data.devices.map(({ id, deviceName }) => {
                  const cell = cells.get(id);
                  return (
                    <td key={id} className="cell">
                      {cell ? <CellView cell={cell} EmpID={row.EmpID} who={`${row.empName} · ${deviceName}`} /> : null}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Legend(): ReactNode {
  const { t } = useWords();
  const states: ShownState[] = ['granted', 'waiting', 'sent', 'held', 'partly', 'failed', 'removing'];
  return (
    <p className="mx-legend" aria-label={t(words.legend)}>
      {states.map((state) => (
        <span key={state}>
          <span className={`mx-cell ${toneOf(state)}`} aria-hidden="true">
            {SIGNS[state]}
          </span>{' '}
          {t(labelOf(state))}
        </span>
      ))}
    </p>
  );
}

function DevicePages({ data, onPage }: { data: Matrix; onPage: (page: number) => void }): ReactNode {
  const { t } = useWords();
  const { devicePage, devicePages, devices, deviceTotal } = data;
  if (devicePages === 1) return null;
  const from = (devicePage - 1) * PER_DEVICE_PAGE;
  const span = { from: String(from + 1), to: String(from + devices.length), all: String(deviceTotal) };
  return (
    <div className="mx-devices">
      <button type="button" className="gh-btn" disabled={devicePage === 1} onClick={() => onPage(devicePage - 1)}>
        {t(words.before)}
      </button>
      <span className="gh-num">{t(fill(words.devices, span))}</span>
      <button
        type="button"
        className="gh-btn"
        disabled={devicePage === devicePages}
        onClick={() => onPage(devicePage + 1)}
      >
        {t(words.after)}
      </button>
    </div>
  );
}

/** The page's address holds what it shows: filters, page and page of devices. */
function useMatrix() {
  const { search, replace } = usePlace();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const first = useFirstVillage(!query.get('villageId'));
  const named = query.get('villageId') || first;
  const filters = useMemo((): Record<string, string> => {
    const given = Object.keys(matrixFilters).map((name) => [name, query.get(name) ?? ''] as const);
    return Object.fromEntries([...given, ['villageId', named ?? '']].filter(([, value]) => value !== ''));
  }, [query, named]);
  const pages = { current: query.get('current') ?? '1', devicePage: query.get('devicePage') ?? '1' };
  const found = useQuery({
    queryKey: [doorDelivery.name, 'matrix', filters, pages],
    queryFn: ({ signal }) => ask<Matrix>(rightsMatrix, { ...filters, ...pages }, { signal, quiet: true }),
    enabled: Boolean(named),
    placeholderData: keepPreviousData,
  });
  const show = (next: Record<string, string>) =>
    replace(new URLSearchParams(Object.entries(next).filter(([, value]) => value !== '')));
  return { filters, pages, show, isEmpty: named === '', ...found };
}

export default function RightsMatrix(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [exporting, setExporting] = useState(false);
  const { filters, pages, show, data, error, refetch, isEmpty } = useMatrix();
  const turn = (changes: Record<string, string>) => show({ ...filters, ...pages, ...changes });
  const shown = data && data.devices.length > 0 && data.records.length > 0;
  return (
    <div className="gh-page">
      <SearchBar
        fields={Object.entries(matrixFilters)}
        filters={filters}
        onSearch={(next) => show(next)}
        onReset={() => show({})}
      />
      <section className="gh-card main">
        <div className="gh-tools">
          <h1>{t(rightsMatrix.title)}</h1>
          <span className="gap" />
          {may(exportMatrix.permission) && shown ? (
            <button type="button" className="gh-btn" onClick={() => setExporting(true)}>
              {t(words.export)}
            </button>
          ) : null}
        </div>
        <Legend />
        {error && !data ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
        {data ? <DevicePages data={data} onPage={(page) => turn({ devicePage: String(page) })} /> : null}
        {shown ? <Table data={data} /> : null}
        {isEmpty || data?.devices.length === 0 ? <Nothing>{t(words.noDevices)}</Nothing> : null}
        {data && data.devices.length > 0 && data.records.length === 0 ? <Nothing>{t(words.none)}</Nothing> : null}
        {data ? (
          <Pager
            page={data.current}
            size={data.size}
            total={data.total}
            onPage={(page) => turn({ current: String(page) })}
            fixed
          />
        ) : null}
      </section>
      {exporting ? (
        <ExportDialog
          title={t(exportMatrix.title)}
          path={exportMatrix.path}
          query={filters}
          onClose={() => setExporting(false)}
        />
      ) : null}
    </div>
  );
}
