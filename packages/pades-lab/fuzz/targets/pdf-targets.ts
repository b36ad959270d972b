import {
  embeddedSignatures,
  isUnsound,
  judgeEmbedded,
  PdfSyntaxError,
  readAttachments,
  readPdf,
  readSealRevision,
  sealPdf,
  SealRefusedError,
  signatureValueOf,
  validatePdf,
} from '@lacre/pades';
import { inspectPdf } from '@lacre/pades-cli/inspect';

import { NOW } from '../../fixtures/authorities.ts';
import { withValidationData } from '../../fixtures/long-term-pieces.ts';
import { taggedEvidence } from '../../fixtures/tagged-documents.ts';
import { fixedValidationData, withFixedTimeStamp } from '../corpus/fixed-answers.ts';
import { mutatePdf } from '../mutate/mutate-pdf.ts';
import type { Target } from './target.ts';

export const READER: Target = {
  name: 'read',
  kind: 'pdf',
  share: 0.24,
  scouting: 0.04,
  mutate: (seed, random, other) => mutatePdf(seed, random, other),
  run: (input) => {
    const pdf = readPdf(input);
    pdf.checkAllObjects();
    const seen = [pdf.pages.length, pdf.form.signatures.length, pdf.revisions.length];
    const active = Object.values(pdf.activeContent).filter(Boolean).length;
    for (const file of readAttachments(pdf)) seen.push(file.read().length > 0 ? 1 : 0);
    embeddedSignatures(pdf);
    for (const { index } of pdf.revisions.slice(-4)) seen.push(pdf.at(index).pages.length);
    return `${seen.join(' ')} ${active}`;
  },
  refusals: [PdfSyntaxError],
};

export const INSPECTION: Target = {
  ...READER,
  name: 'inspect',
  share: 0.06,
  run: (input) => {
    const { problems, revisions = [] } = inspectPdf(input);
    return `${problems.map(({ code }) => code).join(' ')} ${revisions.length}`;
  },
  refusals: [],
};

const EVIDENCE = taggedEvidence();
const ATTACHMENT = { name: 'a.json', mediaType: 'application/json', bytes: Buffer.from('{"a":1}') };

/**
 * Whatever can be read is sealed so that it is intact, or refused; some with evidence pages, whose
 * structure joins the document's, some with validation data and a document time stamp after it.
 */
export const SEALER: Target = {
  ...READER,
  name: 'seal',
  share: 0.03,
  scouting: 0.04,
  run: async (input, { owner }) => {
    const content = input.length % 3 === 0 ? {} : { evidence: EVIDENCE, attachments: [ATTACHMENT] };
    const request = { pdf: input, signer: owner.signer, signingTime: NOW, reserveBytes: 4200, ...content };
    const sealed = await sealPdf(request);
    let file: Buffer = Buffer.concat(sealed.pdf);
    if (input.length % 4 === 0) {
      file = await withValidationData(file, await fixedValidationData(owner), sealed.fieldName);
      file = await withFixedTimeStamp(file, owner, 2400);
    }
    const trustedSealCertificates = [owner.signer];
    const { verdict, report } = await validatePdf(file, { trustedSealCertificates });
    // Sealing takes what an upload brings as it is; intake refuses signatures inside that do not hold.
    const options = { trustedSealCertificates, timeStampAnchors: [], anchors: [], at: NOW };
    const isUnsoundBefore = (await judgeEmbedded(readPdf(input), options)).some(isUnsound);
    if (verdict !== (isUnsoundBefore ? 'unsound-inside' : 'intact'))
      throw new Error(`sealed, and then ${verdict}`);
    return `${sealed.kind} ${report.level} ${readPdf(file).catalog.has('StructTreeRoot')}`;
  },
  refusals: [PdfSyntaxError, SealRefusedError],
};

export const SEAL_REVISION: Target = {
  ...READER,
  name: 'seal-revision',
  kind: 'seal-revision',
  share: 0.05,
  run: (input) => {
    const { signatureTimeStamp } = readSealRevision(input);
    signatureValueOf(input);
    return `read ${signatureTimeStamp !== undefined}`;
  },
  refusals: [SealRefusedError],
};
