import {
  ADVANCED_REQUIREMENTS,
  AT_REQUEST,
  LEGAL_CLASSES,
  LEGAL_RULES,
  LEGAL_SOURCES,
} from './legal-class.ts';

/** The rules as docs/classe-juridica.md shows them, in Markdown; a test holds the page to it. */
export function legalClassTable(): string {
  const letters = Object.keys(ADVANCED_REQUIREMENTS) as (keyof typeof ADVANCED_REQUIREMENTS)[];
  const rules = LEGAL_RULES.flatMap(({ id, class: claimed, why, met, reservation, sources }) => [
    `### \`${id}\`: ${LEGAL_CLASSES[claimed].label.toLocaleLowerCase('pt-BR')}`,
    '',
    `Quando ${why}.`,
    '',
    letters.map((letter) => `- **${letter})** ${met[letter] ?? 'não se afirma'}.`).join('\n'),
    `- **Ressalva:** ${reservation}`,
    `- **Fontes:** ${sources.map((source) => LEGAL_SOURCES[source].name).join('; ')}.`,
    '',
  ]);
  return [
    ...letters.map((letter) => `- **${letter})** ${ADVANCED_REQUIREMENTS[letter]};`),
    '',
    ...rules,
    `### \`…${AT_REQUEST.suffix}\`: a classe do ato de quem assina`,
    '',
    `Além de qualquer das regras acima, quando ${AT_REQUEST.why}.`,
    '',
    `- **Ressalva:** ${AT_REQUEST.reservation}`,
    `- **Fontes:** ${AT_REQUEST.sources.map((source) => LEGAL_SOURCES[source].name).join('; ')}.`,
    '',
    ...Object.values(LEGAL_SOURCES).map(
      ({ name, says, address }) => `- ${address === null ? name : `[${name}](${address})`}: ${says}`,
    ),
  ].join('\n');
}
