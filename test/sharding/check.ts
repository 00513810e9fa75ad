/**
 * Whether a statement can be run where the rows of a tenant lie on one of many nodes. Rules of Citus, read in its
 * planner (multi_router_planner.c): what speaks of one tenant names it for every table, what speaks of all takes no row
 * locks and joins by tenant, and what is changed is not changed by functions that may answer otherwise on another node.
 */
import { loadModule, parseSync } from 'libpg-query';
import type { Placement } from '#db/distribute.ts';

await loadModule();

type Node = Record<string, any>;
type Ref = {
  readonly alias: string;
  readonly distributed: boolean;
  readonly reference: boolean;
  readonly owner: Level;
};
type Side = Ref | 'given';
/**
 * A statement, or a query inside an expression of one: it is planned apart, so its tables must name their tenant in it.
 */
type Apart = {
  readonly refs: Ref[];
  readonly equal: [Side, Side][];
  /** names its tenant itself */ readonly own: boolean;
};
type Level = {
  readonly refs: Ref[];
  /** The tables of each query that UNION puts together; none where it is one query. */
  readonly arms: Ref[][];
  readonly outer: Level | null;
  readonly ctes: ReadonlyMap<string, boolean>;
  readonly apart: Apart;
};

/** `platform`: the statement may speak of all tenants. */
export type LoggedStatement = { readonly sql: string; readonly platform: boolean };

const levels = ['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt'] as const;
/** Functions that are not IMMUTABLE; `made` may even differ between two calls in one statement. */
const stable = new Set([
  'now',
  'to_char',
  'to_timestamp',
  'date_trunc',
  'current_setting',
  'age',
  'to_date',
  'transaction_timestamp',
  'statement_timestamp',
]);
const made = new Set(['random', 'gen_random_uuid', 'clock_timestamp', 'nextval', 'timeofday']);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function* within(node: unknown, stop: (node: Node) => boolean = () => false): Generator<Node> {
  if (Array.isArray(node)) for (const each of node) yield* within(each, stop);
  else if (isNode(node)) {
    yield node;
    if (!stop(node)) for (const each of Object.values(node)) yield* within(each, stop);
  }
}

const opensLevel = (node: Node): boolean => levels.some((kind) => kind in node);
const fieldsOf = (node: Node | undefined): string[] | null =>
  node?.['ColumnRef'] ? (node['ColumnRef'].fields as Node[]).map((field) => field['String']?.sval ?? '*') : null;
const nameOf = (call: Node): string => (call['funcname'] as Node[]).at(-1)?.['String']?.sval ?? '';

/** The sides of every `a = b` that must hold, also of `(a, b) = (c, d)`. */
function equalities(condition: Node | undefined): [Node, Node][] {
  if (!condition) return [];
  if (condition['BoolExpr']?.boolop === 'AND_EXPR') return (condition['BoolExpr'].args as Node[]).flatMap(equalities);
  const expr = condition['A_Expr'];
  if (expr?.kind !== 'AEXPR_OP' || expr.name[0]['String'].sval !== '=') return [];
  const [left, right] = [expr.lexpr, expr.rexpr] as [Node, Node];
  const [many, others] = [left['RowExpr']?.args, right['RowExpr']?.args] as [Node[] | undefined, Node[] | undefined];
  return many && others ? many.map((each, at) => [each, others[at]!]) : [[left, right]];
}

class Statement {
  readonly problems: string[] = [];
  readonly #places: ReadonlyMap<string, Placement>;
  readonly #platform: boolean;
  /** Tables by what their tenant is equal to. */
  readonly #parent = new Map<Side, Side>();
  readonly #apart: Apart[] = [];
  readonly #drawn = new Set<Apart>();
  /**
   * Called at the end, when every condition of the statement has been read: what is inside is also held by what is
   * around it.
   */
  readonly #levels: (() => void)[] = [];

  constructor(places: ReadonlyMap<string, Placement>, platform: boolean) {
    this.#places = places;
    this.#platform = platform;
  }

  whole(stmt: Node): void {
    this.level(stmt, null, this.#planned(null));
    for (const check of this.#levels) check();
    if (!this.#platform) for (const each of this.#apart) this.#ownTenant(each);
  }

  /** @param around null for the statement itself; what is `drawn` and all in it need not name its tenant */
  #planned(around: Apart | null, drawn = false): Apart {
    const apart: Apart = { refs: [], equal: [], own: around !== null && !drawn && !this.#drawn.has(around) };
    if (drawn || (around && this.#drawn.has(around))) this.#drawn.add(apart);
    this.#apart.push(apart);
    return apart;
  }

  /** A query in an expression that takes its tenant from the row around it cannot be sent to one node. */
  #ownTenant({ refs, equal, own }: Apart): void {
    if (!own) return;
    const given = new Set<Side>(['given']);
    for (let before = 0; before < given.size;) {
      before = given.size;
      for (const [a, b] of equal) if (given.has(a) || given.has(b)) given.add(a).add(b);
    }
    for (const ref of refs)
      if (ref.distributed && !given.has(ref) && this.#given(ref))
        this.problems.push(`${ref.alias} takes its tenant from the row around it`);
  }

  #root(ref: Side): Side {
    const up = this.#parent.get(ref) ?? ref;
    return up === ref ? ref : this.#root(up);
  }

  #join(a: Side, b: Side, apart: Apart): void {
    apart.equal.push([a, b]);
    const [one, other] = [this.#root(a), this.#root(b)];
    if (one === other) return;
    if (one === 'given') this.#parent.set(other, one);
    else this.#parent.set(one, other);
  }

  #given = (ref: Ref): boolean => this.#root(ref) === 'given';

  #place = (name: string): Placement => this.#places.get(name) ?? 'local';

  #find(level: Level | null, fields: readonly string[]): Ref | null {
    if (!level) return null;
    const found =
      fields.length > 1
        ? level.refs.find(({ alias }) => alias === fields[0])
        : level.refs.filter(({ distributed }) => distributed).length === 1
          ? level.refs.find(({ distributed }) => distributed)
          : undefined;
    return found ?? this.#find(level.outer, fields);
  }

  /** What a side of an equality says of a tenant: a table's, one that was given, or nothing. */
  #tenantOf(side: Node, level: Level): Side | null {
    const fields = fieldsOf(side);
    if (fields) return fields.at(-1) === 'tenant_id' ? this.#find(level, fields) : null;
    return side['ParamRef'] ||
      side['A_Const'] ||
      side['FuncCall'] ||
      (side['TypeCast'] && !fieldsOf(side['TypeCast'].arg))
      ? 'given'
      : null;
  }

  #sources(item: Node, level: Level, conditions: Node[]): void {
    if (item['JoinExpr']) {
      this.#sources(item['JoinExpr'].larg, level, conditions);
      this.#sources(item['JoinExpr'].rarg, level, conditions);
      if (item['JoinExpr'].quals) conditions.push(item['JoinExpr'].quals);
      return;
    }
    if (item['RangeVar']) {
      const { relname, alias } = item['RangeVar'];
      const cte = this.#cte(level, relname);
      const ref: Ref = {
        alias: alias?.aliasname ?? relname,
        distributed: cte === undefined && this.#place(relname) === 'distributed',
        reference: cte === undefined && this.#places.get(relname) === 'reference',
        owner: level,
      };
      level.refs.push(ref);
      level.apart.refs.push(ref);
      if (cte === true) this.#join(ref, 'given', level.apart);
      return;
    }
    if (item['RangeSubselect']) {
      const apart = item['RangeSubselect'].lateral ? this.#planned(level.apart) : level.apart;
      const inner = this.level(item['RangeSubselect'].subquery, level, apart, true);
      this.#ordered(item['RangeSubselect'].subquery);
      const ref: Ref = {
        alias: item['RangeSubselect'].alias?.aliasname ?? '',
        distributed: false,
        reference: false,
        owner: level,
      };
      level.refs.push(ref);
      // A query in a query stands for the tables it is made of, however deep they lie; the engine passes conditions on
      // a UNION to each of its queries.
      for (const refs of inner.arms.length > 0 ? inner.arms : [inner.refs]) {
        const table = refs.find((each) => each.distributed || this.#root(each) !== each);
        if (table) this.#join(ref, table, level.apart);
      }
    }
  }

  #cte(level: Level | null, name: string): boolean | undefined {
    return level === null ? undefined : (level.ctes.get(name) ?? this.#cte(level.outer, name));
  }

  /** What is around a query need not keep its order. */
  #ordered(query: Node): void {
    const { sortClause, limitCount, limitOffset, distinctClause } = (query['SelectStmt'] ?? {}) as Node;
    if (sortClause && !limitCount && !limitOffset && !distinctClause)
      this.problems.push('an order that what is around it need not keep');
  }

  /**
   * @param drawn a query in FROM: who reads it names the tenant outside, so look-ups in its columns may take it from
   * their row
   */
  level(node: Node, outer: Level | null, apart: Apart, drawn = false): Level {
    const kind = levels.find((each) => each in node)!;
    const body = node[kind] as Node;
    const ctes = new Map<string, boolean>();
    const level: Level = { refs: [], arms: [], outer, ctes, apart };
    for (const { CommonTableExpr: cte } of (body['withClause']?.ctes ?? []) as Node[]) {
      const inner = this.level(cte.ctequery, { refs: [], arms: [], outer, ctes, apart }, apart);
      this.#ordered(cte.ctequery);
      if ([...within(cte.ctequery)].some((each) => each['RangeVar']?.relname === cte.ctename))
        this.#levels.push(() => this.#recursion(inner));
      ctes.set(
        cte.ctename,
        inner.refs.every((ref) => !ref.distributed || this.#given(ref)),
      );
    }
    if (kind === 'SelectStmt' && body['larg']) {
      for (const side of [body['larg'], body['rarg']] as Node[]) {
        const { refs, arms } = this.level({ SelectStmt: side }, outer, apart);
        level.refs.push(...refs);
        level.arms.push(...(arms.length > 0 ? arms : [refs]));
      }
      return level;
    }
    const conditions: Node[] = body['whereClause'] ? [body['whereClause']] : [];
    if (kind === 'UpdateStmt' || kind === 'DeleteStmt')
      this.#sources({ RangeVar: body['relation'] }, level, conditions);
    for (const item of [...(body['fromClause'] ?? []), ...(body['usingClause'] ?? [])] as Node[])
      this.#sources(item, level, conditions);
    for (const [left, right] of conditions.flatMap(equalities)) {
      const [a, b] = [this.#tenantOf(left, level), this.#tenantOf(right, level)];
      if (a && b && (a !== 'given' || b !== 'given')) this.#join(a, b, apart);
    }
    this.#inner(body, level, drawn);
    this.#levels.push(() => this.#check(kind, body, level));
    return level;
  }

  /** Statements inside expressions: in conditions, columns and values. */
  #inner(body: Node, level: Level, drawn: boolean): void {
    const parts = {
      ...body,
      fromClause: undefined,
      usingClause: undefined,
      withClause: undefined,
      larg: undefined,
      rarg: undefined,
    };
    for (const [name, part] of Object.entries(parts))
      for (const node of within(part, opensLevel))
        if (opensLevel(node)) this.level(node, level, this.#planned(level.apart, drawn && name === 'targetList'));
    const joins = [...(body['fromClause'] ?? []), ...(body['usingClause'] ?? [])] as Node[];
    for (const join of joins)
      for (const node of within(join, (each) => opensLevel(each) || 'RangeSubselect' in each))
        if (opensLevel(node)) this.level(node, level, this.#planned(level.apart));
  }

  #recursion(inner: Level): void {
    for (const ref of inner.refs)
      if (ref.distributed && !this.#given(ref)) this.problems.push(`${ref.alias} recurs without its tenant`);
  }

  #locked(body: Node, level: Level): void {
    const tables = level.refs.filter(({ distributed }) => distributed);
    if (tables.some((ref) => !this.#given(ref))) this.problems.push('rows of all tenants are locked');
    for (const { LockingClause: lock } of body['lockingClause'] as Node[]) {
      const named = (lock.lockedRels as Node[] | undefined)?.map((each) => each['RangeVar'].relname as string);
      const held = level.refs.filter(({ alias, reference }) => reference && (named?.includes(alias) ?? true));
      if (lock.strength.endsWith('SHARE'))
        for (const { alias } of held) this.problems.push(`${alias} is held by many at once`);
    }
  }

  #check(kind: (typeof levels)[number], body: Node, level: Level): void {
    const tables = level.refs.filter(({ distributed }) => distributed);
    for (const ref of tables) {
      if (!this.#platform && !this.#given(ref)) this.problems.push(`${ref.alias} is read without its tenant`);
      if (this.#root(ref) !== this.#root(tables[0]!))
        this.problems.push(`${ref.alias} and ${tables[0]!.alias} are not joined by tenant`);
    }
    if (body['lockingClause']) this.#locked(body, level);
    if (kind === 'SelectStmt') return;
    const target = body['relation'].relname as string;
    if (this.#place(target) === 'distributed') {
      this.#changes(kind, body);
      this.#sets(body);
      if (kind === 'InsertStmt') this.#inserts(body);
    } else if (
      kind !== 'InsertStmt' &&
      [...within(body)].some((node) => node['RangeVar'] && this.#place(node['RangeVar'].relname) === 'distributed')
    )
      this.problems.push(`${target} is changed by what lies on the nodes`);
    if (kind !== 'InsertStmt' && this.#platform && level.refs.length > 1 && tables.some((ref) => !this.#given(ref)))
      this.problems.push(`${target} is changed for all tenants by a join`);
  }

  /** Rows never go from tenant to tenant, and a change on many nodes takes no `CASE x WHEN`. */
  #sets(body: Node): void {
    const set = [...(body['onConflictClause']?.targetList ?? []), ...(body['cols'] ? [] : (body['targetList'] ?? []))];
    if (set.some((each: Node) => each['ResTarget']?.name === 'tenant_id')) this.problems.push('the tenant is set');
    if ([...within(body)].some((node) => node['CaseExpr']?.arg)) this.problems.push('CASE x WHEN in a change');
  }

  /**
   * INSERT … SELECT: its tenant is a column of what it reads, and it answers something, or else it becomes a COPY that
   * row security refuses.
   */
  #inserts(body: Node): void {
    const query = body['selectStmt']?.SelectStmt as Node | undefined;
    if (!query || query['valuesLists']) return;
    if (!body['returningClause'] && !body['onConflictClause'])
      this.problems.push('many rows are inserted without RETURNING or ON CONFLICT');
    const at = ((body['cols'] ?? []) as Node[]).findIndex((each) => each['ResTarget'].name === 'tenant_id');
    const tenant = (query['targetList'] as Node[] | undefined)?.[at]?.['ResTarget'].val as Node | undefined;
    const reads = [...within(query['fromClause'], opensLevel)].some(
      (node) => node['RangeVar'] && this.#place(node['RangeVar'].relname) === 'distributed',
    );
    if (reads && !tenant?.['ColumnRef'])
      this.problems.push('rows are inserted whose tenant is no column of what is read');
  }

  #changes(kind: (typeof levels)[number], body: Node): void {
    const conflict = body['onConflictClause'];
    const parts =
      kind === 'InsertStmt' ? [conflict?.targetList, conflict?.whereClause] : [body['targetList'], body['whereClause']];
    for (const node of within(parts)) {
      if (node['FuncCall'] && made.has(nameOf(node['FuncCall'])))
        this.problems.push(`${nameOf(node['FuncCall'])}() in a change`);
    }
    const flips = (node: Node): boolean =>
      (node['FuncCall'] !== undefined && stable.has(nameOf(node['FuncCall']))) ||
      node['SQLValueFunction'] !== undefined ||
      (node['A_Expr'] !== undefined && addsInterval(node['A_Expr']));
    for (const node of within([...parts, body['returningClause']])) {
      if (flips(node) && (conflict !== undefined || [...within(node)].some((each) => each['ColumnRef'])))
        this.problems.push(`a change by what another node may answer otherwise: ${textOf(node)}`);
      const chosen = node['CoalesceExpr'] ?? node['CaseExpr'];
      const moving = chosen && [...within(chosen)].find(flips);
      if (moving) this.problems.push(`CASE or coalesce with ${textOf(moving)} in a change`);
    }
  }
}

/** `timestamptz ± interval` depends on the zone of the session. */
function addsInterval(expr: Node): boolean {
  if (expr['kind'] !== 'AEXPR_OP' || !['+', '-'].includes(expr['name'][0]['String'].sval)) return false;
  const isInterval = (side: Node | undefined): boolean =>
    side?.['TypeCast']?.typeName.names.at(-1)['String'].sval === 'interval' ||
    (side?.['FuncCall'] !== undefined && nameOf(side['FuncCall']) === 'make_interval');
  return isInterval(expr['lexpr']) || isInterval(expr['rexpr']);
}

const textOf = (node: Node): string =>
  node['FuncCall'] ? `${nameOf(node['FuncCall'])}()` : node['A_Expr'] ? 'an instant and an interval' : 'the clock';

/**
 * What speaks against running the statement on many nodes; empty for most. What is no statement on rows (BEGIN, SET,
 * COPY) is not looked at.
 */
export function problemsOf(places: ReadonlyMap<string, Placement>, { sql, platform }: LoggedStatement): string[] {
  const statement = new Statement(places, platform);
  for (const { stmt } of (parseSync(sql) as { stmts?: { stmt: Node }[] }).stmts ?? [])
    if (opensLevel(stmt)) statement.whole(stmt);
  return [...new Set(statement.problems)];
}
