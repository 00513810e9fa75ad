/**
 * The clock of this process, set forward or back while it works. What is timed by `performance.now()` does not notice,
 * as on a real machine.
 */
const Real = Date;

/** @param ms how far `Date` is from the true time from now on; 0 sets it right */
export function setClock(ms: number): void {
  if (ms === 0) {
    globalThis.Date = Real;
    return;
  }
  globalThis.Date = class Shifted extends Real {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [Real.now() + ms] : given) as [number]));
    }
    static override now(): number {
      return Real.now() + ms;
    }
    static override [Symbol.hasInstance](value: unknown): boolean {
      return Function.prototype[Symbol.hasInstance].call(Real, value);
    }
  } as DateConstructor;
}
