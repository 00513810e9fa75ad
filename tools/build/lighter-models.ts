/** The declarations of an area as the console opens them: its resources and reports, without the calls of its own. */
import type { Plugin, Rolldown } from 'vite';

const modelIndex = /[\\/]areas[\\/][^\\/]+[\\/]model[\\/]index\.ts$/;

const shown: ReadonlySet<string> = new Set(['resources', 'reports']);

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number];

/** Every name that stands in a piece of a program. */
function namesIn(node: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const each of node) namesIn(each, found);
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node && node.type === 'Identifier' && 'name' in node) found.add(String(node.name));
    for (const each of Object.values(node)) namesIn(each, found);
  }
  return found;
}

const declared = (statement: Statement): ReadonlySet<string> => {
  const of = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (of?.type === 'VariableDeclaration') return namesIn(of.declarations.map(({ id }) => id));
  return statement.type === 'ImportDeclaration' ? namesIn(statement.specifiers.map(({ local }) => local)) : new Set();
};

/** What stands in an index besides, by the names it needs in turn. */
function needed(body: readonly Statement[]): ReadonlySet<string> {
  const names = new Set<string>(shown);
  for (let before = -1; before !== names.size;) {
    before = names.size;
    for (const each of body)
      if (each.type !== 'ImportDeclaration' && [...declared(each)].some((name) => names.has(name)))
        namesIn(each).forEach((name) => names.add(name));
  }
  return names;
}

/**
 * Calls that no resource shows are for the server, or for a page that imports them by itself: whoever opens a list need
 * not fetch those of its area and of all areas it refers to.
 */
export function lighterModels(): Plugin {
  return {
    name: 'gatehouse-lighter-models',
    apply: 'build',
    transform(code, id) {
      if (!modelIndex.test(id)) return;
      const { body } = this.parse(code);
      const names = needed(body);
      const kept = body.flatMap((each) => {
        if (each.type !== 'ImportDeclaration')
          return [...declared(each)].some((name) => names.has(name)) ? [code.slice(each.start, each.end)] : [];
        const wanted = each.specifiers.filter(({ local }) => names.has(local.name));
        if (wanted.length === 0) return [];
        const source = JSON.stringify(each.source.value);
        const [only] = wanted;
        return only!.type === 'ImportSpecifier'
          ? [`import { ${wanted.map(({ start, end }) => code.slice(start, end)).join(', ')} } from ${source};`]
          : [`import ${code.slice(only!.start, only!.end)} from ${source};`];
      });
      return { code: kept.join('\n'), map: null };
    },
  };
}
