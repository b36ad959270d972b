import type { FacePose } from '@lacre/contracts';
import { describe, expect, it } from 'vitest';

import type { Look, SeenFace } from '../engine/face-engine.ts';
import { euclideanDistance } from '../engine/wasm-face-engine.ts';
import {
  begun as begunWith,
  drawSteps,
  judgeFrame,
  STEP_MS,
  type Judgement,
  type Liveness,
} from './liveness.ts';

let fresh = 0;
/** Of a picture that is like no other. */
const thumbprint = (): Uint8Array => {
  let seed = ++fresh;
  return Uint8Array.from({ length: 32 }, () => (seed = (seed * 48_271) % 2_147_483_647) % 256);
};
const begun = (steps: readonly FacePose[], spare: readonly FacePose[] = ['centre', 'left']) =>
  begunWith({ steps, spare });
const ANA = new Float32Array(128);
/** As like Ana as her own turned face may be, and as like that of another person. */
const KIN = new Float32Array(128).fill(0.05);
const BEYOND = new Float32Array(128).fill(0.1);
const BIA = new Float32Array(128).fill(1);

/** A picture of a face in a pose; every picture another one unless it says so. */
function look(over: Partial<SeenFace> = {}, picture: Partial<Look> = {}): Look {
  const main: SeenFace = {
    score: 0.99,
    box: { x: 200, y: 100, width: 240, height: 300 },
    template: ANA,
    mirrored: ANA,
    turn: 0.5,
    rollDegrees: 0,
    smile: 0,
    share: 0.38,
    brightness: 130,
    sharpness: 9,
    eyeLight: 1,
    mouthContrast: 0.2,
    mouthTint: 0.2,
    ...over,
  };
  return {
    faces: [main],
    main,
    thumbprint: thumbprint(),
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

let seed = 1;
const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;

describe('the steps', () => {
  it('never repeat themselves, turn twice, and let the face be compared', () => {
    const drawn = Array.from({ length: 4_000 }, () => drawSteps(random, 1));
    for (const { steps, spare } of drawn) {
      expect(steps).toHaveLength(4);
      // What a still picture of a smiling face does not show.
      expect(steps.filter((step) => step === 'left' || step === 'right').length).toBeGreaterThanOrEqual(2);
      for (const [index, step] of [...steps, ...spare].entries())
        expect(step).not.toBe([...steps, ...spare][index - 1]);
      expect(steps.slice(0, 2).some((step) => step === 'centre' || step === 'smile')).toBe(true);
    }
    // 4 × 3³ orders, without the 18 that begin with both sides, and the 26 that turn once or never.
    expect(new Set(drawn.map(({ steps }) => steps.join(' '))).size).toBe(64);
  });

  it('are passed by a recording that goes on turning, in either order, in at most four of ten tries', () => {
    const drawn = Array.from({ length: 200 }, () => drawSteps(random, 1));
    const shown = {
      ahead: () => look({ smile: 0.95 }),
      left: () => look(TURN.left),
      right: () => look(TURN.right),
    };
    const passes = (sides: readonly ('left' | 'right')[], steps: Liveness) => {
      let judged: Judgement = { outcome: 'going-on', liveness: steps, counted: undefined, advice: undefined };
      for (let round = 0; judged.outcome === 'going-on'; round++)
        for (const pose of ['ahead', sides[round % sides.length] ?? 'left'] as const)
          for (let frame = 0; frame < 6 && judged.outcome === 'going-on'; frame++)
            judged = judge(judged.liveness, shown[pose](), 150);
      return judged.outcome === 'passed';
    };
    for (const sides of [
      ['left'],
      ['left', 'right'],
      ['left', 'right', 'right'],
      ['left', 'left', 'right', 'right'],
    ] as const) {
      const passed = drawn.filter((one) => passes(sides, begunWith(one))).length / drawn.length;
      expect(passed).toBeGreaterThan(0.2);
      expect(passed).toBeLessThan(0.4);
    }
  });
});

describe('a challenge', () => {
  const steps = ['centre', 'left', 'smile', 'right'] as const;

  it('is passed by a person who does each step when it is asked', () => {
    const shown = steps.flatMap((pose) => [look(TURN[pose]), look(TURN[pose])]);
    const { outcome, liveness } = through(begun(steps), shown);
    expect([outcome, liveness.frames.length]).toEqual(['passed', 8]);
    expect(liveness.frames.filter(({ frontal }) => frontal)).toHaveLength(4);
  });

  it('stays where it is while the pose is another one', () => {
    const shown = [look(TURN.left), look(TURN.left), look(TURN.left)];
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
    const judged = through(begun(['smile', 'centre', 'right', 'smile']), [...round(), ...round()]);
    expect(judged.outcome).toBe('failed');
  });

  it('forgives one mistaken side, advises, and asks for another turn', () => {
    const { liveness } = through(begun(['left', 'centre', 'right', 'smile']), [look(TURN.right)]);
    expect(liveness.steps).toEqual(['left', 'centre', 'right', 'smile', 'centre', 'left']);
    const still = judge(liveness, look(TURN.right));
    // The same turn, held, is one.
    expect([still.liveness.wrongTurns, still.liveness.steps.length, still.outcome]).toEqual([
      1,
      6,
      'going-on',
    ]);
    expect(judge(begun(['left']), look(TURN.right)).advice).toBe('other-side');
    const mended = through(still.liveness, [look(TURN.left), look(TURN.left)]);
    // They look to the left still when they are asked ahead, which is nothing wrong.
    const late = through(mended.liveness, [look(TURN.left), look(), look()]);
    expect([late.outcome, late.liveness.at, late.liveness.wrongTurns]).toEqual(['going-on', 2, 1]);
    expect(judge(late.liveness, look(TURN.left)).outcome).toBe('failed');
  });

  it('counts time for every picture, however quickly they come', () => {
    let judged = judge(begun(steps), look(TURN.left), 0);
    let pictures = 1;
    for (; judged.outcome === 'going-on'; pictures++) judged = judge(judged.liveness, look(TURN.left), 0);
    expect([judged.outcome, pictures]).toEqual(['failed', 67]);
  });

  it('does not drift from its first face, by a little with every picture', () => {
    const turned = ['centre', 'left', 'centre', 'right'] as const;
    const shown = [
      look(),
      look(),
      look({ ...TURN.left, template: KIN }),
      look({ ...TURN.left, template: KIN }),
    ];
    const { liveness } = through(begun(turned), shown);
    expect(liveness.at).toBe(2);
    expect(judge(liveness, look({ template: BEYOND }))).toMatchObject({
      counted: undefined,
      advice: 'other-person',
    });
    expect(judge(liveness, look({ template: KIN })).counted).toBeDefined();
  });

  it('ends when a step takes too long, and not before', () => {
    const late = judge(begun(steps), look(), STEP_MS + 1);
    expect([late.outcome, late.counted]).toEqual(['failed', undefined]);
    expect(judge(begun(steps), look(), STEP_MS).outcome).toBe('going-on');
    const slow = through(begun(steps), []).liveness;
    expect(judge(judge(slow, look(TURN.left), 6_000).liveness, look(), 6_000).outcome).toBe('failed');
  });

  it('ends when another person comes before the camera, and forgives one misread picture', () => {
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
