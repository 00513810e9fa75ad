/** What the server holds of a world after it was played: everything by its calls. */
import { must, rowsBetween, rowsOf } from './server.ts';
import type { Server } from './server.ts';
import type { StayRow } from './billed.ts';
import { DAY } from './truth.ts';
import type { Span } from './truth.ts';
import type { Played } from './world.ts';

export type EvidenceRow = {
  readonly at: string;
  readonly berthId: string;
  readonly source: string;
  readonly claim: string;
  readonly plateNumber: string | null;
  readonly userId: string | null;
  /** How long a sensor had been in the state it reports: it refers to an instant before its own. */
  readonly sinceSeconds: number | null;
};
export type SpellRow = {
  readonly berthId: string;
  readonly fromTime: string;
  readonly toTime: string | null;
  readonly state: string;
};
export type EscapeRow = {
  readonly recordId: string;
  readonly escapeNo: string;
  readonly stayId: string;
  readonly owedFen: number;
  readonly paidFen: number;
  readonly cancelledFen: number;
  readonly writtenOffFen: number;
  readonly outstandingFen: number;
  readonly dueTime: string;
  readonly endTime: string | null;
  readonly blocked: boolean;
};
export type NoticeRow = { readonly at: string; readonly plateNumber: string; readonly escapeIds?: string };
type CollectionRow = {
  readonly collectionNo: string;
  readonly items: number;
  readonly amountFen: number;
  readonly parts?: readonly { amountFen: number }[];
};
type RateRow = {
  readonly day: string;
  readonly sectionId: string;
  readonly occupiedSeconds: number;
  readonly freeSeconds: number;
  readonly unknownSeconds: number;
  readonly closedSeconds: number;
};
/** An order to a device. */
export type CommandRow = {
  readonly deviceId: string;
  readonly time: string;
  readonly validUntil: string;
  readonly status: string;
  readonly payload: { readonly do?: string } | null;
};
export type WarningRow = {
  readonly warnType: string;
  readonly subject: string;
  readonly firstTime: string;
  readonly figure: number;
};

/** When it was proven that a sensor is mounted at its berth. */
export type ProofRow = { readonly berthId: string; readonly provenTime: string | null };

export type Figures = {
  readonly proofs: readonly ProofRow[];
  readonly stays: readonly StayRow[];
  readonly evidence: readonly EvidenceRow[];
  readonly spells: readonly SpellRow[];
  readonly escapes: readonly EscapeRow[];
  readonly notices: readonly NoticeRow[];
  readonly collections: readonly CollectionRow[];
  readonly rates: readonly RateRow[];
  readonly warnings: readonly WarningRow[];
  /** Orders to locks. */
  readonly commands: readonly CommandRow[];
  /** How many entries of each handheld are kept. */
  readonly entries: ReadonlyMap<string, number>;
  readonly checks: readonly { readonly right: boolean }[];
};

const iso = (at: number): string => new Date(at).toISOString();
const dayOf = (at: number): string => iso(at + 8 * 3_600_000).slice(0, 10);

const STAY: readonly (keyof StayRow)[] = [
  'recordId',
  'berthId',
  'plateNumber',
  'kind',
  'status',
  'beginTime',
  'inTime',
  'outTime',
  'provenTo',
  'receivableFen',
  'paidFen',
  'outstandingFen',
  'beginBy',
  'continues',
];
const EVIDENCE: readonly (keyof EvidenceRow)[] = [
  'at',
  'berthId',
  'source',
  'claim',
  'plateNumber',
  'userId',
  'sinceSeconds',
];

/** What begins within a day of the world; spells of the time before it, too. */
const spanOf = ({ truth }: Played): Span => ({ from: truth.start - 3 * DAY, to: truth.end + DAY });

export async function staysOf(server: Server, played: Played): Promise<StayRow[]> {
  const lots = await Promise.all(
    played.site.lots.map(({ parkId }) =>
      rowsBetween<StayRow>(
        server,
        '/api/updown/roadstatic/searchPageRdInOutRecord',
        { parkId },
        { ...spanOf(played), names: STAY },
      ),
    ),
  );
  return lots.flat().filter(({ status }) => status !== 'merged');
}

export async function figuresOf(server: Server, played: Played): Promise<Figures> {
  const { site, truth, collectors } = played;
  const span = { startTime: iso(truth.start - DAY), endTime: iso(truth.end + DAY) };
  const of = async <T>(path: string, names?: readonly (keyof T)[]): Promise<T[]> => {
    const range = { ...spanOf(played), ...(names ? { names } : {}) };
    const lots = await Promise.all(site.lots.map(({ parkId }) => rowsBetween<T>(server, path, { parkId }, range)));
    return lots.flat();
  };
  const all = async <T>(path: string, more: Record<string, unknown>): Promise<T[]> =>
    (await Promise.all(site.lots.map(({ parkId }) => rowsOf<T>(server, path, { parkId, ...more })))).flat();
  const days = { startTime: dayOf(truth.start), endTime: dayOf(truth.end - 1) };
  const rates: RateRow[] = [];
  const checks: { right: boolean }[] = [];
  for (const { parkId } of site.lots) {
    rates.push(
      ...(await must<{ records: RateRow[] }>(server, 'GET', '/api/updown/roadstatic/berthRate', { parkId, ...days }))
        .records,
    );
    checks.push(await must<{ right: boolean }>(server, 'GET', '/api/gatehouse/money-check', { parkId }));
  }
  const entries = new Map<string, number>();
  for (const { handheld } of collectors) {
    const { deviceId } = handheld.worker;
    const { total } = await must(server, 'GET', '/api/gatehouse/handheldDeed/list', {
      deviceId,
      ...span,
      current: 1,
      size: 1,
    });
    entries.set(deviceId, Number(total));
  }
  return {
    stays: await staysOf(server, played),
    evidence: await of<EvidenceRow>('/api/gatehouse/berthEvidence/list', EVIDENCE),
    spells: await of<SpellRow>('/api/gatehouse/berthSpell/list', ['berthId', 'fromTime', 'toTime', 'state']),
    escapes: await of<EscapeRow>('/api/updown/pda/rdEscape/list'),
    notices: await of<NoticeRow>('/api/gatehouse/arrearsNotice/list'),
    collections: await rowsBetween<CollectionRow>(server, '/api/gatehouse/arrearsCollection/list', {}, spanOf(played)),
    warnings: await all<WarningRow>('/api/updown/plat/rdrwork/getWarnList', span),
    proofs: await all<ProofRow>('/api/gatehouse/sensorBinding/list', {}),
    commands: await all<CommandRow>('/api/gatehouse/deviceCommand/list', { ...span, command: 'lock' }),
    rates,
    entries,
    checks,
  };
}
