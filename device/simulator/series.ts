/** The two tables a simulation starts from. Times are instants, epoch ms. */
export type ParkRow = {
  readonly park: string;
  readonly name: string;
  readonly city: string;
  readonly capacity: number;
};
export type Sample = { readonly time: number; readonly free: number };

const cells = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  );

function rows(csv: string, columns: readonly string[]): string[][] {
  const [head, ...lines] = csv
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(cells);
  const places = columns.map((name) => (head ?? []).indexOf(name));
  const missing = columns.filter((_, nth) => places[nth] === -1);
  if (missing.length > 0) throw new Error(`the table has no column ${missing.join(', ')}`);
  return lines.map((line) => places.map((place) => line[place] ?? ''));
}

/** `park,name,city,capacity` */
export const readParks = (csv: string): ParkRow[] =>
  rows(csv, ['park', 'name', 'city', 'capacity']).map(([park, name, city, capacity]) => {
    if (!park || !/^\d+$/.test(capacity!)) throw new Error(`not a lot: ${park},${name},${city},${capacity}`);
    return { park, name: name || park, city: city!, capacity: Number(capacity) };
  });

const WEEK = 7 * 86_400_000;

/** The series again and again, each time as many whole weeks later as it is long: Mondays follow Sundays. */
function repeated(samples: readonly Sample[], times: number, first: number, last: number): Sample[] {
  const step = Math.ceil((last - first + 1) / WEEK) * WEEK;
  return Array.from({ length: times }, (_, nth) =>
    samples.map(({ time, free }) => ({ time: time + nth * step, free })),
  ).flat();
}

/**
 * `time,park,free`: samples by lot, in order of time; of two at one instant the later line.
 * @param repeat how often the whole table is played, one after the other
 */
export function readOccupancy(csv: string, from = -Infinity, to = Infinity, repeat = 1): Map<string, Sample[]> {
  const byPark = new Map<string, Map<number, number>>();
  for (const [spoken, park, free] of rows(csv, ['time', 'park', 'free'])) {
    const time = Date.parse(spoken!);
    if (Number.isNaN(time) || !/^-?\d+$/.test(free!)) throw new Error(`not a sample: ${spoken},${park},${free}`);
    if (!byPark.has(park!)) byPark.set(park!, new Map());
    byPark.get(park!)!.set(time, Number(free));
  }
  const times = [...byPark.values()].flatMap((samples) => [...samples.keys()]);
  const [first, last] = [
    times.reduce((a, b) => Math.min(a, b), Infinity),
    times.reduce((a, b) => Math.max(a, b), -Infinity),
  ];
  const ordered = (samples: ReadonlyMap<number, number>): Sample[] =>
    [...samples].map(([time, free]) => ({ time, free })).sort((a, b) => a.time - b.time);
  const series = [...byPark].map(([park, samples]): [string, Sample[]] => [
    park,
    repeated(ordered(samples), repeat, first, last).filter(({ time }) => time >= from && time <= to),
  ]);
  return new Map(series.filter(([, samples]) => samples.length > 0));
}
