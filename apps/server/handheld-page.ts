/** The collectors' page at `/h/`: its own bundle and worker, which load nothing but themselves. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves it from the build, if it is there; `app` has the folder's static files already. */
export function handheldPage(app: FastifyInstance, dir: string): void {
  if (!existsSync(join(dir, 'h', 'index.html'))) return;
  const page = (reply: FastifyReply) =>
    reply
      .header('Content-Security-Policy', policy)
      .header('X-Frame-Options', 'DENY')
      .header('Cache-Control', 'no-cache')
      .type('text/html')
      .sendFile('h/index.html');
  app.get('/h', (_, reply) => reply.redirect('/h/'));
  app.get('/h/', (_, reply) => page(reply));
  app.get<{ Params: { name: string } }>('/h/:name', (request, reply) => {
    const { name } = request.params;
    if (!/^[\w-][\w.-]*\.(js|css|png|webmanifest)$/.test(name)) return reply.callNotFound();
    const hashed = /^(app|part)-/.test(name);
    return reply
      .header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('Content-Security-Policy', policy)
      .sendFile(`h/${name}`);
  });
}
