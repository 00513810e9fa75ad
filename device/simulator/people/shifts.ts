/** The guards of a box: they hand over to each other, count blind, and now and then a note is missing. */
import { DENOMINATIONS } from '#domain/shift/till.ts';
import { openApi } from '../api.ts';
import type { Api } from '../api.ts';
import type { Random } from '../random.ts';
import { FLOAT_FEN, refusedByRule } from './lot.ts';
import type { LotPeople } from './lot.ts';

const base = '/api/gatehouse/shift';
const MISSING_FEN = 1_000;
/** Half of a fee may be less than any coin: it is missing in every drawer. */
const SMALLEST_FEN = DENOMINATIONS.at(-1)!;
/** A car at the box waits to pay: the guard asks again. */
const PAUSE_MS = 300;
const MOST_TRIES = 200;

export type Desk = { readonly url: string; readonly patience: number };

export function piecesOf(fen: number): Record<string, number> {
  const pieces: Record<string, number> = {};
  let left = fen;
  for (const worth of DENOMINATIONS) {
    if (left >= worth) pieces[worth] = Math.floor(left / worth);
    left %= worth;
  }
  return pieces;
}

const at = (desk: Desk, lot: LotPeople, guard: number): Promise<Api> =>
  openApi(desk.url, lot.guards[guard]!.account, lot.guards[guard]!.password, desk.patience);

/** Opens the box with a float. `block`: the part of the day it is for. */
export async function beginShift(desk: Desk, lot: LotPeople, block: number): Promise<void> {
  const api = await at(desk, lot, 0);
  const { shiftId } = await api.post<{ shiftId: string }>(`${base}/open`, { boxId: lot.boxId, floatFen: FLOAT_FEN });
  lot.drawerFen += FLOAT_FEN;
  lot.shift = { id: shiftId, guard: 0, block };
}

async function startHandover(api: Api, shiftId: string): Promise<boolean> {
  for (let turn = 0; turn < MOST_TRIES; turn += 1) {
    try {
      await api.post(`${base}/handover`, { shiftId });
      return true;
    } catch (error) {
      if (!refusedByRule(error)) throw error;
      await new Promise((then) => {
        setTimeout(then, PAUSE_MS);
      });
    }
  }
  return false;
}

/** Hands over to the other guard; without a `block` the box closes. Answers whether it came to it. */
export async function endShift(desk: Desk, lot: LotPeople, block: number | null, random: Random): Promise<boolean> {
  const { id: shiftId, guard } = lot.shift!;
  const api = await at(desk, lot, guard);
  if (!(await startHandover(api, shiftId))) return false;
  const there = lot.drawerFen;
  const missing = (random.chance(0.1) && there > MISSING_FEN ? MISSING_FEN : 0) + (there % SMALLEST_FEN);
  const counted = there - missing;
  const keepFen = block === null ? 0 : Math.min(FLOAT_FEN, counted);
  await api.post(`${base}/count`, { shiftId, pieces: piecesOf(counted), keepFen });
  const other = (guard + 1) % lot.guards.length;
  await api.post(`${base}/confirm`, { shiftId, ...lot.guards[other]!, takeOver: block !== null });
  lot.drawerFen -= there - keepFen;
  lot.tally.shifts += 1;
  lot.tally.shortFen += missing;
  const { shift } = await api.get<{ shift: { id: string } | null }>(`${base}/now`, { boxId: lot.boxId });
  lot.shift = block === null ? null : { id: shift!.id, guard: other, block };
  return true;
}
