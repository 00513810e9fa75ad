/**
 * A lane between areas of one lot: idle -> (granted | refused) -> passed. It opens for whoever is inside already,
 * changes neither count nor time of a stay, and notes the area the car is in from then on.
 */
import type {
  AttendEvent,
  Grant,
  LaneEvent,
  LaneState,
  PassedEvent,
  Phase,
  PlateEvent,
  Stay,
  Step,
  Vehicle,
} from './types.ts';
import type { Lookup } from './lookup.ts';
import type { Turn } from './turn.ts';
import { expireOpening, explain, leftClosed, onGate, onRemote, open } from './opening.ts';
import {
  IDLE,
  begin,
  decided,
  end,
  except,
  go,
  attendTurn,
  attendEarly,
  isRepeat,
  keepReading,
  lastPassing,
  lost,
  merged,
  passage,
  passedUnread,
  readAfterAll,
  takePassed,
  command,
  vehicleFrom,
  vehicleOf,
} from './turn.ts';
import { factId } from './identity.ts';
import { changed, openAt } from './pairing.ts';
import { say } from './words.ts';

/** One event at a lane between areas. Pure; facts are in the order they have to be applied. */
export function stepInner(state: LaneState, event: LaneEvent, look: Lookup): Step {
  const turn = begin(state, event, look);
  if (event.kind !== 'attend' && event.kind !== 'coded' && event.kind !== 'remote') expireOpening(turn, event.at);
  switch (event.kind) {
    case 'plate':
      onPlate(turn, event);
      break;
    case 'passed':
      onPassed(turn, event);
      break;
    case 'gone':
      turnedAway(turn, takePassed(turn, event.passing));
      break;
    case 'gate':
      onGate(turn, event);
      break;
    case 'attend':
      attendTurn(turn, event, attend);
      break;
    case 'remote':
      onRemote(turn, event);
      break;
    case 'coded':
    case 'scan':
    case 'paid':
    case 'deducted':
    case 'tick':
      break;
  }
  return end(turn);
}

function onPlate(turn: Turn, event: PlateEvent): void {
  const { phase } = turn.state;
  const standing = vehicleOf(phase);
  const repeated = phase.name !== 'idle' && isRepeat(turn, standing, event);
  if (!repeated) {
    if (phase.name === 'granted')
      turn.state = { ...turn.state, phase: IDLE, ahead: [...turn.state.ahead, phase].slice(-MOST_AHEAD) };
    else lost(turn, phase, turnedAway);
  }
  keepReading(turn, event, repeated ? standing : null);
  turn.state = { ...turn.state, passing: Math.max(turn.state.passing, event.passing) };
  if (repeated) go(turn, { ...phase, vehicle: merged(standing!, event) });
  else decide(turn, vehicleFrom(turn, event));
  attendEarly(turn, attend);
}

/** Vehicles let through whose passage is still to come; nothing more is reported of one further ahead. */
const MOST_AHEAD = 2;

function turnedAway(turn: Turn, phase: Phase): void {
  if (phase.name === 'idle') return;
  leftClosed(turn, phase);
  passage(turn, phase.name === 'refused' ? 'refused' : 'aborted', phase.vehicle, {});
}

/** The stay of the car that stands here: its own, else the only similar one where the lot lets machines decide. */
function stayHere({ look }: Turn, { plate, at }: Vehicle): Stay | null {
  if (plate === '') return null;
  const own = openAt(look.stays(plate), at);
  if (own !== null || !look.settings.autoAcceptFuzzy) return own;
  const { candidates, unambiguous } = look.similar(plate, at);
  return unambiguous && candidates[0] !== undefined ? look.stay(candidates[0].stay) : null;
}

function grantOf(stay: Stay | null, vehicle: Vehicle): Grant {
  const cause = { kind: 'stay', id: stay?.id ?? factId(vehicle.ref, 'stay') } as const;
  return {
    kind: stay?.kind ?? 'temp',
    plate: stay?.plate ?? vehicle.plate,
    reasons: [stay === null ? 'inside-unknown' : 'inside-moves'],
    pass: stay?.pass ?? null,
    booking: null,
    cause,
  };
}

/**
 * Who is inside may go on: a car that is not on record is in the lot all the same, and its area is not known to change.
 */
function decide(turn: Turn, vehicle: Vehicle): void {
  const { look, state } = turn;
  const stay = stayHere(turn, vehicle);
  const grant = grantOf(stay, vehicle);
  const barred = look.laneBar(state.lane, grant.kind, stay !== null && stay.kind !== 'temp', vehicle.at);
  if (vehicle.offline?.opened ?? barred === null) {
    decided(turn, vehicle, 'open', vehicle.offline ? ['decided-offline', ...grant.reasons] : grant.reasons);
    go(turn, { name: 'granted', vehicle, grant, opening: open(turn, vehicle, vehicle.ref, grant.cause) });
    return command(turn, vehicle, { command: 'show', lane: state.lane, lines: [say.plate(grant.plate)] });
  }
  const reasons = [barred ?? 'decided-offline'] as const;
  decided(turn, vehicle, 'refuse', reasons);
  go(turn, { name: 'refused', vehicle, reasons });
  command(
    turn,
    vehicle,
    { command: 'show', lane: state.lane, lines: [say.plate(vehicle.plate), say.reason(reasons[0])] },
    {
      command: 'ask',
      lane: state.lane,
      passing: lastPassing(vehicle),
      read: vehicle.plate,
      picture: vehicle.picture,
      why: reasons[0],
      candidates: [],
    },
  );
}

function onPassed(turn: Turn, event: PassedEvent): void {
  const phase = takePassed(turn, event.passing);
  const cause = turn.state.upCause;
  if (phase.name === 'idle') {
    passedUnread(turn, event, null);
    passage(turn, 'moved', null, { cause, passing: event.passing, picture: event.picture });
  } else {
    if (phase.name !== 'granted' && (cause === null || cause.kind === 'unknown'))
      except(turn, 'E-FORCED', { plate: phase.vehicle.plate });
    const stay = moved(
      turn,
      phase.vehicle,
      phase.name === 'granted'
        ? phase.grant
        : { ...grantOf(stayHere(turn, phase.vehicle), phase.vehicle), ...(cause === null ? {} : { cause }) },
    );
    if (stay !== null) readAfterAll(turn, event.passing, phase.vehicle, stay);
  }
  for (let extra = 1; extra < event.count; extra += 1) {
    except(turn, 'E-TAIL', {});
    passage(turn, 'moved', null, { cause, passing: event.passing, extra, picture: event.picture });
  }
  attendEarly(turn, attend);
}

/**
 * The car is in another area from its reading on. Of a stay that has ended the bill is made: nothing of it changes any
 * more. Answers the stay, where it is known.
 */
function moved(turn: Turn, vehicle: Vehicle, grant: Grant): string | null {
  const { look, state, event } = turn;
  const stay = grant.plate === '' ? null : openAt(look.stays(grant.plate), vehicle.at);
  passage(turn, 'moved', vehicle, { stay: stay?.id ?? null, cause: grant.cause, plate: grant.plate });
  const lane = look.inner(state.lane);
  if (stay === null || lane === null) return stay?.id ?? null;
  const area = state.direction === 'entry' ? lane.into : lane.around;
  const moves = [...(stay.moves ?? []), { at: vehicle.at, area }].sort((a, b) => a.at - b.at);
  turn.facts.push(changed(stay, { ...stay, moves }, 'moved', event.at));
  return stay.id;
}

// ---------------------------------------------------------------- the box

function attend(turn: Turn, event: AttendEvent): void {
  const { phase } = turn.state;
  const here = phase.name !== 'idle' && phase.vehicle.passings.includes(event.passing) ? phase : null;
  const { act } = event;
  if (act.action === 'open' || act.action === 'release') return opened(turn, event, act, here);
  if (act.action !== 'pick' || act.plate === null || here === null) return;
  turn.facts.push({
    fact: 'picked',
    id: factId(event, 'picked'),
    lane: turn.state.lane,
    passing: event.passing,
    at: event.at,
    read: here.vehicle.plate,
    chosen: act.plate,
    stay: null,
    by: event.by,
  });
  const vehicle = { ...here.vehicle, plate: act.plate };
  if (here.name === 'granted')
    go(turn, { ...here, vehicle, grant: { ...grantOf(stayHere(turn, vehicle), vehicle), cause: here.grant.cause } });
  else decide(turn, vehicle);
}

function opened(
  turn: Turn,
  event: AttendEvent,
  { reason, picture }: { reason: string; picture: string | null },
  here: Exclude<Phase, { name: 'idle' }> | null,
): void {
  const id = factId(event, 'release');
  const cause = { kind: 'manual', id } as const;
  turn.facts.push({
    fact: 'release',
    id,
    lane: turn.state.lane,
    passing: event.passing,
    at: event.at,
    stay: null,
    order: null,
    waivedFen: 0,
    reason,
    picture,
    by: event.by,
  });
  if (here === null && event.passing !== 0) return void explain(turn, factId(event, 'open:1'), cause); // it has gone: only why the barrier rose is still to be known
  const opening = open(turn, here?.vehicle ?? null, event, cause);
  if (here === null) return;
  const grant: Grant = { ...grantOf(stayHere(turn, here.vehicle), here.vehicle), cause };
  decided(turn, here.vehicle, 'open', ['let-in-by-person', ...grant.reasons]);
  go(turn, { name: 'granted', vehicle: here.vehicle, grant, opening });
}
