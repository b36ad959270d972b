import { errors } from '@lacre/contracts/errors';
import { expect, it } from 'vitest';

import { LOCAL_TEXTS, Problem, problemFromAnswer } from './problem.ts';

it('says of a code what the table of errors says of it', () => {
  const known = Object.keys(LOCAL_TEXTS).filter((code) => Object.hasOwn(errors, code));
  expect(known.length).toBeGreaterThan(8);
  const titles = (of: Record<string, { title: string }>) => known.map((code) => of[code]?.title);
  expect(titles(LOCAL_TEXTS as Record<string, { title: string }>)).toEqual(titles(errors));
});

it('passes on the words of the server, and has its own where the server has none', () => {
  const refused = problemFromAnswer(409, JSON.stringify({ code: 'TAG_EMPTY', title: 'Nomeie a tag.' }), null);
  expect(refused).toMatchObject({ code: 'TAG_EMPTY', title: 'Nomeie a tag.', status: 409 });
  expect(problemFromAnswer(403, '<html>', null)).toMatchObject({
    code: 'AUTH_USER_WITHOUT_PERMISSION',
    title: errors.AUTH_USER_WITHOUT_PERMISSION.title,
  });
  expect(problemFromAnswer(400, JSON.stringify({ code: 'não é' }), null).code).toBe('UNKNOWN');
  expect(new Problem('NETWORK').title).toBe('Sem conexão com o servidor');
});
