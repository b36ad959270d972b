import { BlobNotFound, type BlobStore } from '@lacre/blob-store';
import { streams, type DataOf } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import type { Logger } from 'pino';

type Changed = DataOf<'TenantImageChanged'>;
type TenantImages = ReadonlyMap<Changed['name'], NonNullable<Changed['image']>>;

/** The images that a tenant has now, as its own stream says. */
export async function tenantImages(log: DomainLog, tenantId: string): Promise<TenantImages> {
  const images = new Map<Changed['name'], NonNullable<Changed['image']>>();
  for await (const event of log.readStream(streams.tenant(tenantId))) {
    if (event.type !== 'TenantImageChanged') continue;
    const { name, image } = event.data;
    if (image === undefined) images.delete(name);
    else images.set(name, image);
  }
  return images;
}

/** The bytes of a tenant's logo; undefined when there is none, or it was changed at this very moment. */
export async function tenantLogo(
  { log, blobs, logger }: { log: DomainLog; logger: Logger; blobs: BlobStore },
  tenantId: string,
): Promise<Buffer | undefined> {
  const logo = (await tenantImages(log, tenantId)).get('logo');
  if (logo === undefined) return undefined;
  try {
    return await blobs.read(logo.sha256);
  } catch (error) {
    if (!(error instanceof BlobNotFound)) throw error;
    logger.warn({ tenantId }, 'the tenant’s logo is not in the store: pages go without it');
    return undefined;
  }
}
