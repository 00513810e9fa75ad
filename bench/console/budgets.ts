/**
 * What the console may weigh and how long it may take, with the best of the consoles it was held against. Bytes as they
 * come over the wire, headers included.
 */
export type Budget = {
  readonly what: string;
  readonly unit: 'KB' | 'ms' | 's' | 'MB' | 'points' | 'shift' | 'tasks';
  readonly most?: number;
  readonly least?: number;
  readonly peer?: string;
};

export const budgets = {
  loginBytes: { what: 'login page, all bytes', unit: 'KB', most: 65, peer: '198' },
  listBytes: { what: 'first list with the shell, all bytes', unit: 'KB', most: 230, peer: '392' },
  furtherBytes: { what: 'a further declared page', unit: 'KB', most: 5, peer: '0-6' },
  chartBytes: { what: 'first chart page, besides', unit: 'KB', most: 165 },
  homeBytes: { what: 'home page as the first page, all bytes', unit: 'KB' },
  loginMobile: { what: 'Lighthouse score, login, mobile (estimated)', unit: 'points', least: 98, peer: '87' },
  loginDesktop: { what: 'Lighthouse score, login, desktop (estimated)', unit: 'points', least: 100, peer: '100' },
  listMobile: { what: 'Lighthouse score, first list, mobile (estimated)', unit: 'points', least: 85, peer: '69' },
  listDesktop: { what: 'Lighthouse score, first list, desktop (estimated)', unit: 'points', least: 100, peer: '95' },
  slowLogin: { what: 'slow link: login form drawn, to be typed into and sent', unit: 's', most: 0.4, peer: '1.2' },
  slowLoginScript: { what: 'slow link: login form’s script has run', unit: 's', most: 0.4, peer: '1.2' },
  slowList: { what: 'slow link: first list usable', unit: 's', most: 1.8, peer: '2.6' },
  loginShift: { what: 'layout shift, login', unit: 'shift', most: 0.02, peer: '0.004' },
  listShift: { what: 'layout shift, first list', unit: 'shift', most: 0.02, peer: '0.004' },
  homeShift: { what: 'layout shift, home', unit: 'shift', most: 0.02, peer: '0.004' },
  switchMs: {
    what: 'switch between two kept tabs, to painted',
    unit: 'ms',
    most: 60,
    peer: '85 (state lost), 203 (kept)',
  },
  listMs: { what: 'list of 20 x 12, mounted to painted', unit: 'ms', most: 60, peer: '83 (table alone)' },
  nextPageMs: { what: 'next page of it, answered to painted', unit: 'ms', most: 50 },
  switchPlain: { what: 'the same two pages shown by their style alone', unit: 'ms' },
  listPlain: { what: 'the same page as plain markup', unit: 'ms' },
  nextPagePlain: { what: 'the same rows as plain markup', unit: 'ms' },
  longListMs: { what: '10,000 rows, mounted to painted', unit: 'ms', most: 200, peer: '376' },
  scrollMs: { what: '10,000 rows scrolled, a frame (95 of 100)', unit: 'ms', most: 17, peer: '28' },
  scrollTasks: { what: '10,000 rows scrolled, long tasks', unit: 'tasks', most: 0 },
  tabsMb: { what: 'memory after 50 tabs', unit: 'MB', most: 120 },
  tabsAgainMb: { what: 'growth when all 50 are visited again', unit: 'MB', most: 2 },
} as const satisfies Record<string, Budget>;

export type Measure = keyof typeof budgets;
export type Figures = Partial<Record<Measure, number>>;

/** Bytes a page may bring. */
export const bytesOf = (measure: 'loginBytes' | 'listBytes' | 'furtherBytes' | 'chartBytes'): number =>
  budgets[measure].most * 1024;

/** How much of its budget a figure takes: at most 1 is within. */
export function shareOf({ most, least }: Budget, figure: number): number | null {
  if (least !== undefined) return least / figure;
  if (most === undefined) return null;
  return most === 0 ? (figure === 0 ? 0 : Infinity) : figure / most;
}
