/** How much is played at doors, visitors, guidance and help; all of it by one seed. */
export type Sizes = {
  readonly people: number;
  readonly doors: number;
  /** Doors that everybody has a right at, each with a terminal that is sent everybody. */
  readonly rights: number;
  /** People on the one terminal whose filling is timed. */
  readonly filled: number;
  readonly swipesPerSecond: number;
  readonly swipeSeconds: number;
  /** Terminals that are cut off amid the swipes. */
  readonly spells: number;
  readonly leavers: number;
  readonly visits: number;
  /** Guests who keep a picture of their code for a minute. */
  readonly keptCodes: number;
  readonly spaces: number;
  readonly boards: number;
  /** Changes timed at each board. */
  readonly boardChanges: number;
  readonly fires: number;
  readonly lanes: number;
  readonly seats: number;
  readonly calls: number;
};

const FULL: Sizes = {
  people: 3_000,
  doors: 60,
  rights: 40,
  filled: 5_000,
  swipesPerSecond: 500,
  swipeSeconds: 20,
  spells: 10,
  leavers: 30,
  visits: 200,
  keptCodes: 3,
  spaces: 1_000,
  boards: 30,
  boardChanges: 20,
  fires: 2,
  lanes: 200,
  seats: 12,
  calls: 120,
};

const LEAST: Sizes = {
  people: 20,
  doors: 8,
  rights: 4,
  filled: 20,
  swipesPerSecond: 10,
  swipeSeconds: 3,
  spells: 1,
  leavers: 2,
  visits: 8,
  keptCodes: 1,
  spaces: 8,
  boards: 2,
  boardChanges: 3,
  fires: 1,
  lanes: 4,
  seats: 2,
  calls: 6,
};

/** A part of the whole, 0 < share <= 1; nothing becomes so small that it proves nothing. */
export function sizesOf(share: number): Sizes {
  const of = (name: keyof Sizes): number => Math.max(LEAST[name], Math.round(FULL[name] * share));
  return Object.fromEntries(Object.keys(FULL).map((name) => [name, of(name as keyof Sizes)])) as Sizes;
}
