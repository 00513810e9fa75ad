/** What a receiver reads of an event: no more of people than the key of its application may see. */
import { maskPlate } from '#domain/plate/plate.ts';

type Data = Readonly<Record<string, unknown>>;

const masked = (value: unknown): unknown => (typeof value === 'string' && value !== '' ? maskPlate(value) : value);

/** Plates as everybody without the right sees them. */
const veiled = (data: Data): Data => ({
  ...data,
  ...('plate' in data ? { plate: masked(data['plate']) } : {}),
  ...(Array.isArray(data['plates']) ? { plates: data['plates'].map(masked) } : {}),
});

/** Plates an event names, to be kept out of the diary. */
export const platesIn = (data: Data): string[] =>
  [data['plate'], ...(Array.isArray(data['plates']) ? (data['plates'] as unknown[]) : [])].filter(
    (each) => typeof each === 'string' && each !== '',
  ) as string[];

export type Event = {
  readonly id: string;
  readonly kind: string;
  /** ISO, when it happened. */
  readonly at: string;
  readonly seq: number;
  readonly data: Data;
};

export const bodyOf = ({ id, kind, at, seq, data }: Event, whole: boolean): string =>
  JSON.stringify({ id, type: kind, timestamp: at, sequence: seq, data: whole ? data : veiled(data) });
