import type { AnswerOf } from '@lacre/contracts';

import type { Text } from './say.ts';

type Trust = AnswerOf<'validateDocument'>['embedded'][number]['trust'];

/** The words for a foreign signer's certificate. */
export const TRUST_WORDS: Readonly<Record<Trust, Text>> = {
  platform: 'Selo desta plataforma',
  'icp-brasil': 'Certificado da ICP-Brasil',
  trusted: 'Certificado de autoridade reconhecida',
  'icp-brasil-claimed': 'Certificado que se diz da ICP-Brasil; a cadeia dele não foi comprovada aqui',
  unknown: 'Certificado não reconhecido: o nome não foi comprovado',
};

/** Whether the name in the certificate is that of its holder. */
export const isNameProven = (trust: Trust): boolean => trust !== 'unknown' && trust !== 'icp-brasil-claimed';
