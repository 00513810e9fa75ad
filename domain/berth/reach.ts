/**
 * Which berths of a section news can change. Berths depend on each other where one car was read on both (moves, two
 * berths, a plate read elsewhere), and beside each other (a car over the line).
 */

/** Berths of a section in street order, and what was read there: keys that are alike for texts of one car. */
export type Readings = { readonly order: readonly string[]; readonly cars: ReadonlyMap<string, ReadonlySet<string>> };

export type Reach = {
  /** What follows for these berths may be another than before: neighbours' unread cars among them. */
  readonly changed: ReadonlySet<string>;
  /** These have to be worked out together, so that what follows for the changed ones is what all berths give. */
  readonly needed: ReadonlySet<string>;
};

/** With every berth where a car of theirs was read, and so on. */
function withSameCars(
  berths: Iterable<string>,
  cars: Readings['cars'],
  places: ReadonlyMap<string, string[]>,
): Set<string> {
  const found = new Set(berths);
  for (const berth of found)
    for (const car of cars.get(berth) ?? []) for (const other of places.get(car) ?? []) found.add(other);
  return found;
}

/** With the berths beside them. */
function withNeighbours(berths: ReadonlySet<string>, order: readonly string[]): Set<string> {
  const found = new Set(berths);
  order.forEach((berth, nth) => {
    if (!berths.has(berth)) return;
    for (const beside of [order[nth - 1], order[nth + 1]]) if (beside !== undefined) found.add(beside);
  });
  return found;
}

/** What news of the `touched` berths reaches. */
export function reachOf(touched: Iterable<string>, { order, cars }: Readings): Reach {
  const places = new Map<string, string[]>();
  for (const [berth, keys] of cars) for (const key of keys) places.set(key, [...(places.get(key) ?? []), berth]);
  const changed = withNeighbours(withSameCars(touched, cars, places), order);
  return { changed, needed: withSameCars(withNeighbours(changed, order), cars, places) };
}
