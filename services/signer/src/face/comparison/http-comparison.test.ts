import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { describeFaceComparison, shownOf } from '../../testing/face/describe-face-comparison.ts';
import { openTestFaceEngine } from '../../testing/face/face-engine.ts';
import { portrait } from '../../testing/face/face-pictures.ts';
import { IdentityCheck, type Behaviour } from '../../testing/face/identity-check.ts';
import type { ShownPicture } from './face-comparison.ts';
import { httpComparison } from './http-comparison.ts';

describeFaceComparison('the identity check over HTTP', async ({ engine, logger, people }) => {
  const register = new Map(Object.values(people).map(({ cpf, enrolled }) => [cpf, enrolled]));
  const service = new IdentityCheck(engine, register);
  const comparison = httpComparison({ url: await service.listen(), token: 'segredo', logger });
  return { comparison, close: () => service.close() };
});

const EVA = { cpf: '52998224725', enrolled: [] };
const engine = openTestFaceEngine();
let service: IdentityCheck;
let url: string;
let shown: ShownPicture;
beforeAll(async () => {
  const { main } = await engine.look(await portrait('eva'));
  if (main === undefined) throw new Error('no face in the sample');
  service = new IdentityCheck(engine, new Map([[EVA.cpf, [main.template]]]));
  url = await service.listen();
  shown = await shownOf(engine, 'eva');
}, 60_000);
afterAll(async () => {
  await service.close();
  await engine.close();
});

/** Asks while the service behaves so, and once more when it answers again. */
async function asked(next: readonly Behaviour[], lines: string[] = []) {
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const check = httpComparison({ url, token: 'segredo', logger, timeoutMs: 300, retries: 2, backoffMs: 10 });
  service.requests.length = 0;
  service.next = [...next];
  const outcome = await check.compare(EVA, [shown]).then(
    ({ similarity }) => similarity,
    (error: { code: string }) => error.code,
  );
  const tries = service.requests.length;
  service.next = [];
  expect((await check.compare(EVA, [shown])).similarity).toBeGreaterThan(50);
  return { outcome, tries };
}

it('asks again where the service fails or does not answer in time, and answers then', async () => {
  const { outcome, tries } = await asked(['fail', 'hang']);
  expect([outcome, tries]).toEqual([expect.any(Number), 3]);
  expect(service.requests[0]).toEqual({ authorization: 'Bearer segredo', cpf: EVA.cpf });
});

it.each<[Behaviour, number]>([
  ['fail', 3],
  ['hang', 3],
  ['refuse', 1],
  ['garble', 1],
  ['redirect', 3],
  ['flood', 3],
])('refuses when the service keeps answering %s, after %d requests', async (behaviour, times) => {
  const lines: string[] = [];
  const { outcome, tries } = await asked(
    Array.from({ length: 4 }, () => behaviour),
    lines,
  );
  expect([outcome, tries]).toEqual(['FACE_SERVICE_ERROR', times]);
  const said = lines.join('');
  for (const secret of [EVA.cpf, 'segredo', '127.0.0.1:1', shown.photo.toString('base64').slice(1000, 1040)])
    expect(said.replaceAll(new URL(url).host, '')).not.toContain(secret);
  expect(said.length).toBeLessThan(2000);
});

it('says that the register knows no face of the CPF, without asking again', async () => {
  const check = httpComparison({ url, logger: pino({ level: 'silent' }) });
  service.requests.length = 0;
  await expect(check.compare({ ...EVA, cpf: '11144477735' }, [shown])).rejects.toMatchObject({
    code: 'FACE_REGISTER_UNKNOWN',
  });
  expect(service.requests).toHaveLength(1);
});
