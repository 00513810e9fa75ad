/** What a slip is about, and the values its template takes of it. */
import { parkingOrder } from '#areas/billing/model/order.ts';
import { payTypes } from '#areas/billing/model/words.ts';
import { park } from '#areas/lot/model/park.ts';
import { driverAddress, settingsOf } from '#areas/lot/server/door.ts';
import { stay } from '#areas/passage/model/stay.ts';
import { stayKinds } from '#areas/passage/model/words.ts';
import { formatFen } from '#domain/money/fen.ts';
import type { Values } from '#domain/print/layout.ts';
import { isNoPlateCode, numberOfCode } from '#domain/plate/plate.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { duration, wallTime } from '#kit/declare/format.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { present } from '#kit/server/rows.ts';
import type { Work } from '#kit/server/work.ts';
import type { SlipType } from '../model/slip-kinds.ts';

export type Row = Readonly<Record<string, unknown>>;
type BillLine = { readonly clause: Text; readonly amountFen: number };

/** Money that is there; nothing where there is none, so that a template leaves its line out. */
const sum = (fen: unknown): string => (Number(fen ?? 0) === 0 ? '' : formatFen(Number(fen)));

const clockOf =
  (lot: Row, work: Work) =>
  (at: unknown): string =>
    isEmpty(at) ? '' : wallTime(String(at), String(lot['zone'] ?? work.person.zone)).slice(0, 16);

/** What every slip may say. */
const common = (lot: Row, company: string, work: Work) => ({
  park: String(lot['parkName'] ?? ''),
  company,
  phone: String(lot['servicePhone'] ?? ''),
  operator: work.person.name || work.person.account,
  printed: clockOf(lot, work)(work.now.toISOString()),
});

/** What only an entry ticket says. `address`: of the payment page, without the car. */
export const ticketValues = (
  { plate, address, isShown }: { readonly plate: string; readonly address: string; readonly isShown: boolean },
  lang: 'zh' | 'en',
) => ({
  plate: isNoPlateCode(plate) && lang === 'en' ? 'No plate' : plate,
  ticketNo: numberOfCode(plate),
  payUrl: isShown || isNoPlateCode(plate) ? `${address}#p=${encodeURIComponent(plate)}` : address,
});

function orderValues(order: Row, lot: Row, company: string, work: Work): Values {
  const time = clockOf(lot, work);
  const until = order['pricedTime'] ?? order['createdTime'];
  const seconds = isEmpty(order['inTime'])
    ? null
    : Math.floor((Date.parse(String(until)) - Date.parse(String(order['inTime']))) / 1000);
  const payType = payTypes[String(order['payType']) as keyof typeof payTypes];
  return {
    values: {
      ...common(lot, company, work),
      plate: String(order['plateNumber'] ?? ''),
      inTime: time(order['inTime']),
      until: time(until),
      stayed: seconds === null ? '' : duration(seconds, work.lang),
      due: formatFen(Number(order['receivableFen'] ?? 0)),
      discount: sum(order['derateFen']),
      waived: sum(order['waivedFen']),
      paid: formatFen(Number(order['paidFen'] ?? 0)),
      refunded: sum(order['refundedFen']),
      payType: payType?.[work.lang] ?? '',
      paidTime: time(order['paidTime']),
      orderNo: String(order['orderNo'] ?? ''),
    },
    lists: {
      lines: ((order['lines'] ?? []) as BillLine[])
        .filter(({ amountFen }) => amountFen > 0)
        .map(({ clause, amountFen }) => ({ name: clause[work.lang], sum: formatFen(amountFen) })),
    },
  };
}

/** `no`: what a clerk calls it by. */
export type About = {
  readonly id: string;
  readonly no: unknown;
  readonly lot: Row;
  readonly values: () => Promise<Values>;
};

const labelIn = (row: Row, field: string): string => (row['labels'] as Record<string, string>)[field] ?? '';
/** Whoever sees plates of visits, as at a booth, hands the slip to the driver of this one. */
const plateIn = (stored: Row, work: Work): Row =>
  work.permits('stay:unmask') ? { plateNumber: stored['plateNumber'] } : {};

function idIn(work: Work, name: 'onlineOrderId' | 'recordId', what: Text): string {
  const id = work.input[name];
  if (isEmpty(id))
    throw new Refused('bad_input', {}, [{ field: name, msg: fill(text('请选择{what}', 'Choose: {what}'), { what }) }]);
  return String(id).toLowerCase();
}

async function anOrder(work: Work): Promise<About> {
  const stored = await rowOf(parkingOrder, idIn(work, 'onlineOrderId', parkingOrder.title), work.db);
  const lot = await rowOf(park, String(stored['parkId']), work.db);
  const values = async (): Promise<Values> => {
    const [order] = await present(parkingOrder, [stored], work.db, work.person, work.lang);
    const shown = { ...(order as Row), ...plateIn(stored, work), lines: stored['lines'] };
    return orderValues(shown, lot, labelIn(order!, 'companyId'), work);
  };
  return { id: stored.id, no: stored['orderNo'], lot, values };
}

/** The ticket of a car that stands inside. One without a plate is known by the code it has in place of one. */
async function anEntry(work: Work): Promise<About> {
  if (!work.permits('stay:read')) throw new Refused('not_permitted', { what: stay.title });
  const stored = await rowOf(stay, idIn(work, 'recordId', stay.title), work.db);
  if (isEmpty(stored['inTime']) || !isEmpty(stored['outTime']))
    throw ruleRefused(text('车辆不在场内，没有入场凭条', 'The car is not inside: there is no entry ticket'));
  const lot = await rowOf(park, String(stored['parkId']), work.db);
  const values = async (): Promise<Values> => {
    const [row] = await present(stay, [stored], work.db, work.person, work.lang);
    const plate = String({ ...row, ...plateIn(stored, work) }['plateNumber'] ?? '');
    const { driverUrl } = await settingsOf(work.db, lot.id);
    const address = driverAddress(driverUrl, work.request.host, 'pay', { parkId: lot.id });
    return {
      values: {
        ...common(lot, labelIn(row!, 'companyId'), work),
        ...ticketValues({ plate, address, isShown: work.permits('stay:unmask') }, work.lang),
        lane: labelIn(row!, 'inGateId'),
        inTime: clockOf(lot, work)(row!['inTime']),
        kind: stayKinds[String(row!['kind']) as keyof typeof stayKinds]?.[work.lang] ?? '',
        notice: String(lot['feeNotice'] ?? ''),
      },
      lists: {},
    };
  };
  return { id: stored.id, no: stored['plateNumber'], lot, values };
}

export const aboutOf = (work: Work, type: SlipType): Promise<About> =>
  type === 'entry' ? anEntry(work) : anOrder(work);
