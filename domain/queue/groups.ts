/** Groups of seats: where a call rings first, and where it goes on to while nobody takes it. Times are epoch ms. */

export type SeatGroup = {
  readonly id: string;
  /** Car parks whose calls come to it first; a car park is in one group at most. */
  readonly lots: readonly string[];
  /** The group a call goes on to, and how long it waits here before. */
  readonly overflowTo: string | null;
  readonly overflowMs: number;
};

/** The groups a waiting call has come to, its own first; none where its car park is in no group: any seat takes it. */
export type Reach = {
  readonly reached: readonly string[];
  /** When it came to the last of them. */
  readonly reachedAt: number;
};

type Waiting = Reach & { readonly lot: string; readonly waitingFrom: number };
type Groups = ReadonlyMap<string, SeatGroup>;

/** From the beginning where it came to none yet, or where the last of them is there no more. */
function begun({ lot, waitingFrom, reached, reachedAt }: Waiting, groups: Groups): Reach {
  if (reached.length > 0 && groups.has(reached.at(-1)!)) return { reached, reachedAt };
  const own = [...groups.values()].find(({ lots }) => lots.includes(lot));
  return { reached: own ? [own.id] : [], reachedAt: waitingFrom };
}

/**
 * Where a call has come to by `now`: on to the next group once it waited long enough, and at once where nobody of those
 * it came to is on duty. It comes to no group twice.
 */
export function reachOf(call: Waiting, groups: Groups, now: number, isOnDuty: (group: string) => boolean): Reach {
  const from = begun(call, groups);
  const reached = [...from.reached];
  let { reachedAt } = from;
  for (;;) {
    const last = groups.get(reached.at(-1) ?? '');
    const next = groups.get(last?.overflowTo ?? '');
    if (!last || !next || reached.includes(next.id)) return { reached, reachedAt };
    const isDue = now - reachedAt >= last.overflowMs;
    if (!isDue && reached.some(isOnDuty)) return { reached, reachedAt };
    reachedAt = isDue ? reachedAt + last.overflowMs : now;
    reached.push(next.id);
  }
}
