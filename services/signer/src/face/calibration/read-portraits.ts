import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

import { Refusal } from '@lacre/http';

import type { FaceEngine } from '../engine/face-engine.ts';
import { adviceOn, isFrontal, onlyFace } from '../rules/picture-quality.ts';
import type { Portrait } from './compare-people.ts';

const PICTURES = new Set(['.jpg', '.jpeg', '.png', '.webp']);

export interface DataSet {
  people: number;
  pictures: number;
  portraits: Portrait[];
  /** Pictures that could not be compared, by why. */
  leftOut: Record<'no-face' | 'several-faces' | 'no-picture', number>;
  /** Pictures that were compared though the product would not take them, by what it would advise. */
  poor: Record<string, number>;
}

/**
 * Reads a data set of faces: a folder for each person with pictures of nobody else.
 *
 * @throws Refusal FACE_SERVICE_ERROR when the engine fails; the error of the file system for a folder that is not there
 */
export async function readPortraits(
  engine: FaceEngine,
  folder: string,
  onPicture: (done: number) => void = () => {},
): Promise<DataSet> {
  const set: DataSet = {
    people: 0,
    pictures: 0,
    portraits: [],
    leftOut: { 'no-face': 0, 'several-faces': 0, 'no-picture': 0 },
    poor: {},
  };
  const people = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  for (const { name: person } of people.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const files = (await readdir(join(folder, person))).filter((file) =>
      PICTURES.has(extname(file).toLowerCase()),
    );
    set.people += files.length > 0 ? 1 : 0;
    for (const file of files.toSorted()) {
      await addPicture(engine, set, person, await readFile(join(folder, person, file)));
      set.pictures += 1;
      onPicture(set.pictures);
    }
  }
  return set;
}

async function addPicture(engine: FaceEngine, set: DataSet, person: string, bytes: Buffer): Promise<void> {
  const face = await engine.look(bytes).then(onlyFace, (error: unknown) => {
    if (error instanceof Refusal && error.code !== 'FACE_SERVICE_ERROR') return 'no-picture' as const;
    throw error;
  });
  if (typeof face === 'string') {
    set.leftOut[face] += 1;
    return;
  }
  const advice = adviceOn(face) ?? (isFrontal(face) ? undefined : 'look-ahead');
  if (advice !== undefined) set.poor[advice] = (set.poor[advice] ?? 0) + 1;
  set.portraits.push({ person, template: face.template, good: advice === undefined });
}
