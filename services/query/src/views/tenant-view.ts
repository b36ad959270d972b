import { MIN_FACE_SIMILARITY, signLanguageHostOf, type AnswerOf } from '@lacre/contracts';
import type { ReadSchema } from '@lacre/read-models';

/** Its address holds what it is, so that a cache keeps it for good. */
const imageUrl = (tenantId: string, sha256: string | null): string | null =>
  sha256 === null ? null : `/tenant/${tenantId}/image/${sha256}`;

const imagesOf = ({
  tenant_id: tenantId,
  logo_sha256: logo,
  bg_sha256: background,
}: ReadSchema['read.tenant']) => ({
  logoUrl: imageUrl(tenantId, logo),
  backgroundUrl: imageUrl(tenantId, background),
});

/** @param vlibrasUrl where the widget for Libras is; null where none is offered */
export const settingsOf = (
  row: ReadSchema['read.tenant'],
  vlibrasUrl: string | null,
): AnswerOf<'tenantSettings'> => ({
  displayName: row.settings.displayName ?? row.name,
  primaryColor: row.settings.primaryColor ?? null,
  deadlineDays: row.settings.deadlineDays ?? null,
  reminders: row.settings.reminders ?? null,
  requirements: row.settings.requirements ?? { location: false },
  faceSimilarity: row.settings.faceSimilarity ?? MIN_FACE_SIMILARITY,
  sharedContacts: row.settings.sharedContacts ?? false,
  signLanguage: row.settings.signLanguage ?? false,
  signLanguageHost: signLanguageHostOf(vlibrasUrl),
  totemLanguage: row.settings.totemLanguage ?? 'pt-BR',
  ...imagesOf(row),
});

/** What is public at an address of the tenant. */
export const brandingOf = (row: ReadSchema['read.tenant'], domain: string): AnswerOf<'tenantBranding'> => ({
  domain,
  name: row.settings.displayName ?? row.name,
  primaryColor: row.settings.primaryColor ?? null,
  ...imagesOf(row),
});
