import type { Served } from '#kit/server/served.ts';
import { holidaysServed } from './holidays.ts';
import { replayServed } from './replay.ts';
import { rulesServed } from './rules.ts';
import { testFeeServed } from './test-fee.ts';

export const served: readonly Served[] = [...rulesServed, ...testFeeServed, ...holidaysServed, ...replayServed];
