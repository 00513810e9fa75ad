/**
 * Resolves imports once. Node looks at the `package.json` of the package and at every folder on the way for every
 * import, and drizzle-orm's has 179 KB: half the time of a start went into it. Our own sources name files of their own
 * as they stand (`./x.ts`, or `#areas/x.ts` from the project's folder), the same name of a package leads to the same
 * file wherever it stands, and within drizzle-orm modules name each other's files.
 */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';

const PACKAGES = '/node_modules/';
const HEAVY = `${PACKAGES}drizzle-orm/`;
const PROJECT = new URL('../../', import.meta.url).href;
const known = new Map();

/** A file of ours; null where there is none, which Node says better than we. */
function ownFile(specifier, from) {
  const url = specifier.startsWith('#') ? PROJECT + specifier.slice(1) : new URL(specifier, from).href;
  if (!known.has(url))
    known.set(url, existsSync(new URL(url)) ? { url, format: 'module-typescript', shortCircuit: true } : null);
  return known.get(url);
}

registerHooks({
  resolve(specifier, context, next) {
    const from = context.parentURL;
    if (from === undefined || !context.conditions.includes('import')) return next(specifier, context);
    if (from.includes(PACKAGES)) {
      if (!from.includes(HEAVY) || !specifier.startsWith('.') || !specifier.endsWith('.js'))
        return next(specifier, context);
      return { url: new URL(specifier, from).href, format: 'module', shortCircuit: true };
    }
    if (specifier.startsWith('node:')) return { url: specifier, format: 'builtin', shortCircuit: true };
    if (/^[.#].*\.ts$/.test(specifier) && from.startsWith(PROJECT))
      return ownFile(specifier, from) ?? next(specifier, context);
    if (specifier.startsWith('.')) return next(specifier, context);
    if (!known.has(specifier)) known.set(specifier, { ...next(specifier, context), shortCircuit: true });
    return known.get(specifier);
  },
});
