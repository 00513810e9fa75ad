import type { Call } from '#kit/declare/call.ts';
import { served } from './areas.ts';

/** All calls the server answers, for the contract test. */
export const registeredCalls = (): Pick<Call, 'method' | 'path' | 'area' | 'input'>[] =>
  served.map(({ call }) => ({ method: call.method, path: call.path, area: call.area, input: call.input }));
