/**
 * Object stores that files may lie in besides the data folder, as the operator enters them. The installation says how
 * they are reached.
 */
import type { Text } from '#kit/declare/text.ts';
import { setting } from '#kit/server/setting.ts';

/** A store that speaks S3: bucket and prefix stand in its address, which has no slash at the end. */
export type StoreAddress = {
  readonly url: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
};

export type StoreRoads = {
  /** The settings of the installation name the store new files go to: people choose none. */
  readonly fixed: boolean;
  /** Stores a little, reads it back and compares. Null where that went well, else what was wrong. */
  readonly tryOut: (of: StoreAddress) => Promise<Text | null>;
  /** Reloads which store is active. Other servers do so within seconds. */
  readonly look: () => Promise<void>;
};

/** Given at start; without it no store can be tried or used. */
export const storeRoads = setting<StoreRoads | null>(null);
