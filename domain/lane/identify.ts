/** Which stay a car at the exit ends: found, matched by rule, picked by a person, or none. */
import type { Candidate } from './lookup.ts';
import type { Stay, Vehicle } from './types.ts';
import type { Turn } from './turn.ts';
import { decided, go, lastPassing, command } from './turn.ts';
import { freeWithoutEntry } from './decide.ts';
import { factId } from './identity.ts';
import { openAt } from './pairing.ts';
import { settle } from './settle.ts';
import { say } from './words.ts';

/**
 * A listed car without an entry came in as the only similar stay: its plate was read wrongly, and it costs what its
 * list says. Where several are similar it is let out immediately, and a person may say afterwards which it was.
 */
function letOutListed(turn: Turn, vehicle: Vehicle): void {
  const { candidates, unambiguous } = turn.look.similar(vehicle.plate, vehicle.at);
  const stay = unambiguous && candidates[0] ? turn.look.stay(candidates[0].stay) : null;
  if (stay !== null && !freeWithoutEntry(turn.look, stay.plate, stay.colour, turn.state.lane, vehicle.at))
    return pickedByRule(turn, vehicle, stay);
  settle(turn, vehicle, { stay: null, claims: null, declaredIn: null, reasons: ['no-entry-free'] });
  if (candidates.length > 0) askWhich(turn, vehicle, candidates);
}

function askWhich(turn: Turn, vehicle: Vehicle, candidates: readonly Candidate[]): void {
  command(turn, vehicle, {
    command: 'ask',
    lane: turn.state.lane,
    passing: lastPassing(vehicle),
    read: vehicle.plate,
    picture: vehicle.picture,
    why: 'fuzzy-ask',
    candidates,
  });
}

function pickedByRule(turn: Turn, vehicle: Vehicle, stay: Stay): void {
  turn.facts.push({
    fact: 'picked',
    id: factId(vehicle.ref, 'picked'),
    lane: turn.state.lane,
    passing: lastPassing(vehicle),
    at: vehicle.at,
    read: vehicle.plate,
    chosen: stay.plate,
    stay: stay.id,
    by: 'rule',
  });
  settle(turn, vehicle, { stay, claims: null, declaredIn: null, reasons: ['fuzzy-accepted'] });
}

/** Which stay does this car end? Its own, else a similar one, else none; a listed car waits for nobody. */
export function identify(turn: Turn, vehicle: Vehicle): void {
  const { look, state } = turn;
  const found = vehicle.plate === '' ? null : openAt(look.stays(vehicle.plate), vehicle.at);
  if (found !== null)
    return settle(turn, vehicle, { stay: found, claims: null, declaredIn: null, reasons: ['stay-found'] });
  if (freeWithoutEntry(look, vehicle.plate, vehicle.colour, state.lane, vehicle.at)) return letOutListed(turn, vehicle);
  const { candidates, unambiguous } = look.similar(vehicle.plate, vehicle.at);
  const first = unambiguous && vehicle.plate !== '' && look.settings.autoAcceptFuzzy ? candidates[0] : undefined;
  const stay = first === undefined ? null : look.stay(first.stay);
  if (stay !== null) return pickedByRule(turn, vehicle, stay);
  // A lane that was cut off has acted already: nobody is there to confirm.
  if (candidates.length === 0 || vehicle.offline !== null) return withoutStay(turn, vehicle);
  decided(turn, vehicle, 'ask', ['fuzzy-ask']);
  go(turn, { name: 'confirm', vehicle, candidates });
  command(turn, vehicle, { command: 'show', lane: state.lane, lines: [say.waitForGuard] });
  askWhich(turn, vehicle, candidates);
}

/** No entry on record: what the lot's rule says. */
function withoutStay(turn: Turn, vehicle: Vehicle): void {
  const { look, state } = turn;
  const rule = look.settings.noEntryRule;
  if (rule !== 'declared' || vehicle.offline !== null) {
    const reasons = [rule === 'release' ? 'no-entry-released' : 'no-entry-minimum'] as const;
    return settle(turn, vehicle, { stay: null, claims: null, declaredIn: null, reasons });
  }
  decided(turn, vehicle, 'ask', ['no-entry-ask']);
  go(turn, { name: 'no-entry', vehicle });
  command(
    turn,
    vehicle,
    { command: 'show', lane: state.lane, lines: [say.waitForGuard] },
    {
      command: 'ask',
      lane: state.lane,
      passing: lastPassing(vehicle),
      read: vehicle.plate,
      picture: vehicle.picture,
      why: 'no-entry-ask',
      candidates: [],
    },
  );
}
