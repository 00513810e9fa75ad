/** Garage ventilation by carbon monoxide, by the hour, and by hand. Pure: a step from one look to the next. */

/** mg/m³ of tenths of a part per million at 20 °C. */
export const mgOf = (ppmDeci: number): number => (ppmDeci / 10) * (28.01 / 24.055);

export type AirRules = {
  readonly mode: 'auto' | 'timed' | 'on' | 'off';
  readonly startMg: number;
  readonly stopMg: number;
  readonly alarmMg: number;
  readonly minRunS: number;
  readonly minRestS: number;
  /** The least minutes of every hour: carbon monoxide alone ventilates too little for today's cars. */
  readonly minutesPerHour: number;
};

export const fanStates = ['off', 'run', 'alarm', 'fault', 'fire'] as const;
export type FanState = (typeof fanStates)[number];
/** Why the fans do what they do. */
export type AirCause = 'rest' | 'co' | 'owed' | 'hand' | 'alarm' | 'fault' | 'fire';

export type Air = {
  readonly state: FanState;
  readonly cause: AirCause;
  /** Since when the fans run or rest, epoch ms. */
  readonly turnedAt: number;
  readonly running: boolean;
  /** Since when the value is at least the start, at most the stop, at least the alarm; null while it is not. */
  readonly overSince: number | null;
  readonly underSince: number | null;
  readonly alarmSince: number | null;
  /** The last valid report of any sensor. */
  readonly heardAt: number;
  /** The hour counted, and how long fans ran in it, ms. */
  readonly hour: number;
  readonly ranMs: number;
  readonly lookedAt: number;
};

const HOUR = 3_600_000;
const OVER_MS = 30_000;
const UNDER_MS = 120_000;
const ALARM_MS = 60_000;
export const DEAF_MS = 180_000;

export const freshAir = (now: number): Air => ({
  state: 'off',
  cause: 'rest',
  turnedAt: now - HOUR,
  running: false,
  overSince: null,
  underSince: null,
  alarmSince: null,
  heardAt: now,
  hour: Math.floor(now / HOUR),
  ranMs: 0,
  lookedAt: now,
});

const since = (held: number | null, holds: boolean, now: number): number | null => (holds ? (held ?? now) : null);

/** Time run is counted up to now; a new hour begins with what fell into it. */
function counted(air: Air, now: number): Pick<Air, 'hour' | 'ranMs' | 'lookedAt'> {
  const hour = Math.floor(now / HOUR);
  const from = Math.max(air.lookedAt, hour * HOUR);
  const passed = air.running ? Math.max(0, now - from) : 0;
  return { hour, ranMs: (hour === air.hour ? air.ranMs : 0) + passed, lookedAt: now };
}

/** What is still to be run this hour, ms. */
const owedOf = (rules: AirRules, ranMs: number): number => Math.max(0, rules.minutesPerHour * 60_000 - ranMs);

type Wanted = { readonly state: FanState; readonly cause: AirCause };
const REST: Wanted = { state: 'off', cause: 'rest' };

/** Automatic and by the hour: what the fans are to do if neither alarm, fault nor a person says otherwise. */
function byItself(air: Air, rules: AirRules, now: number): Wanted {
  const owed = owedOf(rules, air.ranMs);
  const reads = rules.mode === 'auto';
  if (air.running) {
    const wasOwed = air.cause === 'owed';
    const overRun = now - air.turnedAt >= rules.minRunS * 1_000;
    const low =
      !reads || (air.underSince !== null && now - air.underSince >= UNDER_MS) || (wasOwed && air.overSince === null);
    if (overRun && low && owed === 0) return REST;
    return { state: 'run', cause: reads && !wasOwed ? 'co' : 'owed' };
  }
  const rested = now - air.turnedAt >= rules.minRestS * 1_000;
  if (reads && rested && air.overSince !== null && now - air.overSince >= OVER_MS) return { state: 'run', cause: 'co' };
  const hourLeft = (Math.floor(now / HOUR) + 1) * HOUR - now;
  if (rested && owed > 0 && (!reads || hourLeft <= owed)) return { state: 'run', cause: 'owed' };
  return REST;
}

export type Look = {
  /** The highest valid value of the zone, mg/m³; null where no sensor reported a valid one. */
  readonly mg: number | null;
  readonly fire: boolean;
};

function wantedOf(air: Air, rules: AirRules, { fire }: Look, now: number): Wanted {
  if (fire || air.state === 'fire') return { state: 'fire', cause: 'fire' };
  if (air.alarmSince !== null && now - air.alarmSince >= ALARM_MS) return { state: 'alarm', cause: 'alarm' };
  // An alarm lasts until the value is below the start again.
  if (air.state === 'alarm' && air.overSince !== null) return { state: 'alarm', cause: 'alarm' };
  if (rules.mode === 'on') return { state: 'run', cause: 'hand' };
  if (rules.mode === 'off') return { state: 'off', cause: 'hand' };
  if (rules.mode === 'auto' && now - air.heardAt >= DEAF_MS) return { state: 'fault', cause: 'fault' };
  return byItself(air, rules, now);
}

/** Whether the fans of a state run. With fire the panel owns them: nothing is commanded, they stay as they are. */
const runs = (state: FanState, running: boolean): boolean => (state === 'fire' ? running : state !== 'off');

/** One look at the air. */
export function breathe(before: Air, rules: AirRules, look: Look, now: number): Air {
  const { mg } = look;
  const read = { ...before, ...counted(before, now) };
  const air: Air =
    mg === null
      ? read
      : {
          ...read,
          heardAt: now,
          overSince: since(before.overSince, mg >= rules.startMg, now),
          underSince: since(before.underSince, mg <= rules.stopMg, now),
          alarmSince: since(before.alarmSince, mg >= rules.alarmMg, now),
        };
  const wanted = wantedOf(air, rules, look, now);
  const running = runs(wanted.state, air.running);
  return { ...air, ...wanted, running, turnedAt: running === air.running ? air.turnedAt : now };
}

/** A person lets the automatic have the fans again after a fire. */
export const resetFire = (air: Air, now: number): Air => ({ ...air, state: 'off', cause: 'rest', heardAt: now });
