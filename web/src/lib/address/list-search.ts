/** What the address of a list that is searched carries, so that it can be shared, reloaded and gone back to. */
export interface PlainSearch {
  search?: string;
  /** Counted from 1. */
  page?: number;
}

/** That of a list with filters. */
export interface ListSearch<Filter extends string> extends PlainSearch {
  filter?: Filter;
}

/** How many rows a list shows at a time. */
export const PAGE_SIZE = 20;

// Of an address, what is missing, malformed or the default is left out, so that addresses stay short.

/** Reads the page of a list from its address. */
export function pageSearch(raw: Record<string, unknown>): Pick<PlainSearch, 'page'> {
  const page = Number(raw['page']);
  return Number.isInteger(page) && page > 1 ? { page } : {};
}

/** Reads what a list is searched for from its address. */
export function textSearch({ search }: Record<string, unknown>): Pick<PlainSearch, 'search'> {
  const text = typeof search === 'string' || typeof search === 'number' ? String(search) : '';
  return text.trim() === '' ? {} : { search: text.slice(0, 200) };
}

/** Reads the address of a list that is searched. */
export const plainSearch = (raw: Record<string, unknown>): PlainSearch => ({
  ...textSearch(raw),
  ...pageSearch(raw),
});

/** Reads the address of a list with filters. @param filters the first is the default */
export function listSearch<Filter extends string>(
  filters: readonly Filter[],
): (raw: Record<string, unknown>) => ListSearch<Filter> {
  return (raw) => {
    const filter = filters.find((candidate) => candidate === raw['filter']);
    return { ...plainSearch(raw), ...(filter === undefined || filter === filters[0] ? {} : { filter }) };
  };
}
