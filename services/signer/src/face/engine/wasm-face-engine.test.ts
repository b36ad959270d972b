import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { groupPicture, plainPicture, portrait } from '../../testing/face/face-pictures.ts';
import type { FaceEngine, Look } from './face-engine.ts';
import { openWasmFaceEngine } from './wasm-face-engine.ts';

const logger = pino({ level: 'silent' });
let engine: FaceEngine;
beforeAll(() => {
  engine = openWasmFaceEngine({ logger });
});
afterAll(() => engine.close());

const templateOf = ({ main }: Look): Float32Array => {
  if (main === undefined) throw new Error('no face');
  return main.template;
};
const codeOf = (error: unknown) => (error as { code?: string }).code;
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: unknown) => codeOf(error),
  );

describe('the engine', { timeout: 60_000 }, () => {
  it('distinguishes two people, and recognises each again', async () => {
    const [eva, again, bia] = [
      await engine.look(await portrait('eva')),
      await engine.look(await portrait('eva', { brightness: 0.7, blur: 1 })),
      await engine.look(await portrait('bia')),
    ].map(templateOf) as [Float32Array, Float32Array, Float32Array];
    expect(eva).toHaveLength(128);
    expect(engine.distance(eva, eva)).toBe(0);
    expect(engine.distance(eva, again)).toBeLessThan(0.4);
    expect(engine.distance(eva, bia)).toBeGreaterThan(0.6);
  });

  it.each([-25, 20])('recognises a face tilted by %d degrees', async (rotate) => {
    const [straight, tilted] = [
      await engine.look(await portrait('eva')),
      await engine.look(await portrait('eva', { rotate })),
    ];
    expect(Math.abs(tilted.main?.rollDegrees ?? 0)).toBeGreaterThan(12);
    expect(engine.distance(templateOf(straight), templateOf(tilted))).toBeLessThan(0.3);
  });

  it('finds no face, one and several', async () => {
    const group = await groupPicture();
    const counts = [await plainPicture(), await portrait('ana'), group].map(
      async (picture) => (await engine.look(picture)).faces.length,
    );
    expect(await Promise.all(counts)).toEqual([0, 1, 4]);
  });

  it('sees a face that fills the picture', async () => {
    const close = await sharp(await portrait('eva'))
      .extract({ left: 190, top: 60, width: 260, height: 340 })
      .toBuffer();
    expect((await engine.look(close)).faces).toHaveLength(1);
  });

  it('refuses at once when too many wait, and answers the others', async () => {
    const small = openWasmFaceEngine({ logger, queued: 2 });
    const picture = await plainPicture();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => refusal(small.look(picture))));
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'FACE_SERVICE_ERROR')).toHaveLength(3);
    expect(await refusal(small.look(picture))).toBe('taken');
    await small.close();
  });

  it('fails with an error of its own when it takes too long, and works again afterwards', async () => {
    const hasty = openWasmFaceEngine({ logger, timeoutMs: 30 });
    const picture = await portrait('eva');
    expect(await refusal(hasty.look(picture))).toBe('FACE_SERVICE_ERROR');
    expect(await refusal(hasty.look(picture))).toBe('FACE_SERVICE_ERROR');
    await hasty.close();
  });

  it('fails without disclosing the picture', async () => {
    const lines: string[] = [];
    const failing = openWasmFaceEngine({
      logger: pino({ level: 'trace' }, { write: (line: string) => lines.push(line) }),
      timeoutMs: 30,
    });
    const picture = await portrait('eva', { shade: 7 });
    await refusal(failing.look(picture));
    await failing.close();
    const said = lines.join('');
    expect(said).toContain('timeout');
    expect(said.length).toBeLessThan(3000);
    expect(said).not.toMatch(/[\w+/]{100}|(?:\d{1,3},){20}/);
  });
});
