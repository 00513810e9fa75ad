/** The mutants of a file: each differs from it in one operator, one constant or one step that is left out. */
import { API } from 'typescript/unstable/sync';
import { SyntaxKind } from 'typescript/unstable/ast';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Mutant = {
  /** Path below the project. */
  readonly file: string;
  readonly line: number;
  /** What stands there and what stands there instead, as short text. */
  readonly was: string;
  readonly is: string;
  /** The line of the source, to know the mutant by when lines have moved. */
  readonly source: string;
  readonly from: number;
  readonly to: number;
};

/** Each operator and what it is exchanged for. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '??=': ['='],
  '||=': ['='],
};

/** Calls that are exchanged for their opposites. */
const CALLS: Readonly<Record<string, string>> = {
  'Math.max': 'Math.min',
  'Math.min': 'Math.max',
  'Math.floor': 'Math.ceil',
  'Math.ceil': 'Math.floor',
  '.every': '.some',
  '.some': '.every',
  '.toReversed': '.slice',
  '.findLast': '.find',
};

type Found = { readonly from: number; readonly to: number; readonly is: string };

const startOf = (node: Node, file: SourceFile): number => node.getStart(file);
const textOf = (node: Node, file: SourceFile): string => file.text.slice(startOf(node, file), node.end);
const at = (node: Node, file: SourceFile, is: string): Found => ({ from: startOf(node, file), to: node.end, is });

const SILENT = new Set([
  'ImportDeclaration',
  'ExportDeclaration',
  'TypeAliasDeclaration',
  'InterfaceDeclaration',
  'TypeReference',
  'TypeLiteral',
  'TypeQuery',
  'TypeParameter',
  'LiteralType',
  'TemplateExpression',
  'ThrowStatement',
]);

/** Types, imports and the words people read decide no price. */
const isSilent = (node: Node, file: SourceFile): boolean =>
  SILENT.has(SyntaxKind[node.kind] ?? '') || textOf(node, file).startsWith('refuse(');

type Parts = {
  readonly left?: Node;
  readonly right?: Node;
  readonly operatorToken?: Node;
  readonly operand?: Node;
  readonly operator?: number;
  readonly expression?: Node;
  readonly condition?: Node;
  readonly thenStatement?: Node;
  readonly name?: Node;
  readonly whenTrue?: Node;
  readonly whenFalse?: Node;
};

function ofBinary(node: Node & Parts, file: SourceFile): Found[] {
  const token = node.operatorToken!;
  return (OPERATORS[textOf(token, file)] ?? []).map((is) => at(token, file, is));
}

function ofCondition(condition: Node, file: SourceFile): Found[] {
  return ['true', 'false'].map((is) => at(condition, file, is));
}

function ofCall(node: Node & Parts, file: SourceFile): Found[] {
  const called = node.expression!;
  const text = textOf(called, file);
  return Object.entries(CALLS).flatMap(([was, is]) => {
    if (was.startsWith('.') ? !text.endsWith(was) : text !== was) return [];
    return [{ from: called.end - was.length, to: called.end, is }];
  });
}

function mutationsOf(node: Node & Parts, file: SourceFile): Found[] {
  switch (SyntaxKind[node.kind]) {
    case 'BinaryExpression':
      return ofBinary(node, file);
    case 'ConditionalExpression':
      return ofCondition(node.condition!, file);
    case 'IfStatement':
      return ofCondition(node.expression!, file);
    case 'PrefixUnaryExpression':
      return /^[!-]/.test(textOf(node, file)) ? [at(node, file, textOf(node.operand!, file))] : [];
    case 'CallExpression':
      return ofCall(node, file);
    case 'ExpressionStatement':
      return SyntaxKind[node.expression!.kind] === 'CallExpression' ? [at(node, file, ';')] : [];
    case 'ContinueStatement':
      return [at(node, file, 'break;')];
    case 'BreakStatement':
      return [at(node, file, 'continue;')];
    case 'TrueKeyword':
      return [at(node, file, 'false')];
    case 'FalseKeyword':
      return [at(node, file, 'true')];
    case 'NumericLiteral':
      return [
        at(node, file, String(Number(textOf(node, file).replaceAll('_', '')) + 1)),
        ...(textOf(node, file) === '0' ? [] : [at(node, file, '0')]),
      ];
    default:
      return [];
  }
}

function mutantsIn(file: SourceFile, path: string): Mutant[] {
  const mutants: Mutant[] = [];
  const visit = (node: Node): undefined => {
    if (isSilent(node, file)) return undefined;
    for (const { from, to, is } of mutationsOf(node as Node & Parts, file)) {
      const before = file.text.slice(0, from);
      const begin = before.lastIndexOf('\n') + 1;
      const end = file.text.indexOf('\n', from);
      mutants.push({
        file: path,
        line: before.split('\n').length,
        was: file.text.slice(from, to).replaceAll(/\s+/g, ' '),
        is,
        source: file.text.slice(begin, end === -1 ? undefined : end).trim(),
        from,
        to,
      });
    }
    node.forEachChild(visit);
    return undefined;
  };
  visit(file);
  return mutants;
}

/**
 * All mutants of files of the project; the compiler gets a small configuration of its own in `folder`, so that it reads
 * nothing else.
 */
export function mutantsOf(project: string, folder: string, files: readonly string[]): Mutant[] {
  const config = join(folder, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({
      compilerOptions: {
        module: 'nodenext',
        target: 'esnext',
        noEmit: true,
        allowImportingTsExtensions: true,
        types: [],
        noLib: true,
      },
      files: files.map((file) => join(project, file)),
    }),
  );
  const api = new API({ cwd: folder });
  try {
    const { program } = api.updateSnapshot({ openProjects: [config] }).getProject(config)!;
    return files.flatMap((file) => mutantsIn(program.getSourceFile(join(project, file))!, file));
  } finally {
    api.close();
  }
}

/** The text of a mutant's file. */
export function mutated(project: string, { file, from, to, is }: Mutant): string {
  const text = readFileSync(join(project, file), 'utf8');
  return text.slice(0, from) + is + text.slice(to);
}
