import type { FaceAdvice } from '@lacre/contracts';

import type { Look, SeenFace } from '../engine/face-engine.ts';

/** A second face counts when it is this sure, and this large beside the main one: people on a poster do not. */
const BESIDE_SCORE = 0.6;
const BESIDE_WIDTH = 0.4;

/** By how much a frontal face may be turned: about 11 degrees. */
const FRONTAL_TURN = 0.15;

/**
 * What hides a face, measured on 22 faces of the sample pictures, sunglasses and masks drawn on them: every bare face
 * has eyes of 0.78 and more, and none of 66 with sunglasses is above 0.54. Masks as `isMouthCovered` says. No worn
 * glasses or masks were there to measure (docs/rosto.md). Turned faces are not measured: every challenge also has
 * frontal ones.
 */
const MIN_EYE_LIGHT = 0.65;
const PLAIN_MOUTH = 0.105;
const TINTED_MOUTH = { contrast: 0.145, tint: 0.9 };

/**
 * Dark glasses may also mislead the landmarks: no bare mouth of the 22 is above 0.32, glasses in its place are at 0.5.
 */
const MAX_MOUTH = 0.42;

const areEyesCovered = ({ eyeLight, mouthContrast }: SeenFace): boolean =>
  eyeLight < MIN_EYE_LIGHT || mouthContrast > MAX_MOUTH;

const isMouthCovered = ({ mouthContrast, mouthTint }: SeenFace): boolean =>
  mouthContrast < PLAIN_MOUTH || (mouthContrast < TINTED_MOUTH.contrast && mouthTint >= TINTED_MOUTH.tint);

/**
 * What must hold of a face that is compared, and what is advised where it does not; the first that fails is answered.
 */
const RULES: readonly { advice: FaceAdvice; holds: (face: SeenFace) => boolean }[] = [
  // At a fifth of the light of a bright room the same face is no longer recognised.
  { advice: 'more-light', holds: ({ brightness }) => brightness >= 45 },
  { advice: 'less-light', holds: ({ brightness }) => brightness <= 225 },
  { advice: 'come-closer', holds: ({ share, box }) => share >= 0.12 && box.width >= 60 },
  { advice: 'step-back', holds: ({ share }) => share <= 0.8 },
  { advice: 'hold-still', holds: ({ sharpness }) => sharpness >= 2.5 },
  { advice: 'uncover-mouth', holds: (face) => !isFrontal(face) || !isMouthCovered(face) },
  { advice: 'uncover-eyes', holds: (face) => !isFrontal(face) || !areEyesCovered(face) },
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
