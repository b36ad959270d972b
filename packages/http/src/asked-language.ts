import { languageOf, type Language } from '@lacre/contracts/languages';
import type { FastifyRequest } from 'fastify';

/** The language that a request wants its answer in, by `Accept-Language` (RFC 9110, 12.5.4); its order stands for weights. */
export const askedLanguage = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  languageOf((headers['accept-language'] ?? '').split(',')) ?? 'pt-BR';
