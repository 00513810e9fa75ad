/** Ports that somebody else has. */
import { createServer } from 'node:net';
import type { Settings } from './settings.ts';

/** Whether an error is that a port is taken; if so, prints it with the name of its setting. */
export function reportPortTaken(error: unknown, setting: string, port: number): boolean {
  if ((error as { code?: string } | null)?.code !== 'EADDRINUSE') return false;
  process.stderr.write(`端口 ${port} 已被占用，请设置 ${setting}。\nPort ${port} is taken; set ${setting}.\n`);
  return true;
}

const tried = (host: string, port: number): Promise<unknown> =>
  new Promise((then) => {
    const server = createServer();
    server.once('error', then);
    server.listen(port, host, () => server.close(() => then(null)));
  });

/**
 * Checks the ports before a first start spends its minute: prints which port is taken, and returns whether all are
 * free. Other errors show when the port is really opened.
 */
export async function portsFree({ host, port, mqttPort, mqttUrl }: Settings): Promise<boolean> {
  const wanted: [string, number][] = mqttUrl
    ? [['PORT', port]]
    : [
        ['PORT', port],
        ['MQTT_PORT', mqttPort],
      ];
  for (const [setting, number] of wanted) if (reportPortTaken(await tried(host, number), setting, number)) return false;
  return true;
}
