/** Who is at the console. Decided from what the browser has stored, before any request. */
export type Standing = { loggedIn: boolean; locked: boolean };

/** Pages for everybody: they hold nothing of anybody's. */
const isPublic = (path: string): boolean =>
  ['/403', '/404', '/500', '/gxwlogin'].includes(path) || path.startsWith('/myiframe/');

/**
 * Screens whose address opens without a login. The server decides about each of their calls, and none has a company's
 * records for a visitor.
 */
export const openRoutes: readonly string[] = [
  '/test/testMqtt',
  '/static/rdIncar',
  '/system/romoteLog',
  '/system/sysBigParkReport',
  '/static/refundorder',
  '/system/versionManagement',
  '/system/analysisCamera',
  '/static/nucleicAcidRecord',
  '/system/noWireDeviceInfo',
  '/static/dailyreport',
];
export const isOpen = (path: string): boolean => openRoutes.includes(path);

/** A big screen has the window to itself: by its link, and for whoever is logged in by its id. */
export const isWall = (path: string, hash: string, search: string, loggedIn: boolean): boolean =>
  path === '/system/sysBigParkReport' && (hash.length > 1 || (loggedIn && new URLSearchParams(search).has('id')));

/**
 * The page that was requested before the redirect; only an address of this console, and not the login or lock page
 * itself. Browsers drop tabs and line ends, so one between two slashes would join them.
 */
export function wanted(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? '';
  return /^\/(?![/\\])\P{Cc}*$/u.test(to) && !/^\/(login|lock|gxwlogin)([/?#]|$)/.test(to) ? to : '/';
}

/** The login or lock page, with the requested page in `to`. */
export const sentBackLater = (waitingPath: string, path: string, search: string): string =>
  path === '/' ? waitingPath : `${waitingPath}?to=${encodeURIComponent(path + search)}`;

/**
 * Where a visitor is redirected instead of the requested address; null lets him in. A lock counts only while somebody
 * is logged in behind it.
 */
export function sentTo(path: string, search: string, { loggedIn, locked }: Standing): string | null {
  if (!loggedIn)
    return path === '/login' || isPublic(path) || isOpen(path)
      ? null
      : path === '/lock'
        ? '/login'
        : sentBackLater('/login', path, search);
  if (locked)
    return path === '/lock'
      ? null
      : path === '/login' || path === '/gxwlogin'
        ? '/lock'
        : sentBackLater('/lock', path, search);
  return path === '/login' || path === '/lock' || path === '/gxwlogin' ? wanted(search) : null;
}
