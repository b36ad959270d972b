import type { FaceAdvice } from '@lacre/contracts';

import type { Look, SeenFace } from '../engine/face-engine.ts';

/** A second face counts when it is this sure, and this large beside the main one: people on a poster do not. */
const BESIDE_SCORE = 0.6;
const BESIDE_WIDTH = 0.4;

/** By how much a frontal face may be turned: about 11 degrees. */
const FRONTAL_TURN = 0.15;

/** What must hold of a face that is compared, and what is advised where it does not; the first that fails is told. */
const RULES: readonly { advice: FaceAdvice; holds: (face: SeenFace) => boolean }[] = [
  // At a fifth of the light of a bright room the same face is no longer told.
  { advice: 'more-light', holds: ({ brightness }) => brightness >= 45 },
  { advice: 'less-light', holds: ({ brightness }) => brightness <= 225 },
  { advice: 'come-closer', holds: ({ share, box }) => share >= 0.12 && box.width >= 60 },
  { advice: 'step-back', holds: ({ share }) => share <= 0.8 },
  { advice: 'hold-still', holds: ({ sharpness }) => sharpness >= 2.5 },
  { advice: 'straighten', holds: ({ rollDegrees }) => Math.abs(rollDegrees) <= 25 },
];

/** The one face of a picture, or why there is none. */
export function onlyFace({ faces, main }: Look): SeenFace | 'no-face' | 'several-faces' {
  if (main === undefined) return 'no-face';
  const beside = faces
    .slice(1)
    .some(({ score, box }) => score >= BESIDE_SCORE && box.width >= BESIDE_WIDTH * main.box.width);
  return beside ? 'several-faces' : main;
}

/** What would make the picture good enough; undefined when it is. */
export const adviceOn = (face: SeenFace): FaceAdvice | undefined =>
  RULES.find(({ holds }) => !holds(face))?.advice;

/** Whether the face looks at the camera, so that it can be compared. */
export const isFrontal = ({ turn }: SeenFace): boolean => Math.abs(turn - 0.5) <= FRONTAL_TURN;
