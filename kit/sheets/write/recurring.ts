/** Answers kept at a time. */
const MOST = 4_096;

/**
 * A function of texts or numbers that remembers its answers as long as the same are asked again; where most are asked once,
 * remembering costs more than it saves and ends.
 */
export function recurring<Asked extends string | number, Answer>(
  of: (asked: Asked) => Answer,
): (asked: Asked) => Answer {
  const known = new Map<Asked, Answer>();
  let [again, ended] = [0, false];
  return (asked) => {
    if (ended) return of(asked);
    let answer = known.get(asked);
    if (answer !== undefined) {
      again += 1;
      return answer;
    }
    answer = of(asked);
    if (known.size >= MOST) {
      ended = again < MOST;
      again = 0;
      known.clear();
    }
    known.set(asked, answer);
    return answer;
  };
}
