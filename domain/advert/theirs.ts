/**
 * What an advert network says of a day held against what was counted here. They never agree to the view: what is within
 * a bound is left, what is beyond needs a reason. Money in fen.
 */
import type { Fen } from '../money/fen.ts';

export type Figures = { readonly views: number; readonly fen: Fen };
/** `beyond`: in views or in money. */
export type Verdict = 'equal' | 'within' | 'beyond';
export type Compared = {
  /** Theirs less ours. */
  readonly viewsOff: number;
  readonly fenOff: Fen;
  readonly verdict: Verdict;
};

/** `boundBp`: the part of the larger figure, 1/100 per cent, by which the two may differ. */
const isWithin = (a: number, b: number, boundBp: number): boolean =>
  Math.abs(a - b) * 10_000 <= Math.max(Math.abs(a), Math.abs(b)) * boundBp;

export function compareFigures(ours: Figures, theirs: Figures, boundBp: number): Compared {
  const viewsOff = theirs.views - ours.views;
  const fenOff = theirs.fen - ours.fen;
  const isClose = isWithin(ours.views, theirs.views, boundBp) && isWithin(ours.fen, theirs.fen, boundBp);
  return { viewsOff, fenOff, verdict: viewsOff === 0 && fenOff === 0 ? 'equal' : isClose ? 'within' : 'beyond' };
}

/** The difference a reason was written for; it explains no other. */
export type Explained = {
  readonly reason: string | null;
  readonly viewsOff: number | null;
  readonly fenOff: Fen | null;
};

export type Standing = Verdict | 'explained';

/** How a day stands: one beyond the bound is explained as long as its difference is the one a reason was written for. */
export const standingOf = ({ viewsOff, fenOff, verdict }: Compared, given: Explained): Standing =>
  verdict === 'beyond' && given.reason && given.viewsOff === viewsOff && given.fenOff === fenOff
    ? 'explained'
    : verdict;
