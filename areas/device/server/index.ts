import type { Resource } from '#kit/declare/resource.ts';
import { crud } from '#kit/server/crud.ts';
import type { Served } from '#kit/server/served.ts';
import { resources } from '#areas/device/model/index.ts';
import { commandServed } from './commands.ts';
import { devicesServed } from './devices.ts';
import { ledServed } from './led-config.ts';

const byHand: readonly Served[] = [...devicesServed, ...commandServed, ...ledServed];

/** A noun that asks for nothing more than its declaration is served by it. */
const plain = (resources as readonly Resource[])
  .filter(({ name }) => !byHand.some(({ call }) => call.name === `${name}.list`))
  .flatMap((of) => crud(of));

export const served: readonly Served[] = [...byHand, ...plain];
