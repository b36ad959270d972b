import type { Logger } from 'pino';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ComparedPerson, FaceComparison, ShownPicture } from '../../face/comparison/face-comparison.ts';
import type { FaceEngine } from '../../face/engine/face-engine.ts';
import { openTestFaceEngine } from './face-engine.ts';
import { LATER, portrait, portraits, type SamplePerson } from './face-pictures.ts';

/** A comparison that knows Eva and Bia, by their CPF and by their enrolled templates. */
export interface OpenedComparison {
  comparison: FaceComparison;
  close(): Promise<void>;
}

export interface ComparedStage {
  engine: FaceEngine;
  logger: Logger;
  people: Readonly<Record<'eva' | 'bia', ComparedPerson & { pictures: readonly Buffer[] }>>;
}

const CPFS = { eva: '52998224725', bia: '11144477735' } as const;

/** The promises of a {@link FaceComparison}, held by every adapter. */
export function describeFaceComparison(
  name: string,
  open: (stage: ComparedStage) => Promise<OpenedComparison>,
): void {
  describe(`${name}, as a face comparison`, { timeout: 120_000 }, () => {
    const lines: string[] = [];
    let engine: FaceEngine;
    let people: ComparedStage['people'];
    let opened: OpenedComparison;
    beforeAll(async () => {
      engine = openTestFaceEngine();
      people = { eva: await enrolledOf(engine, 'eva'), bia: await enrolledOf(engine, 'bia') };
      const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
      opened = await open({ engine, logger, people });
    }, 120_000);
    afterAll(async () => {
      await opened.close();
      await engine.close();
    });

    it('finds another picture of a person more alike than another person’s', async () => {
      const { comparison } = opened;
      for (const [own, other] of [
        ['eva', 'bia'],
        ['bia', 'eva'],
      ] as const) {
        const same = await comparison.compare(people[own], [await shownOf(engine, own)]);
        const wrong = await comparison.compare(people[own], [await shownOf(engine, other)]);
        expect(same.similarity).toBeGreaterThan(50);
        expect(same.similarity).toBeLessThanOrEqual(100);
        expect(wrong.similarity).toBeGreaterThanOrEqual(0);
        expect(wrong.similarity).toBeLessThan(50);
      }
    });

    it('answers the same picture alike, at once and again', async () => {
      const shown = await shownOf(engine, 'eva');
      const asked = Array.from({ length: 3 }, () => opened.comparison.compare(people.eva, [shown]));
      const [first, ...others] = await Promise.all(asked);
      for (const other of others) expect(other).toEqual(first);
    });

    it('refuses, with a code of its own, a person it has nothing of', async () => {
      const stranger = { cpf: '93541134780', enrolled: [] };
      await expect(opened.comparison.compare(stranger, [await shownOf(engine, 'eva')])).rejects.toMatchObject(
        {
          code: expect.stringMatching(/^(AUTH_NO_PERSON_FACELIST|FACE_REGISTER_UNKNOWN)$/) as string,
        },
      );
    });

    it('names its source, and says nothing of a CPF or a picture', async () => {
      expect(opened.comparison.source).not.toBe('');
      const { photo } = await shownOf(engine, 'eva');
      const said = lines.join('');
      for (const cpf of [...Object.values(CPFS), '93541134780']) expect(said).not.toContain(cpf);
      expect(said).not.toContain(photo.toString('base64').slice(1000, 1060));
    });
  });
}

async function enrolledOf(engine: FaceEngine, who: 'eva' | 'bia') {
  const pictures = await portraits(who);
  const looks = await Promise.all(pictures.map((picture) => engine.look(picture)));
  const enrolled = looks.flatMap(({ main }) => (main === undefined ? [] : [main.template]));
  return { cpf: CPFS[who], enrolled, pictures };
}

export async function shownOf(engine: FaceEngine, who: SamplePerson): Promise<ShownPicture> {
  const photo = await portrait(who, LATER);
  const { main } = await engine.look(photo);
  if (main === undefined) throw new Error('no face in the sample');
  return { template: main.template, photo };
}
