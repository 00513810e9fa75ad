import type { FamilyName } from '#areas/device/model/families.ts';
import type { Adapter } from './adapter.ts';
import { adapter as alphadigi } from './alphadigi/adapter.ts';
import { adapter as axis } from './axis/adapter.ts';
import { adapter as dahua } from './dahua/adapter.ts';
import { adapter as hikvision } from './hikvision/adapter.ts';

/** Every family, by its name in `areas/device/model/families.ts`. */
export const adapters: Readonly<Record<FamilyName, Adapter>> = { alphadigi, hikvision, dahua, axis };
