import { BlockList, isIP } from 'node:net';

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
/** An IPv4 address as a dual-stack socket writes it. */
const bare = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/** Whether an address lies in one of the networks, each an address or like `10.8.0.0/24`. */
export function inNetworks(address: string, networks: readonly string[]): boolean {
  const here = bare(address);
  if (isIP(here) === 0) return false;
  const blocks = new BlockList();
  for (const each of networks) {
    const [net = '', bits] = each.split('/');
    if (isIP(net) === 0) continue;
    if (bits === undefined) blocks.addAddress(net, family(net));
    else blocks.addSubnet(net, Number(bits), family(net));
  }
  return blocks.check(here, family(here));
}
