import { playMoney } from '#areas/billing/server/door.ts';
import { ProviderFault } from './channel.ts';
import type { InvoiceChannel, SellerAccount } from './channel.ts';
import { sandbox } from './sandbox.ts';
import { standard } from './standard.ts';

/** Where a seller issues. @throws ProviderFault where it may not */
export function channelOf({ provider, interfaceUrl, appKey, appSecret }: SellerAccount): InvoiceChannel {
  if (provider === 'sandbox') {
    if (!playMoney.value()) throw new ProviderFault('the sandbox is not allowed here');
    return sandbox;
  }
  if (!interfaceUrl || !appKey || !appSecret) throw new ProviderFault('no interface is set');
  return standard;
}
