/**
 * Where imports lead, asked once. Node looks at the `package.json` of the package for every import, and drizzle-orm's has 179 KB:
 * half the time of a start went into reading it a hundred times. In our own sources the same specifier leads to the same file
 * wherever it stands, and within drizzle-orm modules name each other's files.
 */
import { registerHooks } from 'node:module';

const PACKAGES = '/node_modules/';
const HEAVY = `${PACKAGES}drizzle-orm/`;
const known = new Map();

registerHooks({
  resolve(specifier, context, next) {
    const from = context.parentURL;
    if (from === undefined || !context.conditions.includes('import')) return next(specifier, context);
    if (from.includes(PACKAGES)) {
      if (!from.includes(HEAVY) || !specifier.startsWith('.') || !specifier.endsWith('.js')) return next(specifier, context);
      return { url: new URL(specifier, from).href, format: 'module', shortCircuit: true };
    }
    if (specifier.startsWith('.')) return next(specifier, context);
    if (!known.has(specifier)) known.set(specifier, { ...next(specifier, context), shortCircuit: true });
    return known.get(specifier);
  },
});
