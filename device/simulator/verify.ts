/** After the play: the server's own figures against each other and against what the devices did. */
import type { Api } from './api.ts';
import { taken } from './plan.ts';
import type { Sample } from './series.ts';
import type { ParkSite } from './setup.ts';
import type { Memory } from './state.ts';
import type { DeviceMemory } from './virtual-device.ts';

type Check = {
  readonly inside: number;
  readonly counted: number;
  readonly entries: number;
  readonly exits: number;
  readonly withoutEntry: number;
  readonly billsWrong: number;
  readonly events: number;
  readonly held: number;
  readonly ledgerSumFen: number;
  readonly differences: readonly unknown[];
  readonly paidByPaymentsFen: number;
  readonly paidByLedgerFen: number;
  readonly brokenOrders: number;
};

export type Verdict = {
  readonly park: string;
  readonly inside: number;
  readonly expected: number;
  readonly entries: number;
  readonly exits: number;
  readonly withoutEntry: number;
  readonly billsWrong: number;
  readonly ledgerSumFen: number;
  readonly paidFen: number;
  readonly rollupDifferences: number;
  readonly events: number;
  readonly acknowledged: number;
  /** What does not agree, in words; empty when all does. */
  readonly wrong: readonly string[];
};

/** Events of a device the server has acknowledged, over all runs of this state file. */
const acknowledgedBy = ({ seq, waiting }: DeviceMemory): number => seq - Object.keys(waiting).length;

const devicesOf = ({ box, lanes }: ParkSite): DeviceMemory[] => [
  box,
  ...lanes.flatMap(({ camera, scanner, screen }) => [camera, scanner, screen].filter((each) => each !== null)),
];

export async function verify(api: Api, site: ParkSite, last: Sample | undefined, memory: Memory): Promise<Verdict> {
  const found = await api.get<Check>(`/api/gatehouse/check/${site.parkId}`);
  const {
    total: aside,
    records: [first],
  } = await api.get<{ total: number; records: { reason: string }[] }>('/api/gatehouse/deviceIncident/list', {
    parkId: site.parkId,
    kind: 'setAside',
    timeFrom: new Date(Date.now() - 80 * 86_400_000).toISOString(),
    size: 1,
  });
  const expected = last ? taken(site.row.capacity, last.free) : (memory.guests[site.parkId]?.length ?? 0);
  const acknowledged = devicesOf(site).reduce((sum, device) => sum + acknowledgedBy(device), 0);
  const balance = found.entries - (found.exits - found.withoutEntry);
  const wrong: string[] = [];
  const hold = (holds: boolean, words: string): void => {
    if (!holds) wrong.push(words);
  };
  hold(found.inside === expected, `cars inside are ${found.inside}, the last sample has ${expected}`);
  hold(found.counted === found.inside, `open stays are ${found.counted}, the count is ${found.inside}`);
  hold(balance === found.inside, `entries minus exits are ${balance}, cars inside ${found.inside}`);
  hold(found.billsWrong === 0, `${found.billsWrong} exits have a bill whose lines do not sum to it, or none`);
  hold(found.ledgerSumFen === 0, `the ledger sums to ${found.ledgerSumFen} fen`);
  hold(
    found.differences.length === 0,
    `the rollup differs from the raw rows: ${JSON.stringify(found.differences).slice(0, 300)}`,
  );
  hold(
    found.paidByPaymentsFen === found.paidByLedgerFen,
    `payments are ${found.paidByPaymentsFen} fen, the ledger has ${found.paidByLedgerFen}`,
  );
  hold(found.brokenOrders === 0, `${found.brokenOrders} orders do not add up`);
  hold(found.events === acknowledged, `${acknowledged} events were acknowledged, the server has ${found.events}`);
  hold(aside === 0, `${aside} events could not be stored: ${first?.reason.slice(0, 200)}`);
  hold(found.held === 0, `${found.held} events still wait for others before them`);
  return {
    park: site.name,
    inside: found.inside,
    expected,
    entries: found.entries,
    exits: found.exits,
    withoutEntry: found.withoutEntry,
    billsWrong: found.billsWrong,
    ledgerSumFen: found.ledgerSumFen,
    paidFen: found.paidByPaymentsFen,
    rollupDifferences: found.differences.length,
    events: found.events,
    acknowledged,
    wrong,
  };
}
