/**
 * A door before a walk's server, behind which the console can be replaced by a later build while pages of the earlier
 * one stand open.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Door = {
  url: string;
  /** From now on every file has another name, and the former ones are gone. */ replace: () => void;
  close: () => void;
};

const hashed = /([\w$-]+-[\w-]{8})(\.next)?\.(js|css)\b/g;
const version = /(version:["'`])(?=[0-9a-f]{12}["'`])/;
const isText = /html|javascript|css|json/;

/** The same build under other names, as a change in every file would give them. */
const renamed = (words: string): string => words.replace(hashed, '$1.next.$3').replace(version, '$1next-');

async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return new Uint8Array(Buffer.concat(parts));
}

/** What the server behind answers, under the names of the build that is there. */
async function answer(
  behind: string,
  replaced: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url!;
  const isFile = path.startsWith('/assets/');
  if (isFile && path.includes('.next.') !== replaced && /\.(js|css)$/.test(path))
    return void response.writeHead(404).end();
  const body = request.method === 'POST' ? await bodyOf(request) : undefined;
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(
      ([name]) => !['host', 'connection', 'content-length', 'accept-encoding'].includes(name),
    ),
  ) as Record<string, string>;
  const real = await fetch(behind + path.replace('.next.', '.'), {
    method: request.method!,
    headers,
    ...(body ? { body } : {}),
    redirect: 'manual',
  });
  const content = Buffer.from(await real.arrayBuffer());
  const changes = replaced && !path.startsWith('/api/') && isText.test(real.headers.get('content-type') ?? '');
  response.writeHead(
    real.status,
    Object.fromEntries(
      [...real.headers].filter(
        ([name]) =>
          !['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'etag', 'last-modified'].includes(
            name,
          ),
      ),
    ),
  );
  response.end(changes ? renamed(content.toString()) : content);
}

export async function openDoor(behind: string): Promise<Door> {
  let replaced = false;
  const server = createServer((request, response) => {
    answer(behind, replaced, request, response).catch(() => response.writeHead(502).end());
  });
  await new Promise<void>((then) => {
    server.listen(0, '127.0.0.1', then);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    replace: () => {
      replaced = true;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
