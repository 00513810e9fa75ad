import { ChannelFault } from '#areas/billing/server/door.ts';

/** What a channel says when it took nothing: not when it failed itself, was too busy or did not believe us. */
const REFUSED_FROM = 400;
const UNSURE = new Set([401, 408, 429]);
export const isRefusal = (error: unknown): error is ChannelFault =>
  error instanceof ChannelFault &&
  error.status !== null &&
  error.status >= REFUSED_FROM &&
  error.status < 500 &&
  !UNSURE.has(error.status) &&
  !/SYSTEM_?ERROR|FREQUENCY|RATE_?LIMIT/i.test(error.code);
