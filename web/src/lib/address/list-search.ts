/** What a list's address carries, so that a search can be shared, reloaded and gone back to. */
export interface ListSearch<Filter extends string> {
  search?: string;
  filter?: Filter;
  /** Counted from 1. */
  page?: number;
}

/** How many rows a list shows at a time. */
export const PAGE_SIZE = 20;

/**
 * Reads a list's address; what is missing, malformed or the default is left out, so that addresses stay short.
 * @param filters the first is the default
 */
export function listSearch<Filter extends string>(
  filters: readonly Filter[],
): (search: Record<string, unknown>) => ListSearch<Filter> {
  return (raw) => {
    const text =
      typeof raw['search'] === 'string' || typeof raw['search'] === 'number' ? String(raw['search']) : '';
    const filter = filters.find((candidate) => candidate === raw['filter']);
    const page = Number(raw['page']);
    return {
      ...(text.trim() === '' ? {} : { search: text.slice(0, 200) }),
      ...(filter === undefined || filter === filters[0] ? {} : { filter }),
      ...(Number.isInteger(page) && page > 1 ? { page } : {}),
    };
  };
}
