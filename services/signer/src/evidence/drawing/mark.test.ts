import { ERASED } from '@lacre/contracts';
import { expect, it } from 'vitest';

import { drawnText } from '../../testing/pdfs/drawn-text.ts';
import { flattened, readStructure } from '../../testing/pdfs/read-structure.ts';
import { DRAWN_MARK, factsWith } from '../../testing/sample-facts.ts';
import type { EvidenceParticipant } from '../evidence-facts.ts';
import { drawEvidence } from './draw-evidence.ts';

const NAME = 'Ana Beatriz Souza Lima';

async function drawn(mark: EvidenceParticipant['mark']) {
  const bytes = await drawEvidence(factsWith({ mark }));
  const figures = flattened(await readStructure(bytes)).filter(({ type }) => type === 'Figure');
  const texts = (await drawnText(bytes)).map(({ text }) => text);
  return {
    figures: figures.flatMap(({ alt }) => (alt?.startsWith('Assinatura') ? [alt] : [])),
    names: texts.filter((text) => text === NAME).length,
    captions: texts.filter((text) => text.endsWith('ao assinar')),
  };
}

it('stands beside the participant as they drew it, with an alternative text', async () => {
  const plain = await drawn(null);
  expect(plain).toEqual({ figures: [], names: plain.names, captions: [] });
  expect(await drawn({ style: 'drawn', drawing: DRAWN_MARK })).toEqual({
    figures: [`Assinatura desenhada por ${NAME}`],
    names: plain.names,
    captions: ['desenhada ao assinar'],
  });
});

it.each(['upright', 'slanted', 'flourish'] as const)('stands there as the name, %s', async (style) => {
  const plain = await drawn(null);
  expect(await drawn({ style, drawing: null })).toEqual({
    figures: [`Assinatura em letra escolhida por ${NAME}`],
    names: plain.names + 1,
    captions: ['letra escolhida ao assinar'],
  });
});

it('leaves no trace when its signer was erased since', async () => {
  const plain = await drawn(null);
  expect(await drawn({ style: 'drawn', drawing: ERASED })).toEqual(plain);
});
