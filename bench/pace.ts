/** How many a second, and how long each: one load generator for everything over HTTP. */
import { Agent, request } from 'node:http';

export type Pace = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
};
export type PacedRequest = { readonly url: string; readonly headers?: Readonly<Record<string, string>> };

function once(agent: Agent, { url, headers = {} }: PacedRequest): Promise<number> {
  const from = performance.now();
  return new Promise((then, fail) => {
    request(url, { agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 200
          ? then(performance.now() - from)
          : fail(new Error(`${url} answered ${answer.statusCode}`)),
      );
    })
      .on('error', fail)
      .end();
  });
}

/** @param atOnce askers, each with its own connection, who ask again as soon as they are answered */
export async function pace(
  target: PacedRequest,
  { seconds, atOnce }: { seconds: number; atOnce: number },
): Promise<Pace> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const until = (end: number) =>
    Promise.all(
      Array.from({ length: atOnce }, async () => {
        const took: number[] = [];
        while (performance.now() < end) took.push(await once(agent, target));
        return took;
      }),
    );
  try {
    await until(performance.now() + 1_500);
    const from = performance.now();
    const took = (await until(from + seconds * 1_000)).flat().sort((a, b) => a - b);
    const at = (part: number): number =>
      Math.round(took[Math.min(took.length - 1, Math.floor(took.length * part))]! * 10) / 10;
    return {
      perSecond: Math.round(took.length / ((performance.now() - from) / 1_000)),
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      requests: took.length,
    };
  } finally {
    agent.destroy();
  }
}

/** The middle one by a figure, with the least and the most of it. */
export function middle<T>(
  rounds: readonly T[],
  of: (round: T) => number,
): { round: T; min: number; median: number; max: number } {
  const sorted = rounds.toSorted((a, b) => of(a) - of(b));
  const round = sorted[sorted.length >> 1]!;
  return { round, min: of(sorted[0]!), median: of(round), max: of(sorted.at(-1)!) };
}
