/** A mail server that takes mail in the clear and keeps it; on request it refuses. */
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export class MailStand {
  readonly received: { readonly to: string; readonly data: string }[] = [];
  /** How many of the next mails it does not take. */
  refuses = 0;
  port = 0;
  readonly #sockets = new Set<Socket>();

  async start(): Promise<() => Promise<void>> {
    const server = createServer((socket) => this.#serve(socket));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    this.port = (server.address() as AddressInfo).port;
    return () =>
      new Promise((resolve) => {
        for (const socket of this.#sockets) socket.destroy();
        server.close(() => resolve());
      });
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
    let buffer = '';
    let to = '';
    let inData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 stand ESMTP');
    socket.on('data', (part) => {
      buffer += part.toString('latin1');
      for (;;) {
        const end = inData ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n');
        if (end < 0) return;
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + (inData ? 5 : 2));
        if (inData) {
          inData = false;
          this.received.push({ to, data: line });
          say('250 taken');
        } else if (/^RCPT TO:/i.test(line)) {
          to = /<([^>]*)>/.exec(line)?.[1] ?? '';
          if (this.refuses > 0) {
            this.refuses -= 1;
            say('451 later');
          } else say('250 ok');
        } else if (/^DATA/i.test(line)) {
          inData = true;
          say('354 go on');
        } else if (/^QUIT/i.test(line)) {
          say('221 bye');
          socket.end();
        } else say('250 ok');
      }
    });
  }
}
