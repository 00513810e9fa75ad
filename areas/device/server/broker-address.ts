/** Where devices find the broker, as the installation was started; null while nobody said. */
export type BrokerAddress = { readonly url: string | null; readonly port: number | null };

let known: BrokerAddress = { url: null, port: null };

/** Tells where devices connect to: an outside broker by its address, the embedded one by its port on this host. */
export function setBrokerAddress(address: BrokerAddress): void {
  known = address;
}

export const brokerAddress = (): BrokerAddress => known;
