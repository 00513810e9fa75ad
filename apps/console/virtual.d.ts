declare module 'virtual:routes' {
  /** Which area brings a route; made from `routes.ts` by the build, so that no declaration is loaded before it is needed. */
  export const routesByArea: Readonly<Record<string, readonly string[]>>;
}
declare module '*.css';
