import { z } from 'zod';

import {
  identifier,
  line,
  filledParagraph,
  paragraph,
  part,
  requirements,
  restrictionsLifted,
  sha256,
  signingGroup,
} from './fields.ts';
import { AT_REQUEST_OF } from './legal/at-request.ts';
import {
  MAX_CHOSEN_TAGS,
  MAX_DESCRIPTION_LENGTH,
  MAX_ENVELOPE_TEMPLATES,
  MAX_FILE_NAME_LENGTH,
  MAX_GROUP_PERSONS,
  MAX_PLACEHOLDERS,
  MAX_ROLES,
  MAX_ROLE_LABEL_LENGTH,
  MAX_TEMPLATE_TEXT,
  MAX_VALUE_NAME,
} from './limits.ts';
import { requestingKey } from './text/placeholder.ts';
import {
  COMPANY_PLACEHOLDERS,
  PERSON_PLACEHOLDERS,
  placeholdersIn,
  RESERVED_KEYS,
  ROLE_KEY,
} from './text/template-text.ts';
import { VALUE_FORMATS } from './text/value-formats.ts';

/** Fields of templates, envelopes and signer groups, shared by commands, events and queries. */

/** What a role goes by in placeholders: `contratada`. */
export const roleKey = z
  .string('Por favor, insira a chave')
  .regex(ROLE_KEY, 'Use letras minúsculas sem acento, números e _, começando por letra')
  .refine((key) => !(RESERVED_KEYS as readonly string[]).includes(key), 'Esta chave é reservada');

/** A role of a template, cast with a person when it is used. */
export const templateRole = z.strictObject({
  key: roleKey,
  label: line('o nome do participante no modelo', MAX_ROLE_LABEL_LENGTH),
  part,
  requirements: requirements.default({ location: false }),
  /** Place in the signing order; without it, the first group. */
  group: signingGroup.optional(),
  /** Who takes it unless another is named. */
  personId: identifier.optional(),
  /** Who takes it signs at the request of a person who cannot, whom each use names. */
  atRequest: z.literal(true).optional(),
});
export type TemplateRole = z.output<typeof templateRole>;

/** Tags of the template, which the processes made from it begin with. */
const tagIds = z
  .array(identifier)
  .max(MAX_CHOSEN_TAGS, `No máximo ${MAX_CHOSEN_TAGS} etiquetas`)
  .refine((all) => new Set(all).size === all.length, 'Há etiquetas repetidas')
  .meta({ uniqueItems: true })
  .default([]);

/** What a template's form edits besides what is signed. */
export const templateFields = z.strictObject({
  name: line('o nome do modelo'),
  description: paragraph(MAX_DESCRIPTION_LENGTH).optional(),
  tagIds,
  roles: z
    .array(templateRole)
    .min(1, 'Inclua ao menos um participante')
    .max(MAX_ROLES)
    .refine((roles) => new Set(roles.map(({ key }) => key)).size === roles.length, 'Há chaves repetidas'),
  /** How many signatories must sign; without it, all of them. */
  minimumSignatories: z.number().int().min(1).optional(),
  /** Signatories beyond the minimum may still sign until the document is completed; without it they are dispensed. */
  acceptsLateSignatures: z.boolean().optional(),
});
export type TemplateFields = z.output<typeof templateFields>;

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** What integrators need to write a text; `template-text.ts` reads it. */
const TEXT_DESCRIPTION = `Parágrafos separados por linhas em branco; \`#\`, \`##\` e \`###\` antes de títulos, \`-\` e \`1.\` antes de itens de lista, \`**negrito**\`, \`*itálico*\`, \`***ambos***\`. Tabelas têm uma linha por linha, com as células separadas por \`|\`, e uma linha de traços abaixo do cabeçalho (\`| Item | Valor |\`, \`|---|--:|\`): dois-pontos à direita alinham a coluna à direita; dos dois lados, ao centro; \`\\|\` escreve uma barra.

Campos ficam entre chaves duplas, em letras maiúsculas ou minúsculas, com ou sem espaços:

- \`{{contratada.nome}}\`: a chave de um papel de \`roles\`, um ponto e um dado da pessoa: ${listed(PERSON_PLACEHOLDERS)}.
- \`{{contratada.${AT_REQUEST_OF}.nome}}\`: os mesmos dados, de quem pede que se assine em seu nome, se o papel tem \`atRequest\`.
- \`{{empresa.razaosocial}}\`: um dado da empresa do processo: ${listed(COMPANY_PLACEHOLDERS)}.
- \`{{conta.nome}}\`: o nome da conta. \`{{data}}\`: o dia do preenchimento, por extenso.
- \`{{valor_do_aluguel}}\`: qualquer outro nome (letras, números, hífens e sublinhados, até 60 caracteres) é preenchido por quem usa o modelo, em \`values\`.
- \`{{veiculo:placa}}\`: o mesmo, com o formato depois de dois-pontos (${listed(Object.keys(VALUE_FORMATS))}). Em \`values\` o nome é o do campo inteiro, \`veiculo:placa\`; o valor é conferido e escrito por extenso (\`ABC-1234\`).

Cláusulas ficam entre \`{{#garantia}}\` e \`{{/garantia}}\`, em linhas próprias ou no meio do texto: cada uso diz em \`values\`, pelo campo \`garantia:simnao\`, se ela entra (\`sim\`) ou não (\`não\`). Entre \`{{^garantia}}\` e \`{{/garantia}}\` fica o que entra quando a resposta é não. Campos de uma cláusula que não entra não precisam de valor.

Números que acompanham as cláusulas: \`{{1}}\` é o da próxima cláusula, \`{{1.1}}\` o do próximo item dela, \`{{1.1.1}}\` o do nível abaixo; o que fica de fora não conta. \`{{1:multa}}\` dá um nome ao número, e \`{{ver:multa}}\` o repete onde se fala dele; a cláusula de que se fala tem de estar no texto.

O que preenche um campo nunca é lido como marcação. Chaves soltas e campos que não podem ser preenchidos são recusados.`;

/** Text with placeholders, of which a PDF is made anew at each use. */
export const templateText = z.strictObject({
  kind: z.literal('text'),
  title: line('o título do documento'),
  text: filledParagraph(MAX_TEMPLATE_TEXT, 'o texto').meta({
    description: TEXT_DESCRIPTION,
    examples: [
      '# Contrato de locação\n\n{{empresa.razaosocial}} e {{contratada.nome}}, CPF {{contratada.cpf}}, contratam a locação por **{{valor_do_aluguel}}** ao mês.\n\n{{data}}',
    ],
  }),
});

/** A PDF that is signed as it is. */
export const templatePdf = z.strictObject({
  kind: z.literal('pdf'),
  name: line('o nome do documento', MAX_FILE_NAME_LENGTH),
  /** As a process's document has them. */
  sha256,
  sourceSha256: sha256,
  sizeBytes: z.number().int().positive(),
  pages: z.number().int().positive(),
  alreadySigned: z.boolean(),
  printsOtherwise: z.literal(true).optional(),
  restrictionsLifted: restrictionsLifted.optional(),
});

/** A Word document with placeholders, which are filled in place at each use; the result is converted to PDF. */
export const templateWord = z.strictObject({
  kind: z.literal('word'),
  name: line('o nome do documento', MAX_FILE_NAME_LENGTH),
  /** Of the PDF that shows it with its placeholders. */
  sha256,
  /** Of the Word document. */
  sourceSha256: sha256,
  /** Of the PDF. */
  sizeBytes: z.number().int().positive(),
  pages: z.number().int().positive(),
  /** Each name once, in the order of the document. */
  placeholders: z.array(z.string().min(1).max(MAX_VALUE_NAME)).max(MAX_PLACEHOLDERS),
});

export const templateContent = z.discriminatedUnion('kind', [templateText, templatePdf, templateWord]);
export type TemplateContent = z.output<typeof templateContent>;

/** The names of what is filled at each use, each once; a PDF has none. */
export function placeholdersOf(content: TemplateContent): readonly string[] {
  switch (content.kind) {
    case 'text':
      return placeholdersIn(`${content.title}\n${content.text}`);
    case 'word':
      return content.placeholders;
    case 'pdf':
      return [];
  }
}

/** What an envelope's form edits. */
export const envelopeFields = z.strictObject({
  name: line('o nome do envelope'),
  description: paragraph(MAX_DESCRIPTION_LENGTH).optional(),
  tagIds,
  /** In the order the documents are to be read. Whether they are enough is the decider's rule. */
  templateIds: z
    .array(identifier)
    .max(MAX_ENVELOPE_TEMPLATES, `No máximo ${MAX_ENVELOPE_TEMPLATES} modelos`)
    .refine((ids) => new Set(ids).size === ids.length, 'O mesmo modelo aparece mais de uma vez')
    .meta({ uniqueItems: true }),
});
export type EnvelopeFields = z.output<typeof envelopeFields>;

/** One of a signer group. */
const signerGroupMember = z.strictObject({
  personId: identifier,
  part,
  /** In whose name they sign, at that person's request; why it is so is said at each use, and kept with no group. */
  atRequestOf: z.strictObject({ personId: identifier }).optional(),
});

/** What a signer group's form edits. Whether its members are enough and of one part is the decider's rule. */
export const signerGroupFields = z.strictObject({
  name: line('o nome do grupo'),
  members: z
    .array(signerGroupMember)
    .max(MAX_GROUP_PERSONS, `No máximo ${MAX_GROUP_PERSONS} pessoas`)
    .refine(
      (members) => new Set(members.map(({ personId }) => personId)).size === members.length,
      'A mesma pessoa aparece mais de uma vez',
    ),
});
export type SignerGroupFields = z.output<typeof signerGroupFields>;

/** Who takes a role of a template, as a request names them. */
interface CastRole {
  role: string;
  personId: string;
  atRequestOf?: { personId: string } | undefined;
}

/**
 * Who takes each role of templates, by its key: whom is named for it, else the role's own person, else, for
 * the company's representative, the next of its default signatories who is not named otherwise. Beside
 * the signer at a person's request stands that person, by {@link requestingKey}.
 */
export function takersOf(
  roles: readonly TemplateRole[],
  casting: readonly CastRole[],
  defaultSignatoryIds: readonly string[] = [],
): Map<string, string | undefined> {
  const chosen = new Map(casting.map(({ role, personId }) => [role, personId]));
  const named = new Set([...casting, ...roles].map(({ personId }) => personId));
  const defaults = defaultSignatoryIds.filter((personId) => !named.has(personId));
  const requesting = casting.flatMap(({ role, atRequestOf }) =>
    atRequestOf === undefined ? [] : [[requestingKey(role), atRequestOf.personId] as const],
  );
  return new Map([
    ...roles.map(
      (role) =>
        [
          role.key,
          chosen.get(role.key) ?? role.personId ?? (role.part === 'signatory' ? defaults.shift() : undefined),
        ] as const,
    ),
    ...requesting,
  ]);
}
