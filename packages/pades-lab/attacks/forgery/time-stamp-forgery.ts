import { createHash } from 'node:crypto';

import {
  answerTimeStampRequest,
  LOCAL_TIME_STAMP_POLICY,
  type SealSigner,
  timeStampRequest,
} from '@lacre/pades';
import {
  objectIdentifier,
  parseSignedData,
  readDer,
  sequence,
  setOf,
  signatureTimeStampAttributes,
  tagged,
  withUnsignedAttributes,
} from '@lacre/pades/cms';

import { NOW } from '../../fixtures/authorities.ts';
import { sealedAt } from '../../fixtures/long-term-pieces.ts';
import { stamped } from '../../fixtures/time-stamps.ts';
import { attacks, type Attack } from '../attack.ts';
import { type SealedFile, takenApart, withCms } from '../sealed-bases.ts';
import { coveredDigest, rebuilt } from './cms-forgery.ts';

/** A token by any signer, which our own reader of responses would not let in. */
export async function uncheckedToken(signer: SealSigner, imprint: Uint8Array): Promise<Uint8Array> {
  const request = timeStampRequest({ imprint, digest: 'sha256', certReq: true });
  const stamper = { signer, policy: LOCAL_TIME_STAMP_POLICY };
  const response = await answerTimeStampRequest(request, stamper, NOW, Buffer.of(1));
  return readDer(response).children()[1]?.encoded ?? response;
}

/** Signature time stamps that are not what they say. */
export const SIGNATURE_TIME_STAMP_FORGERY: readonly Attack[] = attacks('forged long-term data', {
  'a signature time stamp by an authority of one’s own': async ({ table, stranger }) =>
    stampedBy(table, await stamped(signatureDigest(table), { by: stranger })),
  'a signature time stamp over another signature': async ({ table, owner }) =>
    stampedBy(table, await stamped(createHash('sha256').update('x').digest(), { by: owner })),
  'a signature time stamp over the document': async ({ table, owner }) =>
    stampedBy(table, await stamped(coveredDigest(table), { by: owner })),
  'a signature time stamp that lies in its time': async ({ table, owner }) => {
    const token = Buffer.from(await stamped(signatureDigest(table), { by: owner }));
    const at = token.indexOf('20261120');
    token.write('20201120', at, 'latin1');
    return stampedBy(table, token);
  },
  'a signature time stamp by a certificate for documents': async ({ table, owner }) =>
    stampedBy(table, await uncheckedToken(owner.seal.signer, signatureDigest(table))),
  'a signature time stamp that is no token': ({ table }) =>
    stampedBy(table, sequence(objectIdentifier('1.2.3'))),
  'two signature time stamps': async ({ table, owner }) => {
    const tokens = [
      await stamped(signatureDigest(table), { by: owner }),
      await stamped(signatureDigest(table), { by: owner }),
    ];
    return withCms(
      table,
      withUnsignedAttributes(
        table.cms,
        tagged(1, sequence(objectIdentifier('1.2.840.113549.1.9.16.2.14'), setOf(...tokens))),
      ),
    );
  },
  'a signature time stamp beside an unknown attribute': async ({ table, owner }) => {
    const token = await stamped(signatureDigest(table), { by: owner });
    const [attribute] = readDer(signatureTimeStampAttributes(token)).children();
    const unknown = sequence(objectIdentifier('1.2.3.4'), setOf(Buffer.of(5, 0)));
    return withCms(
      table,
      withUnsignedAttributes(table.cms, tagged(1, unknown, attribute?.encoded ?? unknown)),
    );
  },
  'the signature time stamp taken out, the CMS put together wrongly': ({ stamped: base }) => {
    const cms = rebuilt(base.cms, ([, , signer]) => (signer[6] = tagged(1)));
    return withCms(base, cms);
  },
  'the signature time stamp of another seal': async ({ stamped: base, owner }) => {
    const other = takenApart(
      await sealedAt('B-T', base.file.subarray(0, base.pdf.revisions[0]?.end), {}, owner),
    );
    const foreign = parseSignedData(other.cms).signer.unsignedAttributes ?? other.cms;
    return withCms(
      base,
      rebuilt(base.cms, ([, , signer]) => (signer[6] = foreign)),
    );
  },
});

function signatureDigest({ cms }: SealedFile): Buffer {
  return createHash('sha256').update(parseSignedData(cms).signer.signature).digest();
}

function stampedBy(base: SealedFile, token: Uint8Array): Buffer {
  return withCms(base, withUnsignedAttributes(base.cms, signatureTimeStampAttributes(token)));
}
