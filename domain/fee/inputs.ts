/** The inputs a rule needs besides a stay's times, so that a form prompts for no more than those. */
import type { Condition, FreeTime, Gift, Meter, Scheme, Step, Tariff } from './form.ts';
import type { FeeRule } from './types.ts';
import { startOf, tookFrom } from './events.ts';

/** A value known by name: its choices where the rule names them, a number otherwise. */
export type InputValue = { readonly name: string; readonly choices: readonly string[]; readonly number: boolean };
export type FeeInputs = {
  readonly vehicles: readonly string[];
  readonly values: readonly InputValue[];
  readonly events: readonly string[];
  readonly areas: readonly string[];
  /** Whether earlier visits of the plate count. */ readonly earlier: boolean;
};

/** Known from the stay's times, not from a person. */
const BY_TIME: ReadonlySet<string> = new Set(['season', 'day', 'nth']);

class InputCollector {
  readonly vehicles = new Set<string>();
  readonly values = new Map<string, { choices: Set<string>; number: boolean }>();
  readonly events = new Set<string>();
  readonly areas = new Set<string>();
  earlier = false;

  #value(name: string, choices: readonly (string | number)[], number = false): void {
    const event = tookFrom(name);
    if (event !== null) return void this.#event(event);
    const held = this.values.get(name) ?? { choices: new Set<string>(), number: false };
    for (const each of choices) held.choices.add(String(each));
    this.values.set(name, { choices: held.choices, number: held.number || number });
  }

  /** An event, and the one that begins what it ends. */
  #event(name: string): void {
    for (const event of [startOf(name), name]) if (event !== null) this.events.add(event);
  }

  #free(free: FreeTime | undefined): void {
    this.chosen(free?.minutes);
    this.gifts(free?.gifts);
    if (free?.once !== undefined) this.earlier = true;
  }

  /** An amount, minutes or a factor, and whatever it depends on. */
  chosen(chosen: unknown): void {
    if (typeof chosen !== 'object' || chosen === null || Array.isArray(chosen)) return;
    const {
      by,
      of,
      else: otherwise,
      value,
    } = chosen as { by?: string; of?: Record<string, unknown>; else?: unknown; value?: string };
    if (value !== undefined) this.#value(value, [], true);
    if (by === undefined || of === undefined) return;
    if (by === 'vehicle') for (const vehicle of Object.keys(of)) this.vehicles.add(vehicle);
    else if (!BY_TIME.has(by)) this.#value(by, Object.keys(of));
    for (const each of [...Object.values(of), otherwise]) this.chosen(each);
  }

  conditions(when: readonly Condition[] = []): void {
    for (const { vehicle = [], value, is, atLeast, earlier } of when) {
      if (earlier) this.earlier = true;
      for (const each of vehicle) this.vehicles.add(each);
      if (value !== undefined) this.#value(value, is ?? [], atLeast !== undefined);
    }
  }

  gifts(gifts: readonly Gift[] = []): void {
    for (const { value } of gifts) this.#value(value, [], true);
  }

  meter({ windows = [], free, ladder }: Meter): void {
    for (const { area } of windows) if (area !== undefined) this.areas.add(area);
    this.#free(free);
    for (const { fen } of ladder) this.chosen(fen);
  }

  step(step: Step): void {
    if ('cap' in step) {
      this.chosen(step.cap);
      if (step.visits) this.earlier = true;
    } else if ('complete' in step) this.chosen(step.complete);
    else if ('less' in step) {
      if ('paid' in step.less) this.earlier = true;
    } else if ('times' in step) this.chosen(step.times);
    else if ('atLeast' in step) this.chosen(step.atLeast);
    else if ('plus' in step) this.chosen(step.plus);
    if ('when' in step) this.conditions(step.when);
  }

  scheme({ when, startsAt, free, meters, after = [] }: Scheme): void {
    this.conditions(when);
    if (startsAt !== undefined) this.#event(startsAt);
    this.#free(free);
    meters.forEach((meter) => this.meter(meter));
    after.forEach((step) => this.step(step));
  }
}

/** Names in the order the rule first mentions them; a simple rule needs none. */
export function inputsOf(rule: FeeRule): FeeInputs {
  const inputs = new InputCollector();
  const tariff: Pick<Tariff, 'entryArea' | 'schemes'> = rule.form === 2 ? rule : { schemes: [] };
  if (tariff.entryArea !== undefined) inputs.areas.add(tariff.entryArea);
  tariff.schemes.forEach((scheme) => inputs.scheme(scheme));
  const values = [...inputs.values].map(([name, { choices, number }]): InputValue => ({
    name,
    choices: [...choices],
    number: number && choices.size === 0,
  }));
  return {
    vehicles: [...inputs.vehicles],
    values,
    events: [...inputs.events],
    areas: [...inputs.areas],
    earlier: inputs.earlier,
  };
}
