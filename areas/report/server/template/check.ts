/**
 * Whether a statement may be kept and run as a report: one query, made of what `grammar.ts` names, over what
 * `readable.ts` says.
 */
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { MOST_PARAMETERS, parameterName } from '../../model/report-template.ts';
import type { TemplateParameter } from '../../model/report-template.ts';
import { clockWords, functions, grammar, rowFunctions, types } from './grammar.ts';
import { NotAllowed, offsetOf, parser, placed, tooDeep } from './parser.ts';
import type { Node, Parser, Token } from './parser.ts';
import type { Readable } from './readable.ts';

/** A statement that may be run: `body` has `$1` and so on where the parameters stood, each as long as it was. */
export type Statement = {
  readonly body: string;
  readonly parameters: readonly TemplateParameter[];
  readonly tables: readonly string[];
};
export type Looked =
  | { readonly statement: Statement; readonly problem?: undefined }
  | { readonly problem: Text; readonly statement?: undefined };

const say = {
  query: text('只能是一条查询（SELECT），不能用 {what}', 'Only a query (SELECT) is taken, not {what}'),
  into: text('不能用 SELECT INTO：报表只读', 'SELECT INTO is not taken: a report only reads'),
  lock: text(
    '不能用 FOR UPDATE、FOR SHARE：报表不锁定数据',
    'FOR UPDATE and FOR SHARE are not taken: a report locks nothing',
  ),
  form: text('不能用这种写法（{what}）', 'This is not taken in a report ({what})'),
  star: text('请逐列写明，不能用 *；count(*) 可以', 'Name each column; * is not taken, count(*) is'),
  schema: text('不能写模式名：直接写表名', 'Do not write a schema: name the table alone'),
  table: text('报表不能查“{what}”这张表', 'Reports do not read a table “{what}”'),
  user: text('用户表要加双引号：FROM "user"', 'The table of users needs quotes: FROM "user"'),
  column: text('没有“{what}”这一列', 'There is no column “{what}”'),
  kept: text('“{what}”这一列不供报表查询', 'The column “{what}” is not open to reports'),
  whole: text('“{what}”是整行：请写明哪一列', '“{what}” is a whole row: name a column of it'),
  function: text('不能用函数 {what}', 'The function {what} is not taken'),
  rows: text('{what} 只能写在 FROM 中', '{what} is taken in FROM only'),
  type: text('不能转换为类型 {what}', 'A cast to {what} is not taken'),
  number: text('请用 :名称 表示参数，不用 $1', 'Write :name for a parameter, not $1'),
  unknown: text('参数 :{what} 没有在下面列出', 'The parameter :{what} is not in the list below'),
  unused: text('参数 :{what} 在语句中没有用到', 'The parameter :{what} is not used in the statement'),
};

const named = (pattern: Text, what: string): Text => fill(pattern, { what });

/**
 * Puts `$1` in place of the first parameter, and so on, padded to the length of its name so that every place stays
 * where it was.
 */
function numbered(source: string, tokens: readonly Token[], parameters: readonly TemplateParameter[]): string {
  const bytes = Buffer.from(source, 'utf8');
  const used = new Set<string>();
  tokens.forEach((token, nth) => {
    if (token.tokenName === 'PARAM') throw new NotAllowed(say.number, offsetOf(source, token.start));
    const next = tokens[nth + 1];
    if (token.text !== ':' || next?.start !== token.end || !parameterName.test(next.text)) return;
    const at = parameters.findIndex(({ name }) => name === next.text);
    if (at < 0) throw new NotAllowed(named(say.unknown, next.text), offsetOf(source, token.start));
    used.add(next.text);
    bytes.write(`$${at + 1}`.padEnd(next.end - token.start), token.start, 'utf8');
  });
  const idle = parameters.find(({ name }) => !used.has(name));
  if (idle) throw new NotAllowed(named(say.unused, idle.name), null);
  return bytes.toString('utf8');
}

/** `DeleteStmt` is DELETE. */
const wordOf = (kind: string): string => kind.replace(/Stmt$/, '').toUpperCase();

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const stringOf = (node: unknown): string | undefined =>
  (node as { String?: { sval?: string } } | undefined)?.String?.sval;

/** Names of tables made in the statement itself that may be read where one stands. */
type Made = ReadonlySet<string>;

/** Names that a query's own column has without being given one. */
const unsaid = [
  'case',
  'coalesce',
  'exists',
  'array',
  'greatest',
  'least',
  'nullif',
  'row',
  'grouping',
  'bool',
  'current_date',
  'current_timestamp',
];

/** Nodes in nodes: `1 + 1 + 1` stands in two. Few are written by hand, and more would fill the stack. */
const MOST_NODES = 400;

class Reading {
  readonly tables = new Set<string>();
  readonly #source: string;
  readonly #readable: ReadonlyMap<string, Readable>;
  readonly #aliases = new Set<string>();
  /** Names that columns are given in the statement. */
  readonly #given = new Set<string>(unsaid);
  /** How many nodes the one that is looked at stands in. */
  #depth = 0;
  readonly #columns: { readonly names: readonly string[]; readonly at: number }[] = [];

  constructor(source: string, readable: ReadonlyMap<string, Readable>) {
    this.#source = source;
    this.#readable = readable;
  }

  #no(msg: Text, byte: number): never {
    throw new NotAllowed(msg, offsetOf(this.#source, byte));
  }

  /** @param at the place of what it stands in, in bytes */
  #any(value: unknown, at: number, made: Made): void {
    if (Array.isArray(value)) for (const each of value) this.#any(each, at, made);
    else if (isNode(value)) for (const [kind, body] of Object.entries(value)) this.#one(kind, body as Node, at, made);
  }

  #one(kind: string, body: Node, above: number, made: Made): void {
    this.#depth += 1;
    if (this.#depth > MOST_NODES) this.#no(tooDeep, above);
    this.#parts(kind, body, above, made);
    this.#depth -= 1;
  }

  #parts(kind: string, body: Node, above: number, made: Made): void {
    const parts = grammar[kind];
    const at = typeof body['location'] === 'number' && body['location'] >= 0 ? body['location'] : above;
    if (!parts)
      this.#no(
        kind.endsWith('Stmt') ? named(say.query, wordOf(kind)) : kind === 'A_Star' ? say.star : named(say.form, kind),
        at,
      );
    for (const part of Object.keys(body))
      if (part !== 'location' && !parts[part]) this.#no(this.#notTaken(part, kind), at);
    const inside = kind === 'SelectStmt' ? this.#with(body['withClause'] as Node | undefined, at, made) : made;
    this.#look(kind, body, at, made);
    for (const [part, how] of Object.entries(parts)) {
      const value = body[part];
      if (
        value === undefined ||
        how === '-' ||
        how === 'WithClause' ||
        (kind === 'RangeFunction' && part === 'functions')
      )
        continue;
      if (how === '*') this.#any(value, at, inside);
      else this.#one(how, value as Node, at, inside);
    }
  }

  #notTaken(part: string, kind: string): Text {
    if (part === 'schemaname' || part === 'catalogname') return say.schema;
    return part === 'intoClause' ? say.into : part === 'lockingClause' ? say.lock : named(say.form, `${kind}.${part}`);
  }

  /** Each of the tables a WITH makes may read those before it; of a recursive one, all. */
  #with(clause: Node | undefined, at: number, made: Made): Made {
    if (!clause) return made;
    const ctes = (clause['ctes'] as { CommonTableExpr: Node }[]).map(({ CommonTableExpr: cte }) => cte);
    for (const part of Object.keys(clause))
      if (part !== 'location' && !grammar['WithClause']![part]) this.#no(this.#notTaken(part, 'WITH'), at);
    const inside = new Set([...made, ...(clause['recursive'] ? ctes.map((cte) => String(cte['ctename'])) : [])]);
    for (const cte of ctes) {
      this.#one('CommonTableExpr', cte, at, new Set(inside));
      inside.add(String(cte['ctename']));
    }
    return inside;
  }

  #look(kind: string, body: Node, at: number, made: Made): void {
    if (kind === 'RangeVar') this.#table(body, at, made);
    else if (kind === 'ColumnRef') this.#columns.push({ names: this.#namesOf(body['fields'], at), at });
    else if (kind === 'A_Indirection')
      for (const each of body['indirection'] as unknown[]) {
        if (stringOf(each) !== undefined) this.#columns.push({ names: ['', stringOf(each)!], at });
      }
    else if (kind === 'FuncCall') this.#function(this.#calledOf(body, at), at);
    else if (kind === 'RangeFunction') this.#rows(body, at, made);
    else if (kind === 'TypeName') this.#type(body, at);
    else if (kind === 'SQLValueFunction' && !clockWords.has(String(body['op'])))
      this.#no(named(say.function, String(body['op']).replace('SVFOP_', '').toLowerCase()), at);
    else if (kind === 'A_Expr' && ((body['name'] as unknown[] | undefined) ?? []).length > 1)
      this.#no(named(say.form, 'OPERATOR()'), at);
    else if (kind === 'ResTarget' && typeof body['name'] === 'string') this.#given.add(body['name']);
    else if (kind === 'Alias') this.#alias(body);
    else if (kind === 'CommonTableExpr') this.#names(body['aliascolnames']);
  }

  #names = (list: unknown): void => {
    for (const each of (list as unknown[] | undefined) ?? []) this.#given.add(stringOf(each) ?? '');
  };

  #alias(body: Node): void {
    this.#aliases.add(String(body['aliasname']));
    this.#names(body['colnames']);
  }

  #table(body: Node, at: number, made: Made): void {
    const name = String(body['relname']);
    if (!isNode(body['alias'])) this.#aliases.add(name);
    if (made.has(name)) return;
    if (!this.#readable.has(name)) this.#no(named(say.table, name), at);
    this.tables.add(name);
  }

  #namesOf(fields: unknown, at: number): string[] {
    return (fields as unknown[]).map((each) => stringOf(each) ?? this.#no(say.star, at));
  }

  /** The name alone: the grammar itself writes `pg_catalog` before what it has words of its own for. */
  #calledOf(body: Node, at: number): string {
    const names = this.#namesOf(body['funcname'], at);
    if (names.length > 2 || (names.length === 2 && names[0] !== 'pg_catalog'))
      this.#no(named(say.function, names.join('.')), at);
    return names.at(-1)!;
  }

  #function(name: string, at: number): void {
    if (rowFunctions.has(name)) this.#no(named(say.rows, name), at);
    if (!functions.has(name)) this.#no(named(say.function, name), at);
    this.#given.add(name);
  }

  #rows(body: Node, at: number, made: Made): void {
    for (const each of body['functions'] as { List: { items: Node[] } }[]) {
      const [call, columns] = each.List.items;
      if (call?.['SQLValueFunction'])
        this.#no((call['SQLValueFunction'] as Node)['op'] === 'SVFOP_USER' ? say.user : named(say.form, 'FROM'), at);
      if (!call?.['FuncCall'] || (isNode(columns) && Object.keys(columns).length > 0))
        this.#no(named(say.form, 'FROM'), at);
      const { funcname, ...rest } = call['FuncCall'] as Node;
      const name = this.#calledOf({ funcname }, at);
      if (!rowFunctions.has(name)) this.#no(named(say.function, name), at);
      for (const part of Object.keys(rest))
        if (!['args', 'funcformat', 'location'].includes(part)) this.#no(named(say.form, name), at);
      this.#any(rest['args'], at, made);
      this.#given.add(name).add('ordinality');
    }
    const alias = body['alias'] as Node | undefined;
    if (alias) this.#given.add(String(alias['aliasname']));
  }

  #type(body: Node, at: number): void {
    const names = this.#namesOf(body['names'], at);
    const name = names.at(-1)!;
    if (names.length > 2 || (names.length === 2 && names[0] !== 'pg_catalog') || !types.has(name))
      this.#no(named(say.type, names.join('.')), at);
    this.#given.add(name);
  }

  /** When all is read: a column is one of the tables that are read, or one the statement makes itself. */
  #named(): void {
    const tables = [...this.tables].map((table) => this.#readable.get(table)!);
    for (const { names, at } of this.#columns) {
      const name = names.at(-1)!;
      if (names.length > 2) this.#no(say.schema, at);
      if (this.#given.has(name) || tables.some(({ columns }) => columns.has(name))) continue;
      if (tables.some(({ kept }) => kept.has(name))) this.#no(named(say.kept, name), at);
      this.#no(named(this.#aliases.has(name) ? say.whole : say.column, name), at);
    }
  }

  whole(stmt: Node): void {
    const [kind, body] = Object.entries(stmt)[0]!;
    this.#one(kind, body as Node, 0, new Set());
    this.#named();
  }
}

function read(
  { scan, parse }: Parser,
  source: string,
  parameters: readonly TemplateParameter[],
  readable: ReadonlyMap<string, Readable>,
): Statement {
  const tokens = scan(source);
  const first = tokens.find(({ tokenName }) => !/COMMENT/.test(tokenName))?.text.toUpperCase();
  const body = numbered(source, tokens, parameters.slice(0, MOST_PARAMETERS));
  const { stmt, end } = parse(body);
  if (!('SelectStmt' in stmt))
    throw new NotAllowed(
      named(say.query, first === undefined || first === 'WITH' ? wordOf(Object.keys(stmt)[0]!) : first),
      null,
    );
  const reading = new Reading(body, readable);
  reading.whole(stmt);
  return { body: body.slice(0, end), parameters, tables: [...reading.tables] };
}

/** Looks at a statement with the parameters it is kept with; says the first thing that is wrong, and where. */
export async function lookAt(
  source: string,
  parameters: readonly TemplateParameter[],
  readable: ReadonlyMap<string, Readable>,
): Promise<Looked> {
  try {
    return { statement: read(await parser(), source, parameters, readable) };
  } catch (error) {
    if (error instanceof NotAllowed) return { problem: placed(error.msg, source, error.at) };
    throw error;
  }
}
