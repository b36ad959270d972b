/** Reads from an address which of a page's tabs it asks for. @param tabs the first is the default, and left out */
export const tabSearch =
  <Tab extends string>(tabs: readonly Tab[]) =>
  (raw: Record<string, unknown>): { tab?: Tab } => {
    const tab = tabs.find((candidate) => candidate === raw['tab']);
    return tab === undefined || tab === tabs[0] ? {} : { tab };
  };
