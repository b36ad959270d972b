import { PdfSyntaxError, SealRefusedError } from '@lacre/pades';

import { contract } from '../attacks/contract.ts';
import { forcedSeal } from '../attacks/forced-seal.ts';
import { PREPARED_FILES } from '../attacks/rebuilt-otherwise.ts';
import { signedLater } from '../fixtures/later-revision.ts';
import { withFixedTimeStamp } from '../fuzz/corpus/fixed-answers.ts';
import { appendUpdate } from '../fuzz/mutate/append-update.ts';
import { mutatePdf } from '../fuzz/mutate/mutate-pdf.ts';
import type { Random } from '../fuzz/random.ts';
import type { Surroundings } from '../fuzz/targets/target.ts';
import { randomStamp } from './random-stamp.ts';

/** Bytes behind the end that gateways, transfers and attackers add. */
const TAILS = ['\n', '\r', '\r\n', '\n\n', ' ', '\0', '%\n', 'x', '%%EOF\n'] as const;
const BLANKS = [1, 20, 1000, 1101, 2048, 4096, 8192] as const;

/** More keys of a later signature's dictionary, which its signer may write as they like. */
const VALUES = [
  '/Reason (4 0 obj << /Length 0 >> stream endstream endobj)',
  '/Reason (startxref\n9\n%%EOF\n)',
  '/Location (trailer << /Root 2 0 R /Size 9 >>)',
  '/Name (%PDF-1.4)',
  `/Reason (${' '.repeat(1200)})`,
  '/Prop_Build << /App << /Name /Outro >> >>',
  '/Reason (Concordo)',
] as const;
const RECTANGLES = ['0 0 0 0', '10 10 90 60', '0 0 595 842', '60 600 260 640'] as const;
const FIELDS = [
  '',
  '/F 4',
  '/MK << /BG [1 0 0] >>',
  '/Ff 1',
  '/TU (Assinatura)',
  '/DA (/Helv 40 Tf 1 0 0 rg)',
] as const;

/**
 * A file made from a sealed one by what its holder can do without our key. A part of them must be called genuine in
 * some degree, or the oracle has nothing to draw.
 */
export async function variantOf(
  seed: Uint8Array,
  random: Random,
  at: Surroundings,
  make: MakeVariant = anyVariant,
): Promise<Uint8Array> {
  try {
    return await make(seed, random, at);
  } catch (error) {
    if (error instanceof PdfSyntaxError || error instanceof SealRefusedError) return seed;
    throw error;
  }
}

export type MakeVariant = (seed: Uint8Array, random: Random, at: Surroundings) => Promise<Uint8Array>;

/** A stranger's visible signature, and nothing else. */
export const stampVariant: MakeVariant = (seed, random, at) =>
  signedLater(seed, { signer: at.stranger.signer, ...randomStamp(random) });

const anyVariant: MakeVariant = async (seed, random, at) => {
  const { signer } = at.stranger;
  const by = { ...at, certificates: at.corpus.seeds.certificate };
  switch (random.below(10)) {
    case 0:
      return withTail(seed, random);
    case 1:
      return withTail(await appendUpdate(seed, random, by), random);
    case 2:
      return signedLater(seed, {
        signer,
        value: random.pick(VALUES),
        rect: random.pick(RECTANGLES),
        field: () => random.pick(FIELDS),
      });
    case 3:
      return loosened(await signedLater(seed, { signer, value: random.pick(VALUES) }), random);
    case 4:
      return loosened(await withFixedTimeStamp(seed, at.stranger, 2400), random);
    case 5:
      return mutatePdf(seed, random, seed, at.genuine.beginningOf(seed));
    case 6:
      return withTail(await preparedAndSealed(random, at), random);
    case 7:
      return appendUpdate(seed, random, by);
    default:
      return stampVariant(seed, random, at);
  }
};

function withTail(file: Uint8Array, random: Random): Buffer {
  const tail = random.chance(0.5) ? random.pick(TAILS) : ' '.repeat(random.pick(BLANKS));
  return Buffer.concat([file, Buffer.from(tail, 'latin1')]);
}

/** White space put where the last revision has some, outside what its signature covers or not. */
function loosened(file: Uint8Array, random: Random): Buffer {
  const text = Buffer.from(file).toString('latin1');
  const place = random.pick([
    'startxref\n',
    '\n%%EOF',
    'trailer\n',
    'xref\n',
    '\nendobj\n',
    ' obj\n',
  ] as const);
  const found = text.lastIndexOf(place);
  if (found < 0) return Buffer.from(file);
  const inside = found + (place.startsWith('\n') ? 0 : place.length);
  const blank = random.pick([' ', '\n', '\r', '\0', '%a\n'] as const).repeat(random.pick(BLANKS));
  return Buffer.from(text.slice(0, inside) + blank + text.slice(inside), 'latin1');
}

/** A document made for a later tail, sealed by a writer that does not look. */
async function preparedAndSealed(random: Random, at: Surroundings): Promise<Uint8Array> {
  const make = random.pick(Object.values(PREPARED_FILES));
  if (!make) return contract().bytes;
  const { document, seal } = await make();
  return forcedSeal(document, at.owner.signer, seal);
}
