import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { findCluster } from './find-cluster.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'lacre-find-cluster-'));
});
afterEach(() => rmSync(place, { recursive: true }));

/** As root makes it: the data elsewhere, a link to it, and a note of where the link is. */
function linked(dataDir: string): string {
  const target = join(place, 'home', 'postgres-1');
  mkdirSync(target, { recursive: true });
  mkdirSync(join(dataDir, '18'), { recursive: true });
  symlinkSync(target, join(dataDir, '18', 'cluster'));
  writeFileSync(`${target}.origin`, join(dataDir, '18', 'cluster'));
  return target;
}

it('finds none before the first start, nor after an interrupted one', () => {
  expect(findCluster(join(place, 'postgres'))).toEqual({ state: 'absent' });
  mkdirSync(join(place, 'postgres', '18'), { recursive: true });
  writeFileSync(join(place, 'postgres', '18', 'password'), '');
  expect(findCluster(join(place, 'postgres'))).toEqual({ state: 'absent' });
});

it('finds one in its folder and behind its link', () => {
  mkdirSync(join(place, 'own', '18', 'cluster'), { recursive: true });
  expect(findCluster(join(place, 'own'))).toEqual({ state: 'here' });
  linked(join(place, 'linked'));
  expect(findCluster(join(place, 'linked'))).toEqual({ state: 'here' });
});

it('finds it after the folder was moved', () => {
  linked(join(place, 'before'));
  renameSync(join(place, 'before'), join(place, 'after'));
  expect(findCluster(join(place, 'after'))).toEqual({ state: 'here' });
});

it('says where it was when the folder came without it', () => {
  const target = linked(join(place, 'linked'));
  rmSync(target, { recursive: true });
  expect(findCluster(join(place, 'linked'))).toEqual({ state: 'lost', target });
});

it('says whose it is when the folder was copied beside its original', () => {
  const target = linked(join(place, 'original'));
  cpSync(join(place, 'original'), join(place, 'copy'), { recursive: true, verbatimSymlinks: true });
  const owner = join(place, 'original', '18', 'cluster');
  expect(findCluster(join(place, 'copy'))).toEqual({ state: 'shared', target, owner });
  expect(findCluster(join(place, 'original'))).toEqual({ state: 'here' });
});
