import type { Logger } from 'pino';

import { sofficeConverter, type OfficeConverter } from './convert-office.ts';
import { gotenbergConverter } from './gotenberg.ts';

export interface OfficeOptions {
  /** Where Gotenberg is, if there is one; soffice is not used then. */
  gotenbergUrl: string | undefined;
  program: string | undefined;
  searchPath: string;
  logger: Logger;
}

/** The converter that the environment asks for. How far soffice is confined is logged once, before its first document. */
export function officeConverter({
  gotenbergUrl,
  program,
  searchPath,
  logger,
}: OfficeOptions): OfficeConverter {
  if (gotenbergUrl !== undefined) return gotenbergConverter({ url: gotenbergUrl });
  return sofficeConverter({
    program,
    searchPath,
    onConfinement: (confinement) => {
      const { files, processes, network } = confinement;
      if (files && processes && network) logger.info({ confinement }, 'soffice runs confined');
      else logger.warn({ confinement }, 'this system lets us confine soffice in part only');
    },
  });
}
