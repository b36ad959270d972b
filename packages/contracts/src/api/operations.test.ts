import { expect, expectTypeOf, it } from 'vitest';

import { errors, isErrorCode } from '../errors.ts';
import { operations, type AnswerOf, type BodyOf } from './operations.ts';
import { paths } from './paths.ts';

it('gives every path one operation with its own method and path', () => {
  for (const [name, place] of Object.entries(paths)) {
    expect(operations[name as keyof typeof operations]).toMatchObject({ name, ...place });
  }
});

it('gives no two operations the same place', () => {
  const places = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(places).size).toBe(places.length);
});

it('names only known error codes, each with a status and a Portuguese title', () => {
  for (const { errors: codes } of Object.values(operations))
    for (const code of codes) expect(isErrorCode(code)).toBe(true);
  for (const { status, title } of Object.values(errors)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(title).toMatch(/[.?]$/);
  }
});

it('infers bodies and answers', () => {
  expectTypeOf<BodyOf<'cancelProcess'>>().toEqualTypeOf<{
    documentId?: string | undefined;
    reason?: string | undefined;
  }>();
  expectTypeOf<AnswerOf<'createPerson'>>().toEqualTypeOf<{ position: string; personId: string }>();
});
