/** One request to the server. `offMs`: difference between this clock and the server's, which has whole seconds only. */
export type Reply = { ms: number; ok: boolean; offMs: number | null };

export type Summary = {
  sent: number;
  failed: number;
  middleMs: number | null;
  worstMs: number | null;
  offSeconds: number | null;
};

const middle = (sorted: readonly number[]): number | null =>
  sorted.length === 0 ? null : sorted[Math.floor((sorted.length - 1) / 2)]!;

/** What twenty replies say together; a clock that is off by less than the server's whole second is right. */
export function summaryOf(replies: readonly Reply[]): Summary {
  const good = replies.filter(({ ok }) => ok);
  const ms = good.map((reply) => reply.ms).sort((a, b) => a - b);
  const off = middle(good.flatMap(({ offMs }) => (offMs === null ? [] : [offMs])).sort((a, b) => a - b));
  return {
    sent: replies.length,
    failed: replies.length - good.length,
    middleMs: middle(ms),
    worstMs: ms.at(-1) ?? null,
    offSeconds: off === null ? null : Math.abs(off) < 1500 ? 0 : Math.round(off / 1000),
  };
}
