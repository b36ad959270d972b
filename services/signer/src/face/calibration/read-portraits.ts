import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

import { Refusal } from '@lacre/http';

import type { FaceEngine, SeenFace } from '../engine/face-engine.ts';
import { adviceOn, isFrontal, onlyFace } from '../rules/picture-quality.ts';
import type { Portrait } from './compare-people.ts';
import { asSent } from './read-picture.ts';

/** By their names; what has another is tried too, and passed over in silence when it is none. */
const PICTURES = new Set(
  '.jpg .jpeg .jpe .jfif .png .webp .gif .tif .tiff .bmp .pgm .ppm .pnm .heic .avif'.split(' '),
);
/** No picture of a face is larger; films and archives that lie beside them are, bytes. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const SERVICE_TRIES = 2;

type LeftOut = 'no-face' | 'several-faces' | 'no-picture' | 'unreadable' | 'engine-failed';

export interface DataSet {
  people: number;
  pictures: number;
  portraits: Portrait[];
  /** Pictures that could not be compared, by why. */
  leftOut: Record<LeftOut, number>;
  /** Files that are no pictures, nor called so. */
  otherFiles: number;
  /** Links to folders: followed, one might lead in a circle, or show one person as two. */
  linkedFolders: number;
  /** Pictures that were compared though the product would not take them, by what it would advise. */
  poor: Record<string, number>;
}

export interface ReadOptions {
  /** How deep below the folder those of people lie: 1, right in it. Pictures lie in them at any depth. */
  depth?: number;
  /** Whether the folders that those of people lie in are groups of people; `depth` is then at least 2. */
  groups?: boolean;
  /** Pictures looked at side by side. Default 2. */
  atOnce?: number;
  onPicture?: (done: number) => void;
  /** Called with each picture that could not be compared. */
  onLeftOut?: (path: string, why: LeftOut) => void;
}

/** A file that may be a picture of a person. */
interface Found {
  person: string;
  group: string | undefined;
  path: string;
}
type Outcome = SeenFace | LeftOut | 'other';

/**
 * Reads a data set of faces: a folder for each person with pictures of that person alone, of any format that can be
 * read, however large: they are made as small as the product makes them before it sends them. What cannot be compared
 * is counted, and ends nothing.
 *
 * @throws the error of the file system for a folder that is not there, or is none
 */
export async function readPortraits(
  engine: FaceEngine,
  folder: string,
  { depth = 1, groups = false, atOnce = 2, onPicture = () => {}, onLeftOut = () => {} }: ReadOptions = {},
): Promise<DataSet> {
  const { found, linkedFolders } = await filesOf(folder, depth, groups);
  const outcomes: Outcome[] = [];
  let [next, done] = [0, 0];
  const one = async (): Promise<void> => {
    for (let index = next++; index < found.length; index = next++) {
      outcomes[index] = await lookedAt(engine, found[index]?.path ?? '');
      done += outcomes[index] === 'other' ? 0 : 1;
      onPicture(done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return { ...counted(found, outcomes, onLeftOut), linkedFolders };
}

function counted(
  found: readonly Found[],
  outcomes: readonly Outcome[],
  onLeftOut: NonNullable<ReadOptions['onLeftOut']>,
): Omit<DataSet, 'linkedFolders'> {
  const leftOut = { 'no-face': 0, 'several-faces': 0, 'no-picture': 0, unreadable: 0, 'engine-failed': 0 };
  const set: Omit<DataSet, 'linkedFolders'> = {
    people: 0,
    pictures: 0,
    portraits: [],
    leftOut,
    otherFiles: 0,
    poor: {},
  };
  const people = new Set<string>();
  for (const [index, { person, group, path }] of found.entries()) {
    const outcome = outcomes[index] ?? 'other';
    if (outcome === 'other') {
      set.otherFiles += 1;
      continue;
    }
    people.add(person);
    set.pictures += 1;
    if (typeof outcome === 'string') {
      leftOut[outcome] += 1;
      onLeftOut(path, outcome);
      continue;
    }
    const advice = adviceOn(outcome) ?? (isFrontal(outcome) ? undefined : 'look-ahead');
    if (advice !== undefined) set.poor[advice] = (set.poor[advice] ?? 0) + 1;
    set.portraits.push({ person, group, template: outcome.template, good: advice === undefined });
  }
  set.people = people.size;
  return set;
}

/** Folders of the same name at that depth (train/ana, test/ana) are one person. */
async function filesOf(
  folder: string,
  depth: number,
  groups: boolean,
): Promise<{ found: Found[]; linkedFolders: number }> {
  const found: Found[] = [];
  let linkedFolders = 0;
  const walk = async (path: string, names: readonly string[]): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true });
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      if (entry.name.startsWith('.')) continue;
      const inside = join(path, entry.name);
      // One name may be written in two ways (é, or e and an accent).
      const name = entry.name.normalize('NFC');
      const named = names[depth - 1];
      const group = groups ? names[depth - 2] : undefined;
      // Namesakes of two groups are two people.
      const person = named === undefined || group === undefined ? named : `${group}/${named}`;
      // Links to files are followed.
      if (entry.isSymbolicLink() && (await leadsToFolder(inside))) linkedFolders += 1;
      else if (entry.isDirectory()) await walk(inside, [...names, name]).catch(unlessClosed);
      else if (person !== undefined) found.push({ person, group, path: inside });
    }
  };
  await walk(folder, []);
  return { found, linkedFolders };
}

const leadsToFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (target) => target.isDirectory(),
    () => false,
  );

/** A folder that may not be opened is passed over. */
function unlessClosed(error: unknown): void {
  if ((error as { code?: string }).code !== 'EACCES') throw error;
}

async function lookedAt(engine: FaceEngine, path: string): Promise<Outcome> {
  const isCalledPicture = PICTURES.has(extname(path).toLowerCase());
  let bytes: Buffer;
  try {
    const target = await stat(path);
    // A pipe or a device would be read for ever.
    if (!target.isFile()) return 'other';
    if (target.size > MAX_FILE_BYTES) return isCalledPicture ? 'no-picture' : 'other';
    bytes = await readFile(path);
  } catch {
    return isCalledPicture ? 'unreadable' : 'other';
  }
  const picture = await asSent(bytes).catch(() => undefined);
  if (picture === undefined) return isCalledPicture ? 'no-picture' : 'other';
  for (let tries = 1; ; tries++) {
    try {
      return onlyFace(await engine.look(picture));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== 'FACE_SERVICE_ERROR') return 'no-picture';
      if (tries === SERVICE_TRIES) return 'engine-failed';
    }
  }
}
