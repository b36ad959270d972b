import { tabSearch } from '@/lib/address/tab-search.ts';

const TABS = ['identidade', 'processos', 'dominios', 'etiquetas'] as const;
export type SettingsTab = (typeof TABS)[number];

/** Which part of the settings the address asks for. */
export const settingsSearch = tabSearch(TABS);
