import type { Plugin } from 'vite';

/**
 * Parts of the drawing library that it brings whoever draws, and nothing here draws with: options of its earlier
 * versions, its own dark theme, patterns in place of colours, logarithmic axes, tooltips drawn on the canvas, tables it
 * would reshape itself.
 */
const undrawn: Readonly<Record<string, string>> = {
  'preprocessor/backwardCompat.js': 'export default () => {};',
  'theme/dark.js': 'export default {};',
  'util/decal.js': 'export const createOrUpdatePatternFromDecal = () => null;',
  'scale/Log.js': 'export default class {}',
  'component/tooltip/TooltipRichContent.js': 'export default class {}',
  'data/helper/transform.js':
    'export class ExternalSource {} export const applyDataTransform = () => []; export const registerExternalTransform = () => {};',
};

/** Leaves them out; one that is not where it was is an error, so that none comes back unseen. */
export function lighterCharts(): Plugin {
  const found = new Set<string>();
  return {
    name: 'gatehouse-lighter-charts',
    apply: 'build',
    load(id) {
      const part = /[\\/]echarts[\\/]lib[\\/](.+)$/.exec(id)?.[1]?.replaceAll('\\', '/');
      if (part === undefined || undrawn[part] === undefined) return;
      found.add(part);
      return undrawn[part];
    },
    buildEnd(error) {
      const gone = Object.keys(undrawn).filter((part) => !found.has(part));
      if (!error && gone.length > 0) this.error(`echarts has no ${gone.join(', ')} any more`);
    },
  };
}
