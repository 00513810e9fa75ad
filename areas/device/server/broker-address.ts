import { setting } from '#kit/server/setting.ts';

/** An outside broker by its address, the embedded one by its port on this host. */
export type BrokerAddress = { readonly url: string | null; readonly port: number | null };

/** Where devices find the broker, as the installation was started; nowhere until it is. */
export const brokerAddress = setting<BrokerAddress>({ url: null, port: null });
