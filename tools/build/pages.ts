/** Build-time data of the console: routes by area, and the help. */
import { resolve } from 'node:path';
import { runnerImport } from 'vite';
import type { Plugin } from 'vite';
import { root } from './paths.ts';

/** Tells the console which area brings which route, without loading any declaration in the browser. */
export function routes(): Plugin {
  const ids: readonly string[] = ['\0virtual:routes', '\0virtual:records'];
  return {
    name: 'gatehouse-routes',
    resolveId: (source) => (ids.includes(`\0${source}`) ? `\0${source}` : undefined),
    async load(id) {
      if (!ids.includes(id)) return;
      const { module } = await runnerImport<typeof import('../../apps/console/routes.ts')>(
        resolve(root, 'apps/console/routes.ts'),
      );
      return id === ids[0]
        ? `export const routesByArea = ${JSON.stringify(module.routesByArea)};`
        : `export const recordsByArea = ${JSON.stringify(module.recordsByArea)};`;
    },
  };
}

/** The help of the screens, from the READMEs: one small chunk for each area and language, loaded when somebody asks. */
export function help(): Plugin {
  const list = 'virtual:help';
  const readmes = () =>
    runnerImport<typeof import('../../apps/console/help/readmes.ts')>(resolve(root, 'apps/console/help/readmes.ts'));
  return {
    name: 'gatehouse-help',
    resolveId: (source) => (source === list || source.startsWith(`${list}/`) ? `\0${source}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${list}`)) return;
      const { module } = await readmes();
      const [, area, lang] = id.slice(1).split('/');
      if (area) {
        this.addWatchFile(module.readmes[area]!);
        return `export default ${JSON.stringify(module.readHelp(area, lang as 'zh' | 'en'))};`;
      }
      const pageText = (name: string) =>
        (['zh', 'en'] as const).map((each) => `${each}: () => import('${list}/${name}/${each}')`).join(', ');
      return `export const help = { ${Object.keys(module.readmes)
        .map((name) => `${name}: { ${pageText(name)} }`)
        .join(', ')} };`;
    },
  };
}
