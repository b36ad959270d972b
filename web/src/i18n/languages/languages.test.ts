import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operations } from '@lacre/contracts';
import {
  DECLARATION_VERSION,
  DECLARERS,
  declarationText,
  IMPEDIMENT_WORDS,
} from '@lacre/contracts/at-request';
import { CONSENT_STATEMENT, termsSections } from '@lacre/contracts/consent-text';
import { errors, type ErrorCode } from '@lacre/contracts/errors';
import { TERMS_VERSION } from '@lacre/contracts/terms';
import { timelineWords } from '@lacre/contracts/timeline';
import { describe, expect, test } from 'vitest';

import { texts as english } from './en.ts';
import { problems } from './en/problems.ts';
import { termsInForce } from './en/terms.ts';
import { texts as spanish } from './es.ts';

const SOURCES = join(import.meta.dirname, '../..');
const sourcesIn = (folder: string): string =>
  globSync(`${folder}**/*.{ts,tsx}`, { cwd: SOURCES })
    .filter((file) => !file.includes('languages') && !file.includes('.test.'))
    .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
    .join('\n');
/** What the public page shows of a document's life. */
const publicTitles = Object.values(timelineWords)
  .filter(({ public: isPublic }) => isPublic)
  .map(({ title }) => title);
/** What the client shows of the contracts' own words. */
const contractTexts = [
  ...CONSENT_STATEMENT,
  ...DECLARERS.map((by) => declarationText(DECLARATION_VERSION, by)),
  ...Object.values(IMPEDIMENT_WORDS),
  ...publicTitles,
];
const said = [sourcesIn(''), ...contractTexts].join('\n');

/** The places of values that a text names. */
const placesOf = (text: string): string[] =>
  [...text.matchAll(/\{(\d)\}/g)].map(([place]) => place).toSorted();

describe('texts in other languages', () => {
  test('each translates a Portuguese text of the catalogue', () => {
    const saidNowhere = Object.keys(english).filter((portuguese) => {
      if (portuguese in problems || portuguese in termsInForce) return false;
      // What is counted is said without its number, and a place on a page is put together of its row and its column.
      const parts = portuguese.replace(/^\{0\} /, '').split(/, (?=à|ao)/);
      return !parts.every((part) => said.includes(part));
    });
    expect(saidNowhere).toEqual([]);
  });

  test('there is one for each fact that the public page shows of a document', () => {
    expect(publicTitles.length).toBeGreaterThan(10);
    expect(publicTitles.filter((title) => !(title in english))).toEqual([]);
  });

  test('the terms in force are translated paragraph by paragraph, and no others', () => {
    const parts = termsSections(TERMS_VERSION).flatMap(({ id, paragraphs }) =>
      ['title', ...paragraphs.keys()].map((part) => `${TERMS_VERSION}/${id}/${part}`),
    );
    expect(Object.keys(termsInForce)).toEqual(parts);
  });

  test('each names the values of the Portuguese one', () => {
    const differing = Object.keys(english).flatMap((key) => {
      const portuguese = key as keyof typeof english;
      return [english[portuguese], spanish[portuguese]]
        .filter((other) => typeof other === 'string')
        .filter((other) => placesOf(other).join(' ') !== placesOf(portuguese).join(' '));
    });
    expect(differing).toEqual([]);
  });

  test('whatever a signer’s request may be refused with has its words', () => {
    const calls = /(?:personApi|anonymousApi|(?<!\w)api)(?:\.(?:call|download)\(|,)\s*'(\w+)'/g;
    const sources = sourcesIn('features/signing/') + sourcesIn('features/validation/');
    const called = new Set([...sources.matchAll(calls)].map(([, name]) => name));
    expect([...called]).toContain('validateDocument');
    expect(called.size).toBeGreaterThan(15);
    const codes = Object.entries(operations)
      .filter(([name]) => called.has(name))
      .flatMap(([, operation]) => operation.errors as readonly ErrorCode[]);
    expect([...new Set(codes)].filter((code) => !(code in problems))).toEqual([]);
    const unknown = Object.keys(problems).filter((code) => !(code in errors));
    expect(unknown).toEqual(['NETWORK', 'TIMEOUT', 'UNKNOWN']);
  });
});
