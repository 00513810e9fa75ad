declare module 'virtual:routes' {
  /** Which area brings a route; made from `routes.ts` by the build, so that no declaration is loaded before it is needed. */
  export const routesByArea: Readonly<Record<string, readonly string[]>>;
}
declare module 'virtual:records' {
  /** Which area has the resource of a record; made like the routes, and loaded with the first record. */
  export const recordsByArea: Readonly<Record<string, readonly string[]>>;
}
declare module 'virtual:help' {
  type HelpModule = () => Promise<{ default: import('./help/markdown.ts').Help }>;
  /** What the READMEs say of the screens, by area and language; made by the build and loaded when somebody asks. */
  export const help: Readonly<Record<string, Readonly<Record<'zh' | 'en', HelpModule>>>>;
}
declare module '*.css';
