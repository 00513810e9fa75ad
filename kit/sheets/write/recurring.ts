/** Answers kept at a time. */
const MOST = 4_096;

/**
 * A function of texts or numbers that caches its results as long as inputs recur; where most inputs come once,
 * remembering costs more than it saves and ends.
 */
export function recurring<Key extends string | number, Answer>(of: (key: Key) => Answer): (key: Key) => Answer {
  const known = new Map<Key, Answer>();
  let [again, ended] = [0, false];
  return (key) => {
    if (ended) return of(key);
    let answer = known.get(key);
    if (answer !== undefined) {
      again += 1;
      return answer;
    }
    answer = of(key);
    if (known.size >= MOST) {
      ended = again < MOST;
      again = 0;
      known.clear();
    }
    known.set(key, answer);
    return answer;
  };
}
