import type { z } from 'zod';

import { documentSettings, keySettings, outsideSettings, sealSettings } from './document-settings.ts';
import { messageSettings, signInSettings } from './message-settings.ts';
import type { Reader, Service, Setting, SettingGroup } from './setting.ts';
import { databaseSettings, logSettings, queueSettings } from './store-settings.ts';
import { addressSettings, limitSettings } from './web-settings.ts';

/** Every variable that the product reads, in the order in which operators read of them. */
export const SETTING_GROUPS: readonly (readonly [title: string, group: SettingGroup])[] = [
  ['Addresses', addressSettings],
  ['Database', databaseSettings],
  ['Log', logSettings],
  ['Work queue', queueSettings],
  ['Keys', keySettings],
  ['Mail and messages', messageSettings],
  ['Sign-in', signInSettings],
  ['Files and documents', documentSettings],
  ['Seals and time stamps', sealSettings],
  ['Limits', limitSettings],
  ['Services of others', outsideSettings],
];

type Declared = typeof addressSettings &
  typeof databaseSettings &
  typeof logSettings &
  typeof queueSettings &
  typeof keySettings &
  typeof messageSettings &
  typeof signInSettings &
  typeof documentSettings &
  typeof sealSettings &
  typeof limitSettings &
  typeof outsideSettings;

export type SettingName = keyof Declared;

/** What settings come to; those that may be absent are so where they are. */
export type Environment = { [Name in SettingName]: z.output<Declared[Name]['schema']> };

type ReadBy<By extends Reader> = {
  [Name in SettingName]: By extends Declared[Name]['readBy'][number] ? Name : never;
}[SettingName];

type NeededBy<Name extends SettingName> = Declared[Name] extends {
  neededBy: readonly (infer Needing extends Service)[];
}
  ? Needing
  : never;

/** What a service reads, where those that it cannot do without are there. */
export type SettingsOf<By extends Reader> = {
  [Name in ReadBy<By>]: By extends NeededBy<Name> ? NonNullable<Environment[Name]> : Environment[Name];
};

export const SETTINGS: ReadonlyMap<string, Setting> = new Map(
  SETTING_GROUPS.flatMap(([, group]) => Object.entries(group)),
);
