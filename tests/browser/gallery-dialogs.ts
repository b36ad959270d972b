import type { Scene } from './gallery-stage.ts';

export const dialogScenes: readonly Scene[] = [];
