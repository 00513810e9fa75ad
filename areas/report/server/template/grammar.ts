/** What of PostgreSQL's grammar a report template may use. Whatever is not named here is refused. */

/**
 * A part of a node: `-` is a plain value, `*` a node or a list of them, a name is a node of that kind written without
 * it.
 */
type Part = '-' | '*' | 'SelectStmt' | 'WithClause' | 'Alias' | 'TypeName' | 'WindowDef';

export const grammar: Readonly<Record<string, Readonly<Record<string, Part>>>> = {
  SelectStmt: {
    distinctClause: '*',
    targetList: '*',
    fromClause: '*',
    whereClause: '*',
    groupClause: '*',
    groupDistinct: '-',
    havingClause: '*',
    windowClause: '*',
    valuesLists: '*',
    sortClause: '*',
    limitOffset: '*',
    limitCount: '*',
    limitOption: '-',
    withClause: 'WithClause',
    op: '-',
    all: '-',
    larg: 'SelectStmt',
    rarg: 'SelectStmt',
  },
  WithClause: { ctes: '*', recursive: '-' },
  CommonTableExpr: { ctename: '-', aliascolnames: '*', ctematerialized: '-', ctequery: '*' },
  ResTarget: { name: '-', val: '*' },
  RangeVar: { relname: '-', inh: '-', relpersistence: '-', alias: 'Alias' },
  RangeSubselect: { lateral: '-', subquery: '*', alias: 'Alias' },
  RangeFunction: { lateral: '-', ordinality: '-', functions: '*', alias: 'Alias' },
  JoinExpr: { jointype: '-', isNatural: '-', larg: '*', rarg: '*', usingClause: '*', quals: '*', alias: 'Alias' },
  Alias: { aliasname: '-', colnames: '*' },
  ColumnRef: { fields: '*' },
  ParamRef: { number: '-' },
  A_Const: { ival: '-', fval: '-', sval: '-', boolval: '-', isnull: '-' },
  A_Expr: { kind: '-', name: '*', lexpr: '*', rexpr: '*', rexpr_list_start: '-', rexpr_list_end: '-' },
  BoolExpr: { boolop: '-', args: '*' },
  NullTest: { arg: '*', nulltesttype: '-', argisrow: '-' },
  BooleanTest: { arg: '*', booltesttype: '-' },
  FuncCall: {
    funcname: '*',
    args: '*',
    agg_order: '*',
    agg_filter: '*',
    over: 'WindowDef',
    agg_within_group: '-',
    agg_star: '-',
    agg_distinct: '-',
    funcformat: '-',
  },
  NamedArgExpr: { name: '-', arg: '*', argnumber: '-' },
  CaseExpr: { arg: '*', args: '*', defresult: '*' },
  CaseWhen: { expr: '*', result: '*' },
  CoalesceExpr: { args: '*' },
  MinMaxExpr: { op: '-', args: '*' },
  SQLValueFunction: { op: '-', typmod: '-' },
  TypeCast: { arg: '*', typeName: 'TypeName' },
  TypeName: { names: '*', typmods: '*', typemod: '-', arrayBounds: '*' },
  SubLink: { subLinkType: '-', testexpr: '*', operName: '*', subselect: '*' },
  SortBy: { node: '*', sortby_dir: '-', sortby_nulls: '-' },
  WindowDef: {
    name: '-',
    refname: '-',
    partitionClause: '*',
    orderClause: '*',
    frameOptions: '-',
    startOffset: '*',
    endOffset: '*',
  },
  GroupingSet: { kind: '-', content: '*' },
  GroupingFunc: { args: '*' },
  RowExpr: { args: '*', row_format: '-' },
  A_ArrayExpr: { elements: '*', list_start: '-', list_end: '-' },
  A_Indirection: { arg: '*', indirection: '*' },
  A_Indices: { is_slice: '-', lidx: '*', uidx: '*' },
  List: { items: '*' },
  String: { sval: '-' },
  Integer: { ival: '-' },
};

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** None of them changes anything, reads what is no row, waits, or makes much out of little. */
export const functions = words(`
  count sum avg min max bool_and bool_or every string_agg stddev stddev_pop stddev_samp variance var_pop var_samp percentile_cont percentile_disc mode corr
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  now date_trunc date_part date_bin extract age to_char to_date to_timestamp to_number make_date make_interval make_timestamp make_timestamptz timezone justify_days justify_hours justify_interval isfinite overlaps
  length char_length character_length lower upper initcap btrim ltrim rtrim substring substr left right position strpos replace translate split_part concat concat_ws reverse starts_with regexp_replace like_escape similar_to_escape overlay
  abs ceil ceiling floor round trunc mod power sqrt exp ln log sign div width_bucket
  array_length cardinality array_to_string array_position
`);

/** Rows out of a value; only where rows are expected. */
export const rowFunctions = words('generate_series unnest');

/** Besides, `current_user` and its like are no one's business. */
export const clockWords = words(
  'SVFOP_CURRENT_DATE SVFOP_CURRENT_TIME SVFOP_CURRENT_TIME_N SVFOP_CURRENT_TIMESTAMP SVFOP_CURRENT_TIMESTAMP_N SVFOP_LOCALTIME SVFOP_LOCALTIME_N SVFOP_LOCALTIMESTAMP SVFOP_LOCALTIMESTAMP_N',
);

/** As the grammar calls them: `integer` is `int4`, `timestamp with time zone` is `timestamptz`. */
export const types = words(
  'text varchar bpchar int2 int4 int8 numeric float4 float8 bool date time timetz timestamp timestamptz interval uuid jsonb',
);
