/** What a list shows, all of it in the page's address. `filters` by the wire's parameter names. */
export type ListState = {
  page: number;
  size: number;
  sort: string;
  keyword: string;
  /** Names of the columns shown, where the address says them. */ columns: string;
  filters: Record<string, string>;
  /** The page that led here, an address of the console; a way back is offered. */ from: string;
};

export const sizes = [10, 20, 50, 100, 200, 500] as const;
export const defaultSize = 20;

const own = new Set([
  'page',
  'size',
  'sort',
  'keyword',
  'columns',
  'name',
  'src',
  'i18n',
  'target',
  'open',
  'from',
  'do',
]);

/** An address of the console itself, or nothing: no other is led to. */
const ownAddress = (address: string | null): string => (address && /^\/(?![/\\])/.test(address) ? address : '');

/** Reads a list's state from its address; what makes no sense becomes the default. */
export function stateOf(params: URLSearchParams): ListState {
  const page = Number(params.get('page'));
  const size = Number(params.get('size'));
  const filters: Record<string, string> = {};
  for (const [name, value] of params) if (!own.has(name) && value !== '') filters[name] = value;
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: (sizes as readonly number[]).includes(size) ? size : defaultSize,
    sort: params.get('sort') ?? '',
    keyword: params.get('keyword') ?? '',
    columns: params.get('columns') ?? '',
    filters,
    from: ownAddress(params.get('from')),
  };
}

/** The address of a state; defaults are left out, so that a plain list has a plain address. */
export function paramsOf(state: ListState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.keyword) params.set('keyword', state.keyword);
  for (const [name, value] of Object.entries(state.filters).sort(([a], [b]) => a.localeCompare(b)))
    if (value !== '') params.set(name, value);
  if (state.sort) params.set('sort', state.sort);
  if (state.columns) params.set('columns', state.columns);
  if (state.page > 1) params.set('page', String(state.page));
  if (state.size !== defaultSize) params.set('size', String(state.size));
  if (state.from) params.set('from', state.from);
  return params;
}

/** The order a header click leads to: descending, ascending, then the list's own. */
export const nextSort = (sort: string, field: string): string =>
  sort === `-${field}` ? field : sort === field ? '' : `-${field}`;

/**
 * Parameters of the list call for a state. `defaults` fill filters that the address does not name; the declared order
 * goes without saying.
 */
export const listQuery = (
  state: ListState,
  defaults: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
  current: String(state.page),
  size: String(state.size),
  ...sortQuery(state),
  ...filterQuery(state, defaults),
});

export const sortQuery = (state: ListState): Record<string, string> => (state.sort ? { sort: state.sort } : {});

/** The filters alone: what an export of the current view takes. */
export const filterQuery = (
  state: ListState,
  defaults: Readonly<Record<string, string>> = {},
): Record<string, string> => ({ ...defaults, ...state.filters, ...(state.keyword ? { keyword: state.keyword } : {}) });
