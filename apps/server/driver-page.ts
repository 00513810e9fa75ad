/**
 * Pages for phones without a login, the driver's for bills, debts, help and where the car stands, and the visitors':
 * small files that know nothing of the console and load nothing but themselves.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const folder = join(import.meta.dirname, '..', 'driver');
const files = {
  '/m/pay': ['pay.html', 'text/html; charset=utf-8'],
  '/m/pay.js': ['pay.js', 'text/javascript; charset=utf-8'],
  '/m/debts': ['pay.html', 'text/html; charset=utf-8'],
  '/m/visit': ['visit.html', 'text/html; charset=utf-8'],
  '/m/visit.js': ['visit.js', 'text/javascript; charset=utf-8'],
  '/m/find': ['find.html', 'text/html; charset=utf-8'],
  '/m/find.js': ['find.js', 'text/javascript; charset=utf-8'],
  '/m/enrol': ['enrol.html', 'text/html; charset=utf-8'],
  '/m/enrol.js': ['enrol.js', 'text/javascript; charset=utf-8'],
  '/m/help': ['help.html', 'text/html; charset=utf-8'],
  '/m/help.js': ['help.js', 'text/javascript; charset=utf-8'],
  '/m/invoice.js': ['invoice.js', 'text/javascript; charset=utf-8'],
  '/m/form.css': ['form.css', 'text/css; charset=utf-8'],
  '/m/pay.css': ['pay.css', 'text/css; charset=utf-8'],
} as const;

/** Nothing written into the page by anybody can run, and nobody can put the page into his own. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function driverPage(app: FastifyInstance): void {
  for (const [path, [name, type]] of Object.entries(files)) {
    const content = readFileSync(join(folder, name));
    app.get(path, (_, reply) =>
      reply
        .header('Content-Security-Policy', policy)
        .header('X-Frame-Options', 'DENY')
        .header('Cache-Control', 'no-cache')
        .type(type)
        .send(content),
    );
  }
}
