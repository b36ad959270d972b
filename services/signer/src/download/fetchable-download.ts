import { reaches, type CompanyReach, type UserPrincipal } from '@lacre/access';
import type { DomainLog } from '@lacre/domain-log';
import { Refusal } from '@lacre/http';

import { readDownload } from './download-record.ts';

export interface FetchableDownload {
  downloadId: string;
  sha256: string;
  sizeBytes: number;
  description: string;
}

/**
 * The zip, when the caller may have it: its requester, while they reach the companies whose documents are in it and its
 * time lasts. Decided from the download's own stream and the clock; another's download is a 404.
 *
 * @throws Refusal DOWNLOAD_NOT_FOUND, DOWNLOAD_NOT_READY, DOWNLOAD_EXPIRATION_AUTO_DELETE
 */
export async function fetchableDownload(
  { log, now }: { log: DomainLog; now: () => Date },
  principal: UserPrincipal,
  downloadId: string,
): Promise<FetchableDownload> {
  const record = await readDownload(log, downloadId);
  const own =
    record?.requested.tenantId === principal.tenantId &&
    record.requested.requestedBy.userId === principal.sub &&
    isWithinReach(principal.companies, record.requested.companyIds);
  if (!record || !own) throw new Refusal('DOWNLOAD_NOT_FOUND');
  const { requested, prepared, expired } = record;
  if (!prepared) throw new Refusal('DOWNLOAD_NOT_READY');
  if (expired || now() >= new Date(prepared.expiresAt)) throw new Refusal('DOWNLOAD_EXPIRATION_AUTO_DELETE');
  const { sha256, sizeBytes } = prepared;
  return { downloadId, sha256, sizeBytes, description: requested.description };
}

/** A request that names no companies is from before common users could make any. */
const isWithinReach = (reach: CompanyReach, companyIds: readonly string[] | undefined): boolean =>
  reach === 'all' || (companyIds?.every((companyId) => reaches(reach, companyId)) ?? false);
