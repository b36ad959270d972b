import type { Logger } from 'pino';

import { sofficeConverter, type OfficeConverter } from './convert-office.ts';
import { embeddedConverter } from './embedded/embedded-converter.ts';
import { gotenbergConverter } from './gotenberg.ts';
import { queuedConverter, type OfficeQueue } from './office-queue.ts';

export interface OfficeOptions {
  /** Where Gotenberg is, if there is one; nothing else is used then. */
  gotenbergUrl: string | undefined;
  /** soffice, by its path or name, if it is to be used. */
  program: string | undefined;
  searchPath: string;
  /** Documents being converted or waiting for it, at most. */
  maxInHand: number;
  logger: Logger;
}

/**
 * The converter that the environment asks for: Gotenberg, else the soffice that is named, else the embedded LibreOffice
 * when it is installed, else any soffice there is. How far it is confined is logged once, before its first document.
 */
export const officeConverter = async (options: OfficeOptions): Promise<OfficeQueue> =>
  queuedConverter(await chosenConverter(options), options.maxInHand);

async function chosenConverter(options: OfficeOptions): Promise<OfficeConverter> {
  const { gotenbergUrl, program, searchPath, logger } = options;
  if (gotenbergUrl !== undefined) return gotenbergConverter({ url: gotenbergUrl });
  if (program === undefined) {
    const embedded = embeddedConverter({
      searchPath,
      onConfinement: (confinement) =>
        logger.info({ confinement }, 'the embedded LibreOffice runs as WebAssembly in a process of its own'),
    });
    if (await embedded.isAvailable()) return embedded;
  }
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
