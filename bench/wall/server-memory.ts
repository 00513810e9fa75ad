/**
 * What the server process holds, from its own metrics. It cannot be made to collect, so of the heap the least of a
 * minute counts, which is what was left after one of its collections.
 */
export type ServerMemory = { readonly residentMb: number; readonly heapMb: number };

const EVERY_MS = 3_000;

async function sampled(url: string, token: string): Promise<ServerMemory> {
  const headers = token ? { authorization: `Bearer ${token}` } : undefined;
  const answer = await fetch(new URL('/metrics', url), headers ? { headers } : {});
  if (!answer.ok) throw new Error(`/metrics answers ${answer.status}`);
  const text = await answer.text();
  const of = (name: string): number => {
    const bytes = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
    if (bytes === undefined) throw new Error(`/metrics has no ${name}`);
    return Math.round((Number(bytes) / 1_048_576) * 10) / 10;
  };
  return { residentMb: of('process_resident_memory_bytes'), heapMb: of('nodejs_heap_size_used_bytes') };
}

/** Samples until `stop`; `least` answers the least of each since the last call. */
export function watchServer(url: string, token: string): { least(): Promise<ServerMemory>; stop(): void } {
  let seen: ServerMemory[] = [];
  const timer = setInterval(() => {
    // one that fails under load is left out; `least` reads one itself
    void sampled(url, token).then(
      (memory) => seen.push(memory),
      () => undefined,
    );
  }, EVERY_MS);
  return {
    least: async () => {
      const all = [...seen, await sampled(url, token)];
      seen = [];
      const lowest = (of: (each: ServerMemory) => number): number => Math.min(...all.map(of));
      return { residentMb: lowest(({ residentMb }) => residentMb), heapMb: lowest(({ heapMb }) => heapMb) };
    },
    stop: () => clearInterval(timer),
  };
}
