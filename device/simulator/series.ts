/** The two tables a simulation starts from. Times are instants, epoch ms. */
export type ParkRow = { readonly park: string; readonly name: string; readonly city: string; readonly capacity: number };
export type Sample = { readonly time: number; readonly free: number };

const cells = (line: string): string[] => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? '').trim());

function rows(csv: string, columns: readonly string[]): string[][] {
  const [head, ...lines] = csv.replace(/^\uFEFF/, '').split(/\r?\n/).filter((line) => line.trim() !== '').map(cells);
  const places = columns.map((name) => (head ?? []).indexOf(name));
  const missing = columns.filter((_, nth) => places[nth] === -1);
  if (missing.length > 0) throw new Error(`the table has no column ${missing.join(', ')}`);
  return lines.map((line) => places.map((place) => line[place] ?? ''));
}

/** `park,name,city,capacity` */
export const readParks = (csv: string): ParkRow[] => rows(csv, ['park', 'name', 'city', 'capacity']).map(([park, name, city, capacity]) => {
  if (!park || !/^\d+$/.test(capacity!)) throw new Error(`not a lot: ${park},${name},${city},${capacity}`);
  return { park, name: name || park, city: city!, capacity: Number(capacity) };
});

/** `time,park,free`: samples by lot, in order of time; of two at one instant the later line. */
export function readOccupancy(csv: string, from = -Infinity, to = Infinity): Map<string, Sample[]> {
  const byPark = new Map<string, Map<number, number>>();
  for (const [spoken, park, free] of rows(csv, ['time', 'park', 'free'])) {
    const time = Date.parse(spoken!);
    if (Number.isNaN(time) || !/^-?\d+$/.test(free!)) throw new Error(`not a sample: ${spoken},${park},${free}`);
    if (time < from || time > to) continue;
    if (!byPark.has(park!)) byPark.set(park!, new Map());
    byPark.get(park!)!.set(time, Number(free));
  }
  return new Map([...byPark].map(([park, samples]) => [park, [...samples].map(([time, free]) => ({ time, free })).sort((a, b) => a.time - b.time)]));
}
