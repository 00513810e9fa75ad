/**
 * The clock of this process, set forward or back while it works. What is timed by `performance.now()` does not notice,
 * as on a real machine.
 */
const Real = Date;
let ahead = 0;

/** One for all times it is set to: what was compiled for it stays. */
const Shifted = class extends Real {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [Real.now() + ahead] : given) as [number]));
  }
  static override now(): number {
    return Real.now() + ahead;
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Function.prototype[Symbol.hasInstance].call(Real, value);
  }
} as DateConstructor;

/** @param ms how far `Date` is from the true time from now on; 0 sets it right */
export function setClock(ms: number): void {
  ahead = ms;
  globalThis.Date = ms === 0 ? Real : Shifted;
}
