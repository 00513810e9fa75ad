/** Where an address from a form leads: what is in the own network is reached only where the installation allows it. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { insideHosts, isInside } from '#areas/ops/server/door.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';

/**
 * The addresses of a host, looked up once.
 * @throws Refused `inside`; what the look-up throws where there is no such host
 */
export async function reachable(host: string, port: number): Promise<readonly string[]> {
  const free = insideHosts.value().some((each) => [host, `${host}:${port}`].includes(each.toLowerCase()));
  const addresses = isIP(host) ? [host] : (await lookup(host, { all: true })).map(({ address }) => address);
  if (!free && addresses.some(isInside))
    throw ruleRefused(
      fill(
        text(
          '{host} 在本机或内部网络，须由服务器设置 GATEHOUSE_INSIDE_HOSTS 允许',
          '{host} is in the own network; the server’s setting GATEHOUSE_INSIDE_HOSTS must allow it',
        ),
        { host },
      ),
      'inside',
    );
  return addresses;
}
