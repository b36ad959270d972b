import { ERASED, wordLexeme, wordsOf, type Participant } from '@lacre/contracts';

/**
 * Words of a process as its search index keeps them: lexemes of Postgres, each with the positions of the sources that
 * hold it (Postgres 18, 8.11.1). The process itself is one source, each participant another, so that one who is
 * replaced or erased takes only their own words along.
 */
export const OF_PROCESS = 1;
export const ofParticipantAt = (ordinal: number): number => ordinal + 2;

/** Lexemes of the texts of one source. What was erased has none. */
export const lexemesAt = (tenantId: string, source: number, ...texts: readonly string[]): string =>
  wordsOf(...texts.filter((text) => text !== ERASED))
    .map((word) => `${wordLexeme(tenantId, word)}:${source}`)
    .join(' ');

/** Of a participant, found also by in whose name they sign. */
export const participantWords = (
  tenantId: string,
  ordinal: number,
  { name, cpf, atRequestOf }: Pick<Participant, 'name' | 'cpf' | 'atRequestOf'>,
): string =>
  lexemesAt(
    tenantId,
    ofParticipantAt(ordinal),
    name,
    cpf,
    ...(atRequestOf === undefined ? [] : [atRequestOf.name, atRequestOf.cpf]),
  );

/** The words without those of one source, unless another holds them too. */
export const withoutSource = (words: string, source: number): string =>
  [...words.matchAll(/(?<lexeme>'[^']*')(?::(?<sources>[\d,]+))?/g)]
    .flatMap(({ groups = {} }) => {
      const { lexeme = '', sources } = groups;
      if (sources === undefined) return [lexeme];
      const left = sources.split(',').filter((one) => Number(one) !== source);
      return left.length === 0 ? [] : [`${lexeme}:${left.join(',')}`];
    })
    .join(' ');
