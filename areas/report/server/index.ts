import type { Served } from '#kit/server/served.ts';

export const served: Served[] = [];
