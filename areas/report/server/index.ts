import type { Served } from '#kit/server/served.ts';
import { feeServed } from './fees.ts';
import { homeServed } from './home.ts';

export const served: Served[] = [...homeServed, ...feeServed];
