import { createHash } from 'node:crypto';
import { call } from '#kit/declare/call.ts';
import { text } from '#kit/declare/text.ts';
import { registeredResources, registeredServed } from '#kit/server/registry.ts';
import { Raw, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { pageHtml, script, style } from './page.ts';
import { openApi } from './openapi.ts';

export const apiInfo = { title: '道闸 Gatehouse API', version: '1' };

let made: { for: readonly Served[]; json: string } | null = null;

/** The document of the calls this process serves, made on the first request. */
function document(): string {
  const served = registeredServed();
  if (made?.for !== served)
    made = { for: served, json: JSON.stringify(openApi(served, registeredResources(), apiInfo)) };
  return made.json;
}

const hash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
/** The page's own script and style by their hashes, nothing else; it talks to this server only. */
const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

const pageCall = call({
  name: 'kit.docs',
  title: text('接口文档', 'API documents'),
  area: 'kit',
  method: 'GET',
  path: '/api/docs',
  permission: 'public',
  answer: 'file',
});
const jsonCall = call({
  name: 'kit.openapi',
  title: text('接口文档（OpenAPI）', 'API documents (OpenAPI)'),
  area: 'kit',
  method: 'GET',
  path: '/api/docs/openapi.json',
  permission: 'public',
  answer: 'file',
});

export const documents: Served[] = [
  serve(
    pageCall,
    async () =>
      new Raw((reply) =>
        reply
          .header('Content-Type', 'text/html; charset=utf-8')
          .header('Content-Security-Policy', policy)
          .header('X-Content-Type-Options', 'nosniff')
          .header('Cache-Control', 'no-cache')
          .send(pageHtml),
      ),
    { mode: 'open' },
  ),
  serve(
    jsonCall,
    async () =>
      new Raw((reply) =>
        reply
          .header('Content-Type', 'application/json; charset=utf-8')
          .header('Cache-Control', 'no-cache')
          .send(document()),
      ),
    { mode: 'open' },
  ),
];
