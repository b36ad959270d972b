import { streams } from '@lacre/contracts';
import type { Language } from '@lacre/contracts/languages';
import type { DomainLog } from '@lacre/domain-log';

/** The language that is registered of a person; undefined for none. */
export async function personLanguage(
  log: DomainLog,
  tenantId: string,
  personId: string,
): Promise<Language | undefined> {
  let language: Language | undefined;
  for await (const event of log.readStream(streams.person(personId)))
    if (
      (event.type === 'PersonCreated' || event.type === 'PersonDrafted' || event.type === 'PersonEdited') &&
      event.data.tenantId === tenantId
    )
      language = event.data.fields.language;
  return language;
}
