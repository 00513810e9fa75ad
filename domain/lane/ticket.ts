/** Entry tickets: what is printed for a car that is let in, and what one held up at an exit finds. */
import type { Command, Grant, Phase, ScanEvent, Vehicle } from './types.ts';
import type { Turn } from './turn.ts';
import { nextRound } from './attend-exit.ts';
import { factId } from './identity.ts';
import { openAt } from './pairing.ts';
import { settle } from './settle.ts';
import { command, lastPassing } from './turn.ts';
import { say } from './words.ts';
import { isNoPlateCode } from '../plate/plate.ts';

/** Of one entry there is one ticket, however often the car is read or let in. */
export const ticketOf = (turn: Turn, { ref, at }: Vehicle, { plate, kind }: Grant): Command => ({
  command: 'ticket',
  lane: turn.state.lane,
  commandId: factId(ref, 'ticket'),
  stay: factId(ref, 'stay'),
  plate,
  kind,
  at,
});

/**
 * The entry ticket of a car whose stay was not found. One of a car whose plate was read at the entry counts only for
 * that plate, or where the exit reads none: otherwise a later ticket would pay for an earlier car.
 */
export function onTicket(turn: Turn, event: ScanEvent, phase: Exclude<Phase, { name: 'idle' }>, ticket: string): void {
  const { vehicle } = phase;
  const open = phase.name === 'confirm' || phase.name === 'no-entry' || phase.name === 'unpriced';
  if (!open && phase.name !== 'awaiting') return;
  if ('settling' in phase && phase.settling.stay !== null) return;
  const fits = isNoPlateCode(ticket) || vehicle.plate === '' || vehicle.plate === ticket;
  const stay = fits ? openAt(turn.look.stays(ticket), vehicle.at) : null;
  if (stay === null) {
    const { lane } = turn.state;
    return command(
      turn,
      vehicle,
      { command: 'show', lane, lines: [say.plate(vehicle.plate), say.ticketUnknown] },
      { command: 'speak', lane, words: say.ticketUnknown },
    );
  }
  turn.facts.push({
    fact: 'picked',
    id: factId(event, 'picked'),
    lane: turn.state.lane,
    passing: lastPassing(vehicle),
    at: event.at,
    read: vehicle.plate,
    chosen: stay.plate,
    stay: stay.id,
    by: 'ticket',
  });
  settle(turn, vehicle, { stay, claims: null, declaredIn: null, reasons: ['ticket-shown'] }, nextRound(phase));
}
