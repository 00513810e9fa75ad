/** What each kind of board is sent for the texts and announcements of a lane. */
import type { BoardName } from '#areas/device/model/families.ts';
import { isJson } from '#device/adapters/read.ts';
import { boardLines } from '#areas/device/model/led-board.ts';
import { storedFrame, textFrame, voiceFrame } from './zero64.ts';

type Order = { readonly name: string; readonly payload: Readonly<Record<string, unknown>> };

/** Lines are kept for so long; then the board shows what it shows by itself. */
const SHOWN_S = 15;
const MOST_LINES = 4;
const words = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Sums to pay are red, the rest green. */
function zero64({ name, payload }: Order): readonly Buffer[] {
  if (name === 'speak') {
    const voice = voiceFrame(words(payload.zh) || words(payload.en));
    return voice === null ? [] : [voice];
  }
  if (name !== 'show' || !Array.isArray(payload.lines)) return [];
  const colour = typeof payload.dueFen === 'number' && payload.dueFen > 0 ? 'red' : 'green';
  return payload.lines
    .filter(isJson)
    .slice(0, MOST_LINES)
    .map((line, nth) => textFrame(nth + 1, { text: words(line.zh) || words(line.en), colour, seconds: SHOWN_S }));
}

/** Writes all lines that the board has, the blank ones too: what stood there before goes. */
function zero64Stored(order: Order): readonly Buffer[] {
  if (order.name !== 'program') return zero64(order);
  const lines = boardLines(order.payload.pages);
  return Array.from({ length: MOST_LINES }, (_, nth) => storedFrame(nth + 1, lines[nth] ?? null));
}

const kinds: Readonly<Record<BoardName, (order: Order) => readonly Buffer[]>> = { zero64, zero64Stored };

/** Names of the commands that a board carries out. */
const NAMES: Readonly<Record<BoardName, readonly string[]>> = {
  zero64: ['show', 'speak'],
  zero64Stored: ['show', 'speak', 'program'],
};
export const boardCommands = (board: string | null): readonly string[] =>
  board !== null && Object.hasOwn(NAMES, board) ? NAMES[board as BoardName] : [];

/** The frames of an order, in their turn; none where there is no board, or it cannot do it. */
export const boardFrames = (order: Order, board: string | null | undefined): readonly Buffer[] =>
  board && Object.hasOwn(kinds, board) ? kinds[board as BoardName](order) : [];
