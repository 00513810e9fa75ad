import type { FastifyInstance } from 'fastify';
import { openDemo } from '#db/demo/demo.ts';
import type { Database } from '#kit/server/db.ts';

export type Demo = { accounts: string; live: (at: { url: string; mqttPort: number }) => void; stop: () => Promise<void> };

/** Loads the demo city on a first start and lets it live on; null where there is none. */
export const demoAt = (options: { database: Database; app: FastifyInstance; dataDir: string; fresh: boolean; say: (line: string) => void }): Promise<Demo | null> => openDemo(options);
