import type { FaceAdvice, FacePose } from '@lacre/contracts';

import type { FaceEngine, Look, SeenFace } from '../engine/face-engine.ts';
import { adviceOn, isFrontal, onlyFace } from './picture-quality.ts';
import { isSamePicture } from './same-picture.ts';

/** Steps of a challenge, before a wrong turn adds some. */
const STEPS = 4;
/** Pictures that must show what a step asks. */
const FRAMES_PER_STEP = 2;
/** How long a person may take for a step, and for all; what the service takes is not counted. Milliseconds. */
export const STEP_MS = 10_000;
const ALL_MS = 40_000;
/**
 * Counted for a picture at least, milliseconds; the product's own client waits longer between two. What it takes to
 * judge a picture is not counted, so pictures without a pause would stop the clock.
 */
const PICTURE_MS = 150;
/** A face turned and the same looking ahead are hardly ever further apart than this. */
export const SAME_PERSON_DISTANCE = 0.62;
/** Pictures of another person before the challenge fails: one may be misread. */
const OTHERS_ALLOWED = 2;
/**
 * Turns to a side that was not asked for before the challenge fails: people mistake their left, once. It costs them
 * four more steps, two turns among them, since recordings do not know which side is asked for: one that goes on turning
 * to both sides passes in 39 of 100 at best. Free of charge it would in 3 of 4, and always with two forgiven.
 */
const WRONG_TURNS_ALLOWED = 1;
const THUMBPRINTS_KEPT = 16;

const AHEAD = ['centre', 'smile'] as const;
const SIDES = ['left', 'right'] as const;
const POSES: readonly FacePose[] = [...AHEAD, ...SIDES];
const FRONTAL: ReadonlySet<FacePose> = new Set(AHEAD);
const TURNS: ReadonlySet<FacePose> = new Set(SIDES);
/** About 14 degrees; a flat print that is turned never gets there. */
const TURNED = 0.2;
const SMILING = 0.8;

const SHOWS: Readonly<Record<FacePose, (face: SeenFace) => boolean>> = {
  centre: ({ turn }) => Math.abs(turn - 0.5) <= 0.1,
  left: ({ turn }) => turn >= 0.5 + TURNED,
  right: ({ turn }) => turn <= 0.5 - TURNED,
  smile: (face) => face.smile >= SMILING && isFrontal(face),
};

/** A picture that showed what was asked. */
export interface CountedFrame {
  template: Float32Array;
  mirrored: Float32Array;
  pose: FacePose;
  /** Good enough to be compared with an enrolled face. */
  frontal: boolean;
}

type Side = (typeof SIDES)[number];

/** What a challenge asks for: its steps, and those that a wrong turn adds. */
export interface DrawnSteps {
  steps: readonly FacePose[];
  spare: readonly FacePose[];
}

/** A person's progress. */
export interface Liveness extends DrawnSteps {
  /** The step asked for now, from 0. */
  at: number;
  /** Pictures that showed it. */
  shown: number;
  frames: readonly CountedFrame[];
  thumbprints: readonly Uint8Array[];
  /** Time taken for this step, and for all. */
  stepMs: number;
  allMs: number;
  /** Pictures of another person. */
  others: number;
  /** Where the last picture looked, if to a side; and the number of wrong turns. */
  side: Side | undefined;
  wrongTurns: number;
}

export interface Judgement {
  outcome: 'going-on' | 'passed' | 'failed';
  liveness: Liveness;
  /** The picture, when it showed what was asked. */
  counted: CountedFrame | undefined;
  advice: FaceAdvice | undefined;
}

/**
 * Steps drawn at random, none twice in a row, with at least `frontal` of them in which the face looks at the camera,
 * and two turns, of which each is to either side as often as to the other, whatever the other one is: 64 orders. A
 * still picture shows no turn, and what a recording shows without being asked is the sides. One of the first two looks
 * at the camera: the two sides of one face may be as unlike as two people, and each is recognised by the poses between
 * them.
 *
 * @param random a whole number from 0 to below its argument
 */
export function drawSteps(random: (below: number) => number, frontal: number): DrawnSteps {
  const draw = <Pose>(poses: readonly Pose[]) => poses[random(poses.length)] as Pose;
  const turns = [draw(SIDES), draw(SIDES)];
  for (;;) {
    const steps: FacePose[] = [];
    while (steps.length < STEPS) steps.push(draw(POSES.filter((pose) => pose !== steps.at(-1))));
    const isAhead = steps.map((pose) => FRONTAL.has(pose));
    const turned = steps.filter((pose) => TURNS.has(pose));
    if (isAhead.filter(Boolean).length < frontal || !isAhead.slice(0, 2).includes(true)) continue;
    if (turns.some((side, index) => turned[index] !== side)) continue;
    return { steps, spare: [otherAhead(steps.at(-1)), draw(SIDES), draw(AHEAD), draw(SIDES)] };
  }
}

const otherAhead = (pose: FacePose | undefined): FacePose => (pose === 'centre' ? 'smile' : 'centre');

export const begun = ({ steps, spare }: DrawnSteps): Liveness => ({
  steps,
  spare,
  at: 0,
  shown: 0,
  frames: [],
  thumbprints: [],
  stepMs: 0,
  allMs: 0,
  others: 0,
  side: undefined,
  wrongTurns: 0,
});

/**
 * Judges the next picture: in time, new, of one person, the same as before, good enough, and showing what was asked.
 *
 * @param waitedMs since the step was last shown, milliseconds
 */
export function judgeFrame(
  before: Liveness,
  look: Look,
  waitedMs: number,
  distance: FaceEngine['distance'],
): Judgement {
  const tookMs = Math.max(PICTURE_MS, waitedMs);
  const [stepMs, allMs] = [before.stepMs + tookMs, before.allMs + tookMs];
  const timed = { ...before, stepMs, allMs };
  if (stepMs > STEP_MS || allMs > ALL_MS) return notCounted(timed, undefined, 'failed');
  if (before.thumbprints.some((known) => isSamePicture(known, look.thumbprint)))
    return notCounted(timed, 'same-picture');
  const thumbprints = [...before.thumbprints, look.thumbprint].slice(-THUMBPRINTS_KEPT);
  const seen = { ...timed, thumbprints };
  const face = onlyFace(look);
  if (typeof face === 'string') return notCounted(seen, face);
  const advice = adviceOn(face);
  if (advice !== undefined) return notCounted(seen, advice);
  if (!isOfSamePerson(before.frames, face, distance)) {
    const others = before.others + 1;
    return notCounted({ ...seen, others }, 'other-person', others > OTHERS_ALLOWED ? 'failed' : 'going-on');
  }
  const pose = before.steps[before.at] as FacePose;
  const turned = { ...seen, side: sideOf(face) };
  if (SHOWS[pose](face))
    return counted(turned, {
      template: face.template,
      mirrored: face.mirrored,
      pose,
      frontal: isFrontal(face),
    });
  if (!isWrongTurn(before, turned.side)) return notCounted(turned, undefined);
  const wrongTurns = before.wrongTurns + 1;
  const longer = { ...turned, wrongTurns, steps: [...before.steps, ...before.spare], spare: [] };
  return notCounted(longer, 'other-side', wrongTurns > WRONG_TURNS_ALLOWED ? 'failed' : 'going-on');
}

/**
 * Like one that looked at the camera, once there is one. Were every picture enough to be like, each could lead a little
 * further away from whom the first one showed: turned faces are the least distinguishable.
 */
function isOfSamePerson(
  frames: readonly CountedFrame[],
  { template }: SeenFace,
  distance: FaceEngine['distance'],
): boolean {
  const ahead = frames.filter(({ frontal }) => frontal);
  const known = ahead.length > 0 ? ahead : frames;
  return known.length === 0 || known.some((one) => distance(one.template, template) <= SAME_PERSON_DISTANCE);
}

function sideOf(face: SeenFace): Side | undefined {
  if (SHOWS.left(face)) return 'left';
  return SHOWS.right(face) ? 'right' : undefined;
}

/** The pose of the step before, or a wrong turn still held, does not count as another wrong turn. */
const isWrongTurn = ({ steps, at, side: before }: Liveness, side: Side | undefined): boolean =>
  side !== undefined && side !== steps[at] && side !== steps[at - 1] && side !== before;

const notCounted = (
  liveness: Liveness,
  advice: FaceAdvice | undefined,
  outcome: 'going-on' | 'failed' = 'going-on',
): Judgement => ({ outcome, liveness, counted: undefined, advice });

function counted(liveness: Liveness, frame: CountedFrame): Judgement {
  const frames = [...liveness.frames, frame];
  const shown = liveness.shown + 1;
  const isDone = shown >= FRAMES_PER_STEP;
  const at = liveness.at + (isDone ? 1 : 0);
  const next = { ...liveness, frames, at, shown: isDone ? 0 : shown, stepMs: isDone ? 0 : liveness.stepMs };
  const outcome = at === liveness.steps.length ? 'passed' : 'going-on';
  return { outcome, liveness: next, counted: frame, advice: undefined };
}
