/**
 * A receiver of webhooks as the documents' own program makes one: it verifies, keeps each id once, and has bad days.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Stand } from './stand.ts';

export type Got = {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly sequence: number;
  readonly data: Readonly<Record<string, any>>;
};
type Verify = (secret: string, headers: object, body: string, now?: number) => Got | null;

const PROGRAM = join(import.meta.dirname, '..', '..', 'docs', 'open-platform-client.mjs');

export class HookStand extends Stand {
  secret = '';
  /** What was taken, each id once, in the order it came. */
  readonly taken: Got[] = [];
  /** Everything that was verified, the same again as well, as it came. */
  readonly received: { readonly id: string; readonly body: string; readonly signatures: number }[] = [];
  /** Answers with this status instead. */
  status: number | null = null;
  /** Does not take an event of this type once. */
  skipOnce: string | null = null;
  url = '';

  async start(): Promise<() => Promise<void>> {
    const { verify } = (await import(pathToFileURL(PROGRAM).href)) as { verify: Verify };
    const { url, close } = await this.open((request, bytes, reply) => {
      const body = bytes.toString();
      const headers = request.headers;
      if (this.status !== null)
        return void reply.writeHead(this.status).end(`no: ${String(headers['webhook-signature'])}`);
      const got = verify(this.secret, headers, body, Number(headers['webhook-timestamp']) * 1_000);
      if (!got) {
        this.refused.push(String(headers['webhook-id']));
        return void reply.writeHead(401).end(`signature ${this.secret} ${body}`);
      }
      if (this.skipOnce === got.type) {
        this.skipOnce = null;
        return void reply.writeHead(400).end('later');
      }
      const signatures = String(headers['webhook-signature']).split(' ').length;
      this.received.push({ id: got.id, body, signatures });
      if (!this.taken.some(({ id }) => id === got.id)) this.taken.push(got);
      if (this.lost()) return void request.socket.destroy();
      reply.end('{}');
    });
    this.url = url;
    return close;
  }

  /** Forgets what came. */
  clear(): void {
    this.taken.length = 0;
    this.received.length = 0;
    this.refused.length = 0;
  }
}
