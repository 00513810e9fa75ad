import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '#kit/declare/call.ts';

/** `{suffix}` of the documents and `:suffix` of a router are the same place. */
export const place = (path: string): string => path.replace(/\{\w+\}|:\w+/g, '{}');
export const callKey = (method: string, path: string): string => `${method} ${place(path)}`;

/** Calls and routes beyond the contract, one `METHOD path` or `ROUTE path` at the beginning of a line or list item. */
export function decided(root: string): ReadonlySet<string> {
  const page = readFileSync(join(root, 'docs', 'decisions', 'extra-calls.md'), 'utf8');
  return new Set(
    [...page.matchAll(/^[-*\s`]*(GET|POST|PUT|DELETE|ROUTE) (\/[^\s`]*)/gm)].map(([, method, path]) =>
      callKey(method!, path!),
    ),
  );
}

/**
 * Calls and routes that neither the contract nor a decision names, as they would be written there; none where no
 * contract lies beside the product.
 */
export function undecided(root: string, calls: readonly Call[], routes: readonly string[]): string[] {
  const spec = join(root, 'spec');
  if (!existsSync(spec)) return [];
  const rows = (file: string) =>
    readFileSync(join(spec, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));
  const [head, ...lines] = rows('calls.tsv');
  const [method, path] = [head!.indexOf('method'), head!.indexOf('path')];
  const [routeHead, ...routeLines] = rows('routes.tsv');
  const known = new Set([
    ...decided(root),
    ...lines.map((cells) => callKey(cells[method]!, cells[path]!)),
    // Changes that the documents make GET answer POST as well.
    ...lines.filter((cells) => cells[method] === 'GET').map((cells) => callKey('POST', cells[path]!)),
    ...routeLines.map((cells) => callKey('ROUTE', cells[routeHead!.indexOf('path')]!)),
  ]);
  return [...calls.map((call) => `${call.method} ${call.path}`), ...routes.map((route) => `ROUTE ${route}`)].filter(
    (line) => !known.has(callKey(...(line.split(' ') as [string, string]))),
  );
}
