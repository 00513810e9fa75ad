/** What the simulated devices remember between two runs: their secrets and numbers, and the cars inside. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LotPeople } from './people/lot.ts';
import type { Guest } from './park-world.ts';
import type { DeviceMemory } from './virtual-device.ts';

export type Memory = {
  readonly devices: Record<string, DeviceMemory>;
  /** By the park's id on the server. */
  readonly guests: Record<string, Guest[]>;
  /** Simulated time up to which a lot was played, by the same id. */
  readonly playedTo: Record<string, number>;
  /** The people of lots that were played with them, by the same id. */
  people?: Record<string, LotPeople>;
};

export function readMemory(path: string): Memory {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Memory;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return { devices: {}, guests: {}, playedTo: {} };
    throw new Error(`the state file ${path} can not be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Whole or not at all. */
export function writeMemory(path: string, memory: Memory): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, JSON.stringify(memory));
  renameSync(`${path}.new`, path);
}
