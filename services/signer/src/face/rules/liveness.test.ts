import { describe, expect, it } from 'vitest';

import type { Look, SeenFace } from '../engine/face-engine.ts';
import { euclideanDistance } from '../engine/wasm-face-engine.ts';
import { begun, drawSteps, judgeFrame, STEP_MS, type Judgement, type Liveness } from './liveness.ts';

let fresh = 0;
const ANA = new Float32Array(128);
const BIA = new Float32Array(128).fill(1);

/** A picture of somebody in a pose; every picture another one unless it says so. */
function look(over: Partial<SeenFace> = {}, picture: Partial<Look> = {}): Look {
  const main: SeenFace = {
    score: 0.99,
    box: { x: 200, y: 100, width: 240, height: 300 },
    template: ANA,
    turn: 0.5,
    rollDegrees: 0,
    smile: 0,
    share: 0.38,
    brightness: 130,
    sharpness: 9,
    ...over,
  };
  return {
    faces: [main],
    main,
    thumbprint: Uint8Array.of(++fresh, fresh * 7, 3),
    width: 640,
    height: 480,
    ...picture,
  };
}

const TURN = { centre: {}, left: { turn: 0.75 }, right: { turn: 0.25 }, smile: { smile: 0.95 } } as const;
const judge = (liveness: Liveness, seen: Look, waitedMs = 300) =>
  judgeFrame(liveness, seen, waitedMs, euclideanDistance);

/** Judges pictures one after another. */
const through = (liveness: Liveness, looks: readonly Look[]): Judgement =>
  looks.reduce<Judgement>((last, seen) => (last.outcome === 'failed' ? last : judge(last.liveness, seen)), {
    outcome: 'going-on',
    liveness,
    counted: undefined,
    advice: undefined,
  });

describe('the steps', () => {
  it('never repeat themselves, and let the face be compared', () => {
    let seed = 1;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const drawn = Array.from({ length: 2_000 }, () => drawSteps(random, 1));
    for (const steps of drawn) {
      expect(steps).toHaveLength(4);
      // What a still picture of somebody who smiles does not show.
      expect(steps.some((step) => step === 'left' || step === 'right')).toBe(true);
      for (const [index, step] of steps.entries()) expect(step).not.toBe(steps[index - 1]);
      expect(steps.slice(0, 2).some((step) => step === 'centre' || step === 'smile')).toBe(true);
    }
    // 4 × 3³ orders, without the 18 that begin with both sides, and the two that look ahead alone.
    expect(new Set(drawn.map((steps) => steps.join(' '))).size).toBe(88);
  });
});

describe('a challenge', () => {
  const steps = ['centre', 'left', 'smile', 'right'] as const;

  it('is passed by whoever does each step when it is asked', () => {
    const shown = steps.flatMap((pose) => [look(TURN[pose]), look(TURN[pose])]);
    const { outcome, liveness } = through(begun(steps), shown);
    expect([outcome, liveness.frames.length]).toEqual(['passed', 8]);
    expect(liveness.frames.filter(({ frontal }) => frontal)).toHaveLength(4);
  });

  it('stays where it is while the pose is another one', () => {
    const shown = [look(TURN.left), look(TURN.right), look(TURN.right)];
    expect(through(begun(steps), shown)).toMatchObject({
      outcome: 'going-on',
      liveness: { at: 0, shown: 0 },
    });
  });

  it('is not passed by one picture sent again and again', () => {
    const same = look();
    const again = through(begun(['centre', 'smile', 'centre', 'smile']), [same, same, same]);
    expect(again).toMatchObject({ advice: 'same-picture', liveness: { at: 0, shown: 1 } });
  });

  it('is not passed by a recording of another order', () => {
    const recorded = (['centre', 'right', 'smile', 'left'] as const).flatMap((pose) => [
      look(TURN[pose]),
      look(TURN[pose]),
    ]);
    expect(through(begun(steps), recorded).outcome).toBe('going-on');
  });

  it('ends when a recording goes through the poses until one fits', () => {
    const round = () =>
      (['left', 'centre', 'right', 'smile'] as const).flatMap((pose) => [
        look(TURN[pose]),
        look(TURN[pose]),
        look(TURN[pose]),
      ]);
    const judged = through(begun(['smile', 'centre', 'smile', 'left']), [...round(), ...round()]);
    expect(judged.outcome).toBe('failed');
  });

  it('forgives who mistakes a side, and says so', () => {
    const { liveness } = through(begun(['left', 'right', 'centre', 'left']), [look(TURN.right)]);
    const still = judge(liveness, look(TURN.right));
    // The same turn, held, is one.
    expect([still.liveness.wrongTurns, still.outcome]).toEqual([1, 'going-on']);
    expect(judge(begun(['left']), look(TURN.right)).advice).toBe('other-side');
    const mended = through(still.liveness, [look(TURN.left), look(TURN.left)]);
    // They look to the left still when the right is asked for, which is nothing wrong.
    const late = through(mended.liveness, [look(TURN.left), look(), look(TURN.right), look(TURN.right)]);
    expect([late.outcome, late.liveness.at, late.liveness.wrongTurns]).toEqual(['going-on', 2, 1]);
  });

  it('ends when a step takes too long, and not before', () => {
    const late = judge(begun(steps), look(), STEP_MS + 1);
    expect([late.outcome, late.counted]).toEqual(['failed', undefined]);
    expect(judge(begun(steps), look(), STEP_MS).outcome).toBe('going-on');
    const slow = through(begun(steps), []).liveness;
    expect(judge(judge(slow, look(TURN.left), 6_000).liveness, look(), 6_000).outcome).toBe('failed');
  });

  it('ends when somebody else comes before the camera, and forgives one picture that was misread', () => {
    const first = judge(begun(steps), look()).liveness;
    const once = judge(first, look({ template: BIA }));
    expect([once.outcome, once.advice]).toEqual(['going-on', 'other-person']);
    const thrice = through(
      first,
      [1, 2, 3].map(() => look({ template: BIA })),
    );
    expect(thrice.outcome).toBe('failed');
  });

  it.each([
    ['nobody', {}, { faces: [], main: undefined }, 'no-face'],
    ['a dark face', { brightness: 20 }, {}, 'more-light'],
    ['a glaring face', { brightness: 240 }, {}, 'less-light'],
    ['a small face', { share: 0.05 }, {}, 'come-closer'],
    ['a face that fills the picture', { share: 0.9 }, {}, 'step-back'],
    ['a blurred face', { sharpness: 1 }, {}, 'hold-still'],
    ['a tilted face', { rollDegrees: 40 }, {}, 'straighten'],
  ] as const)('does not count %s, and says what to do', (_, face, picture, advice) => {
    expect(judge(begun(steps), look(face, picture as Partial<Look>))).toMatchObject({
      counted: undefined,
      advice,
    });
  });

  it('does not count two people, and does a face on a poster behind', () => {
    const { main } = look();
    const beside = (width: number) => ({ score: 0.9, box: { x: 0, y: 0, width, height: 100 } });
    const faces = (width: number) => ({ faces: [main as SeenFace, beside(width)] });
    expect(judge(begun(steps), look({}, faces(150))).advice).toBe('several-faces');
    expect(judge(begun(steps), look({}, faces(60))).counted).toBeDefined();
  });
});
