import type { EvidenceFacts } from '../evidence-facts.ts';
import { Canvas } from './canvas.ts';
import { drawDocument, drawVerification } from './draw-document.ts';
import { drawEmbedded } from './draw-embedded.ts';
import { drawMasthead } from './draw-masthead.ts';
import { drawParticipants } from './draw-participants.ts';
import { drawLegal, drawSeal } from './draw-seal.ts';
import { drawTimeline } from './draw-timeline.ts';
import { contentTops, drawFrames } from './page-frame.ts';
import { printable } from './text-layout.ts';

/**
 * The "Página de assinaturas" as a PDF of its own, A4, tagged, as many pages as it takes: what was signed, how to check
 * it, by whom and how it was signed, what happened when, and what all of it claims to be. The same facts give the same
 * bytes.
 */
export async function drawEvidence(facts: EvidenceFacts): Promise<Uint8Array> {
  const canvas = await Canvas.open(contentTops(facts));
  canvas.addPage();
  await drawMasthead(canvas, facts);
  drawDocument(canvas, facts);
  drawVerification(canvas, facts);
  drawEmbedded(canvas, facts);
  drawParticipants(canvas, facts);
  drawTimeline(canvas, facts);
  drawSeal(canvas, facts);
  drawLegal(canvas, facts);
  drawFrames(canvas, facts);
  return canvas.pdf.finish({
    title: `Página de assinaturas · ${printable(facts.document.name)}`,
    subject: `Código de validação ${facts.validation.code}`,
    producer: 'Lacre',
    createdAt: facts.seal.sealedAt,
  });
}
