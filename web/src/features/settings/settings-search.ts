const TABS = ['identidade', 'processos', 'dominios', 'etiquetas'] as const;
export type SettingsTab = (typeof TABS)[number];

/** Which part of the settings the address asks for; the first is the default. */
export function settingsSearch(raw: Record<string, unknown>): { tab?: SettingsTab } {
  const tab = TABS.find((candidate) => candidate === raw['tab']);
  return tab === undefined || tab === TABS[0] ? {} : { tab };
}
