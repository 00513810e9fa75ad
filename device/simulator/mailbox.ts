/** What one waits for and another brings; what comes early is kept. */
export class Mailbox<T> {
  #waiting: T[] = [];
  #wake: ((item: T | null) => void) | null = null;

  put(item: T): void {
    const wake = this.#wake;
    this.#wake = null;
    if (wake) wake(item);
    else this.#waiting.push(item);
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The next item, or null when none came in time. One waits at a time. */
  next(ms: number): Promise<T | null> {
    const first = this.#waiting.shift();
    if (first !== undefined) return Promise.resolve(first);
    return new Promise((then) => {
      const timer = setTimeout(() => {
        this.#wake = null;
        then(null);
      }, ms);
      this.#wake = (item) => {
        clearTimeout(timer);
        then(item);
      };
    });
  }
}
