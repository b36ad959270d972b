import { validatePdf, type Verdict } from '@lacre/pades';
import { sweeps, TRICKS } from '@lacre/pades-lab/attacks/all-attacks';
import { type Bases, makeBases } from '@lacre/pades-lab/attacks/sealed-bases';
import { beforeAll, expect, test } from 'vitest';

import { attachEvidence, verifiedByScript } from './evidence-script.ts';

/** Why the script cannot tell (status 2), by what the file is, and the families of attacks that make such files. */
const UNDETERMINED: Readonly<
  Record<string, { reason: RegExp; families: readonly string[]; names?: RegExp }>
> = {
  'a time stamp of an authority that the checker was not given': {
    reason: /conferido: não foi conferido de quem é esse carimbo: dê com --authority [^;]*\.$/,
    families: ['forged long-term data'],
  },
  'no evidence, and nothing but a seal that holds: what is wrong was there before it': {
    reason: /conferido: o PDF não traz evidence\.json: indique o arquivo\.$/,
    families: ['parser differential'],
  },
  'no evidence, and a later signature in the form of a seal: which is the platform’s is not known': {
    reason: /evidence\.json: indique o arquivo; ele traz \d+ assinaturas na forma de um selo, [^;]*\.$/,
    families: ['other spelling', 'sneaky signature', 'two roles'],
  },
  'neither evidence nor a whole seal, in a file that ends as one does': {
    reason: /evidence\.json: indique o arquivo; o arquivo não traz um selo inteiro\.$/,
    families: ['forged or re-used CMS', 'truncation'],
    // Any other cut shows: before its seal a file ends as none does, within it it lacks what the seal says it covers.
    names: /^the whole seal of another document|cut before (?:Contents|the last end of line of revision 0)$/,
  },
};

/** The classes that an attack falls into by what the script said of it. */
const classesOf = (name: string, text: string): string[] =>
  Object.entries(UNDETERMINED)
    .filter(([, { reason, names = /./ }]) => reason.test(text.trimEnd()) && names.test(name))
    .map(([each]) => each);

let bases: Bases;
beforeAll(async () => {
  bases = await makeBases(attachEvidence);
});

async function verdictOf(file: Uint8Array): Promise<Verdict> {
  return (await validatePdf(file, { trustedSealCertificates: [bases.owner.signer] })).verdict;
}

test('the files verify before the attacks, each to its level', async () => {
  const names = ['table', 'stream', 'stamped', 'longTerm', 'archived', 'archivedStream'] as const;
  const told = await verifiedByScript(names.map((name) => bases[name].file));
  expect(Object.fromEntries(names.map((name, at) => [name, told[at]?.status]))).toEqual({
    // A seal does not cover what lies in its own place; a time stamp over the file does.
    table: 3,
    stream: 3,
    stamped: 3,
    longTerm: 3,
    archived: 0,
    archivedStream: 0,
  });
});

test(
  'every file that the script accepts is genuine to the validator, and each undecided one has a known reason',
  { timeout: 1_200_000 },
  async () => {
    const attacks = [...TRICKS, ...sweeps(bases)];
    const files: Uint8Array[] = [];
    for (const attack of attacks) files.push(await attack.make(bases));
    const told = await verifiedByScript(files);
    const wrong: string[] = [];
    const undetermined = new Map<string, Set<string>>();
    for (const [at, { status, text }] of told.entries()) {
      const file = files[at] as Uint8Array;
      const { family = '', name = '' } = attacks[at] ?? {};
      if (status === 0) wrong.push(`${family}: ${name}: ${await verdictOf(file)}`);
      if (status !== 2) continue;
      const classes = classesOf(name, text);
      if (classes.length !== 1) wrong.push(`${family}: ${name}: ${text.trimEnd().split('\n').at(-1)}`);
      for (const each of classes) undetermined.set(each, (undetermined.get(each) ?? new Set()).add(family));
    }
    expect(told).toHaveLength(attacks.length);
    const counts = Object.groupBy(told, ({ status }) => String(status));
    console.info(
      Object.entries(counts)
        .map(([status, all]) => `${status}: ${all?.length}`)
        .join(', '),
    );
    expect(wrong).toEqual([]);
    expect(Object.fromEntries([...undetermined].map(([name, of]) => [name, [...of].toSorted()]))).toEqual(
      Object.fromEntries(Object.entries(UNDETERMINED).map(([name, { families }]) => [name, families])),
    );
  },
);
