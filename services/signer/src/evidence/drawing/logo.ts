import { createHash } from 'node:crypto';

import { readRasterImage, type RasterImage } from '../pdf/raster-image.ts';

/** Room for a tenant's logo, points. */
export const LOGO = { width: 150, height: 36 } as const;
/** Enough for print: 216 pixels an inch. */
const PIXELS = { width: LOGO.width * 3, height: LOGO.height * 3 } as const;
/** Tenants whose documents are sealed at the same time; a logo made smaller takes some 20 KB. */
const KEPT = 32;

/** By the hash of their bytes, the one used last at the end. What is no picture is remembered too. */
const logos = new Map<string, Promise<RasterImage | undefined>>();

/** Opens a logo, PNG or JPEG, once for each process; undefined for what is neither. */
export function readLogo(bytes: Uint8Array): Promise<RasterImage | undefined> {
  const key = createHash('sha256').update(bytes).digest('hex');
  const logo = logos.get(key) ?? readRasterImage(bytes, PIXELS);
  logos.delete(key);
  logos.set(key, logo);
  if (logos.size > KEPT) logos.delete(logos.keys().next().value as string);
  return logo;
}
