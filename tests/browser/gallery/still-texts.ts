// Texts that no two galleries have alike, said alike: days, times, codes, digests, ports. Pictures that are to be compared
// are taken so, since a date that is a pixel wider moves what stands beside it.
import type { Page } from 'playwright-core';

/** Each as a pattern and what stands in its place, in this order. */
const STILL: readonly (readonly [pattern: RegExp, text: string])[] = [
  [
    /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
    '00000000-0000-4000-8000-000000000000',
  ],
  [/\b\d{4}-\d{2}-\d{2}\b/g, '2026-11-30'],
  [/\b\d{2}\/\d{2}\/\d{4}\b/g, '30/11/2026'],
  [/\b\d{1,2}º? de [a-zç]{4,9}( de \d{4})?/gi, '30 de novembro$1'],
  [/\b[A-Z][a-z]{2,8} \d{1,2}, \d{4}\b/g, 'Nov 30, 2026'],
  [/\b\d{1,2} [a-z]{3} \d{4}\b/g, '30 nov 2026'],
  [/\b(domingo|sábado|(?:segunda|terça|quarta|quinta|sexta)-feira)\b/gi, 'segunda-feira'],
  [/\b(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day\b/g, 'Monday'],
  [/\bNovember 30?, 2026\b/g, 'Nov 30, 2026'],
  [/\b\d{1,2}:\d{2}(:\d{2})?( [AP]M)?\b/g, '12:00'],
  [/\b\d{1,2}h\d{2}\b/g, '12h00'],
  [/\b(?:Agora|Ontem|Há (?:\d+|um|uma) (?:segundo|minuto|hora|dia)s?)\b/g, 'Há pouco'],
  [/\b(?:agora|ontem|há (?:\d+|um|uma) (?:segundo|minuto|hora|dia)s?)\b/g, 'há pouco'],
  [/\b(em|in|en) \d+ s\b/gi, '$1 30 s'],
  [/\b(em|in|en) \d+ (segundos|seconds)\b/gi, '$1 30 $2'],
  [/\b\d+([.,]\d+)? [KM]B\b/g, '100 KB'],
  [/\b(byte) [\d.,]+/g, '$1 1.000'],
  [/\blocalhost:\d+/g, 'localhost:4400'],
  // Of documents that are sealed at once, any is the first.
  [/\b(?:Contrato de locação|Termo de vistoria)\.pdf\b/g, 'Documento.pdf'],
];

/** Whole texts, which are secrets: as many letters of another kind. */
const SECRETS =
  /^(?:lacre_|whsec_)\S{20,}$|^[0-9a-f]{32,}$|^[0-9A-F]{16,}$|^(?:[A-Z2-7]{4} ){4,}[A-Z2-7]{0,4}$|^[0-9a-z]{5}-[0-9a-z]{5}$|^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/;

/** Says what moves alike; what is drawn anew afterwards moves again. */
export function holdTextsStill(page: Page): Promise<void> {
  return page.evaluate(
    ([still, secrets]) => {
      const patterns = still.map(([source, flags, text]) => [new RegExp(source, flags), text] as const);
      const secret = new RegExp(secrets);
      const heldStill = (text: string): string => {
        if (secret.test(text.trim())) return text.replaceAll(/[0-9A-Za-z]/g, '0');
        return patterns.reduce((said, [pattern, instead]) => said.replace(pattern, instead), text);
      };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.nodeValue ?? '';
        const held = heldStill(text);
        if (held !== text) node.nodeValue = held;
      }
    },
    [STILL.map(([{ source, flags }, text]) => [source, flags, text] as const), SECRETS.source] as const,
  );
}
