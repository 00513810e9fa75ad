import { served } from './areas.ts';

/** All calls the server answers, for the contract test. */
export const registeredCalls = (): { method: string; path: string; area: string }[] =>
  served.map(({ call }) => ({ method: call.method, path: call.path, area: call.area }));
