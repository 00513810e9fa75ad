/** What the person at the box does at an exit lane, also when it arrives after the car has gone. Money in fen. */
import type { AttendEvent, Phase } from './types.ts';
import type { Turn } from './turn.ts';
import { explain, open } from './opening.ts';
import { decided, phaseNow, turnAway } from './turn.ts';
import { identify } from './identify.ts';
import { awaitMoney, freshen, pricedByHand, release, settle, subjectOf } from './settle.ts';
import { factId } from './identity.ts';
import { join } from './pairing.ts';

type Standing = Exclude<Phase, { name: 'idle' }>;

const NO_STAY = { stay: null, claims: null, declaredIn: null } as const;

export function attendExit(turn: Turn, event: AttendEvent): void {
  const phase = standingOf(turn, event.passing);
  const { act } = event;
  switch (act.action) {
    case 'pick':
      return phase === null ? pickLate(turn, event) : pick(turn, event, phase);
    case 'declare':
      if (phase !== null && ['no-entry', 'confirm', 'awaiting', 'unpriced'].includes(phase.name)) {
        settle(
          turn,
          phase.vehicle,
          { stay: null, claims: null, declaredIn: act.inAt, reasons: ['no-entry-declared'] },
          nextRound(phase),
        );
      }
      return;
    case 'cash':
      return cash(turn, event, phase);
    case 'release':
    case 'open':
      return letOut(turn, event, phase);
    case 'refuse':
      return refuse(turn, event, phase);
    case 'derate':
    case 'withdraw':
      if (phase?.name === 'awaiting')
        settle(
          turn,
          phase.vehicle,
          {
            ...subjectOf(turn, phase.settling),
            reasons: [event.act.action === 'derate' ? 'derate-given' : 'derate-withdrawn'],
          },
          nextRound(phase),
        );
  }
}

/** The vehicle meant, whether it still stands there or is between the gate and the second loop. */
function standingOf(turn: Turn, passing: number): Standing | null {
  const all = [turn.state.phase, ...turn.state.ahead];
  for (const phase of all) if (phase.name !== 'idle' && phase.vehicle.passings.includes(passing)) return phase;
  return null;
}

/** An order that was never made needs no other in its place. */
export const nextRound = (phase: Standing): number =>
  'settling' in phase ? phase.settling.round + (phase.name === 'unpriced' ? 0 : 1) : 1;

// ---------------------------------------------------------------- pick

function notePick(turn: Turn, event: AttendEvent, read: string, chosen: string, stay: string | null): void {
  turn.facts.push({
    fact: 'picked',
    id: factId(event, 'picked'),
    lane: turn.state.lane,
    passing: event.passing,
    at: event.at,
    read,
    chosen,
    stay,
    by: event.by,
  });
}

function pick(turn: Turn, event: AttendEvent, phase: Standing): void {
  if (event.act.action !== 'pick' || phase.name === 'deducting') return;
  if (phase.name === 'releasing' || phase.name === 'stalled') return pickReleased(turn, event, phase);
  const { stay: wanted, plate } = event.act;
  const { vehicle } = phase;
  if (wanted === null) {
    if (plate === null) return;
    notePick(turn, event, vehicle.plate, plate, null);
    return identify(turn, { ...vehicle, plate });
  }
  const stay = turn.look.stay(wanted);
  notePick(turn, event, vehicle.plate, stay?.plate ?? plate ?? '', wanted);
  const open_ = stay !== null && stay.exit === null && stay.entry !== null && stay.entry.at <= vehicle.at;
  settle(
    turn,
    vehicle,
    {
      stay: open_ ? stay : null,
      claims: stay === null ? wanted : null,
      declaredIn: null,
      reasons: ['stay-picked'],
    },
    nextRound(phase),
  );
}

/**
 * It left as a car without an entry before the person identified it: its passage ends that stay, and the money goes
 * along.
 */
function pickReleased(
  turn: Turn,
  event: AttendEvent,
  phase: Extract<Standing, { name: 'releasing' | 'stalled' }>,
): void {
  if (event.act.action !== 'pick' || event.act.stay === null || phase.settling.stay !== null) return;
  const wanted = event.act.stay;
  const stay = turn.look.stay(wanted);
  notePick(turn, event, phase.vehicle.plate, stay?.plate ?? event.act.plate ?? '', wanted);
  const isOpen = stay !== null && stay.exit === null && stay.entry !== null && stay.entry.at <= phase.vehicle.at;
  const picked = {
    ...phase,
    settling: { ...phase.settling, stay: isOpen ? wanted : null, claims: stay === null ? wanted : null },
  };
  const { state } = turn;
  turn.state =
    state.phase === phase
      ? { ...state, phase: picked }
      : { ...state, ahead: state.ahead.map((it) => (it === phase ? picked : it)) };
}

/** The car has gone: the stay without an entry is joined to the one the person picked, or waits for it. */
function pickLate(turn: Turn, event: AttendEvent): void {
  if (event.act.action !== 'pick' || event.act.stay === null) return;
  const wanted = event.act.stay;
  const finished = turn.look.finished(turn.state.lane, event.passing);
  const own = finished?.stay === undefined || finished.stay === null ? null : turn.look.stay(finished.stay);
  if (own === null) return;
  const stay = turn.look.stay(wanted);
  notePick(turn, event, own.plate, stay?.plate ?? event.act.plate ?? '', wanted);
  if (own.kind !== 'no-entry' || own.state !== 'closed' || own.id === wanted) return;
  if (stay === null) {
    turn.facts.push({
      fact: 'stayChanged',
      stay: own.id,
      at: event.at,
      why: 'late',
      by: event.by,
      before: own,
      after: { ...own, claims: wanted },
    });
  } else if (stay.exit === null && stay.entry !== null && own.exit !== null && stay.entry.at <= own.exit.at) {
    turn.facts.push(...join(stay, own, event.at));
  }
}

// ---------------------------------------------------------------- refuse

/**
 * It goes on standing there as it was, for its driver may still pay; who and why go with its passage when it backs out.
 */
function refuse(turn: Turn, event: AttendEvent, phase: Standing | null): void {
  if (phase === null || phase !== turn.state.phase || 'opening' in phase || phase.name === 'deducting') return;
  const vehicle = turnAway(turn, event, phase.vehicle);
  decided(turn, vehicle, 'refuse', ['turned-away']);
  turn.state = { ...turn.state, phase: { ...phase, vehicle } };
}

// ---------------------------------------------------------------- cash

function takeCash(turn: Turn, event: AttendEvent, order: string, stay: string): void {
  if (event.act.action !== 'cash') return;
  const { amountFen, tenderedFen, drawer } = event.act;
  turn.facts.push({
    fact: 'cash',
    id: factId(event, 'cash'),
    order,
    stay,
    lane: turn.state.lane,
    at: event.at,
    amountFen,
    tenderedFen,
    changeFen: Math.max(0, tenderedFen - amountFen),
    drawer,
    by: event.by,
    offline: false,
  });
}

/** Money for a vehicle that was never billed: an order of 0 takes it, so that it is listed as surplus and not lost. */
function surplusOrder(turn: Turn, event: AttendEvent, stay: string): string {
  const order = factId(event, 'order');
  const quote = {
    order,
    stay,
    pricedAt: event.at,
    validUntil: event.at,
    receivableFen: 0,
    deratedFen: 0,
    dueFen: 0,
    lines: [],
    tariff: null,
  };
  turn.facts.push({ fact: 'quoted', lane: turn.state.lane, passing: event.passing, quote });
  return order;
}

function cash(turn: Turn, event: AttendEvent, phase: Standing | null): void {
  if (event.act.action !== 'cash') return;
  const { amountFen } = event.act;
  if (phase === null) {
    const finished = turn.look.finished(turn.state.lane, event.passing);
    const stay = finished?.stay ?? factId(event, 'stay');
    return takeCash(turn, event, finished?.order ?? surplusOrder(turn, event, stay), stay);
  }
  // A drawer may only take money for a bill: the vehicle without one is settled as it stands first.
  if (!('settling' in phase)) settle(turn, phase.vehicle, { ...NO_STAY, reasons: ['no-entry-minimum'] });
  const now = 'settling' in phase ? phase : phaseNow(turn);
  if (now.name === 'idle' || !('settling' in now)) return;
  const waits = now.name === 'awaiting' || now.name === 'deducting';
  const { settling, dueFen } =
    waits && now === phase
      ? freshen(turn, now, event.at)
      : { settling: now.settling, dueFen: now.settling.quote.dueFen };
  if (settling.quote.unpriced) {
    const byHand = pricedByHand(turn, now.vehicle, settling, amountFen);
    takeCash(turn, event, byHand.order, byHand.quote.stay);
    return release(turn, now.vehicle, byHand, ['priced-by-person', 'paid']);
  }
  takeCash(turn, event, settling.order, settling.quote.stay);
  const after = phaseNow(turn);
  if (!waits || (after.name !== 'awaiting' && after.name !== 'deducting')) return;
  if (dueFen > amountFen) awaitMoney(turn, after.vehicle, settling, ['payment-due'], dueFen - amountFen);
  else release(turn, after.vehicle, settling, ['paid']);
}

// ---------------------------------------------------------------- release

function noteRelease(
  turn: Turn,
  event: AttendEvent,
  stay: string | null,
  order: string | null,
  waivedFen: number,
): string {
  const id = factId(event, 'release');
  const { act } = event;
  const given = act.action === 'release' || act.action === 'open' ? act : { reason: '', picture: null };
  turn.facts.push({
    fact: 'release',
    id,
    lane: turn.state.lane,
    passing: event.passing,
    at: event.at,
    stay,
    order,
    waivedFen,
    reason: given.reason,
    picture: given.picture,
    by: event.by,
  });
  return id;
}

/** Manual release: what is open is waived, with who and why. */
function letOut(turn: Turn, event: AttendEvent, phase: Standing | null): void {
  if (phase === null) return letOutLate(turn, event);
  if (turn.state.phase !== phase) {
    // It is between gate and loop already: only the reason of its opening is still to be known.
    const open_ = 'settling' in phase ? turn.look.outstanding(phase.settling.order) : 0;
    const id = noteRelease(
      turn,
      event,
      'settling' in phase ? phase.settling.stay : null,
      'settling' in phase ? phase.settling.order : null,
      open_,
    );
    explain(turn, factId(event, 'open:1'), { kind: 'manual', id });
    return;
  }
  // Let out before anything was settled: the bill of a vehicle without an entry is made, then waived.
  const before = turn.commands.length;
  if (!('settling' in phase)) settle(turn, phase.vehicle, { ...NO_STAY, reasons: ['no-entry-ask'] });
  turn.commands.splice(before);
  const now = phaseNow(turn);
  if (now.name === 'idle' || !('settling' in now)) return;
  const quoted =
    now === phase && phase.name === 'awaiting'
      ? freshen(turn, phase, event.at)
      : {
          settling: now.settling,
          dueFen:
            now === phase && phase.name !== 'unpriced'
              ? turn.look.outstanding(now.settling.order)
              : now.settling.quote.dueFen,
        };
  const { dueFen } = quoted;
  const settling = quoted.settling.quote.unpriced
    ? pricedByHand(turn, now.vehicle, quoted.settling, 0)
    : quoted.settling;
  const id = noteRelease(turn, event, settling.stay, settling.order, dueFen);
  release(turn, now.vehicle, settling, ['released-by-person'], { kind: 'manual', id });
}

function letOutLate(turn: Turn, event: AttendEvent): void {
  const finished = event.passing === 0 ? null : turn.look.finished(turn.state.lane, event.passing);
  const open_ = finished?.order == null ? 0 : turn.look.outstanding(finished.order);
  const id = noteRelease(turn, event, finished?.stay ?? null, finished?.order ?? null, open_);
  const cause = { kind: 'manual', id } as const;
  // Passing 0 = the empty lane. Of a vehicle that has gone only the reason of its opening is still to be known.
  if (event.passing === 0) open(turn, null, event, cause);
  else explain(turn, factId(event, 'open:1'), cause);
}
