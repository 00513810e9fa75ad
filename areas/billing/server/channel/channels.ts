import type { PaymentChannel } from './channel.ts';
import { sandbox } from './sandbox.ts';

const channels: readonly PaymentChannel[] = [sandbox];

/** The channel of this name; undefined when there is none. */
export const channelNamed = (name: string): PaymentChannel | undefined => channels.find((each) => each.name === name);
