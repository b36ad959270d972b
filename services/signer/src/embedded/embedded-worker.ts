import { judgeEmbedded, readCertificate, readPdf } from '@lacre/pades';

import { serveWorker } from '../workers/serve-worker.ts';
import { type EmbeddedFacts, embeddedFacts } from './embedded-facts.ts';
import { anchorsOf, trustedSeals, type WorkerTrust } from './worker-trust.ts';

export interface EmbeddedInput extends WorkerTrust {
  pdf: Uint8Array;
  /** ISO 8601: the moment of judging. */
  now: string;
}

serveWorker(async ({ pdf, now, ...trust }: EmbeddedInput): Promise<EmbeddedFacts[]> => {
  const opened = readPdf(pdf);
  const options = {
    trustedSealCertificates: trustedSeals(trust),
    timeStampAnchors: trust.trustAnchors.map(readCertificate),
    anchors: anchorsOf(trust),
    at: new Date(now),
  };
  return (await judgeEmbedded(opened, options)).map(embeddedFacts);
});
