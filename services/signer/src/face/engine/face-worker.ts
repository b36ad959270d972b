import { serveWorker } from '../../workers/serve-worker.ts';
import { alignFace, ALIGNED_SIZE, mirrorImage } from './align-face.ts';
import type { DetectedFace, Look, RawPicture, SeenFace } from './face-engine.ts';
import { loadModels, type Landmarks, type Models } from './load-models.ts';
import { measureCover, measureFace, thumbprintOf } from './measure-face.ts';

export type FaceWorkerInput = RawPicture;
/** `spent`: the process holds more memory than it may keep, and goes with it. */
export interface FaceWorkerOutput {
  look: Look;
  spent: boolean;
}

/** WebAssembly's memory only grows: a process that holds this much is replaced, bytes. */
const KEEP_BELOW_BYTES = 640 * 1024 * 1024;
/** Also what grows unseen goes with its process, after so many pictures. */
const PICTURES_PER_WORKER = 500;

/**
 * Grey around the picture, by its shorter side. The detector misses faces that fill the frame, which is what a selfie
 * is: 5 % of portraits without a border, one in 1,583 with this one. The second border is for those.
 */
const BORDERS = [0.35, 0.8] as const;
const GREY = 0x7f;
const MIN_SCORE = 0.45;
const MAX_FACES = 10;

const models = loadModels();
let pictures = 0;

serveWorker(async (picture: FaceWorkerInput): Promise<FaceWorkerOutput> => {
  const ready = await models;
  const look = await lookAt(ready, picture);
  pictures += 1;
  return { look, spent: pictures >= PICTURES_PER_WORKER || ready.heldBytes() > KEEP_BELOW_BYTES };
});

async function lookAt(ready: Models, picture: RawPicture): Promise<Look> {
  const { width, height } = picture;
  const seen = { width, height, thumbprint: thumbprintOf(picture) };
  for (const share of BORDERS) {
    const border = Math.round(Math.min(width, height) * share);
    const found = await findFaces(ready, picture, border);
    if (found.faces.length > 0) return { ...seen, ...found };
  }
  return { ...seen, faces: [], main: undefined };
}

async function findFaces(
  { tensorFlow, faceApi }: Models,
  picture: RawPicture,
  border: number,
): Promise<Pick<Look, 'faces' | 'main'>> {
  const { SsdMobilenetv1Options, nets } = faceApi;
  const framed = bordered(picture, border);
  const input = tensorFlow.tensor3d(framed.rgb, [framed.height, framed.width, 3], 'int32');
  const held = [input];
  try {
    const options = new SsdMobilenetv1Options({ minConfidence: MIN_SCORE, maxResults: MAX_FACES });
    const found = (await nets.ssdMobilenetv1.locateFaces(input, options)).toSorted(
      (one, other) => other.box.width - one.box.width,
    );
    const [first] = found;
    const faces = found.map(({ score, box }): DetectedFace => ({
      score,
      box: { x: box.x - border, y: box.y - border, width: box.width, height: box.height },
    }));
    const [main] = faces;
    if (first === undefined || main === undefined) return { faces: [], main: undefined };
    const box = first.box.floor().clipAtImageBorders(framed.width, framed.height);
    const [face] = await faceApi.extractFaceTensors(input, [first.box]);
    if (face === undefined) return { faces: [], main: undefined };
    held.push(face);
    const landmarks = (await nets.faceLandmark68Net.detectLandmarks(face)).shiftBy(box.x, box.y);
    const [aligned] = await faceApi.extractFaceTensors(input, [landmarks.align()]);
    if (aligned === undefined) return { faces: [], main: undefined };
    held.push(aligned);
    const { happy: smile } = await nets.faceExpressionNet.predictExpressions(aligned);
    // What face-api would cut out it does not turn: a head that is tilted by 20 degrees would be another one.
    const pixels = alignFace(framed, landmarks.positions);
    const describe = async (upright: Uint8Array): Promise<Float32Array> => {
      const tensor = tensorFlow.tensor3d(upright, [ALIGNED_SIZE, ALIGNED_SIZE, 3], 'int32');
      held.push(tensor);
      return nets.faceRecognitionNet.computeFaceDescriptor(tensor);
    };
    const template = await describe(pixels);
    const mirrored = await describe(mirrorImage(pixels));
    const share = main.box.width / picture.width;
    const seen: SeenFace = {
      ...main,
      ...poseOf(landmarks),
      ...measureFace(picture, main.box),
      ...measureCover({ rgb: pixels, width: ALIGNED_SIZE, height: ALIGNED_SIZE }),
      template,
      mirrored,
      smile,
      share,
    };
    return { faces, main: seen };
  } finally {
    for (const tensor of held) tensor.dispose();
  }
}

function bordered({ rgb, width, height }: RawPicture, border: number): RawPicture {
  const [wide, high] = [width + 2 * border, height + 2 * border];
  const framed = new Uint8Array(wide * high * 3).fill(GREY);
  for (let row = 0; row < height; row++)
    framed.set(rgb.subarray(row * width * 3, (row + 1) * width * 3), ((row + border) * wide + border) * 3);
  return { rgb: framed, width: wide, height: high };
}

/**
 * Of the 68 points: 2 and 14 are the sides of the face at the height of the mouth, 30 the nose's tip, 36 to 47 the
 * eyes.
 */
function poseOf({ positions }: Landmarks): Pick<SeenFace, 'turn' | 'rollDegrees'> {
  const at = (index: number) => positions[index] ?? { x: 0, y: 0 };
  const middle = (from: number, to: number) => {
    const eye = positions.slice(from, to);
    const mean = (of: 'x' | 'y') => eye.reduce((sum, point) => sum + point[of], 0) / eye.length;
    return { x: mean('x'), y: mean('y') };
  };
  const [left, right] = [middle(36, 42), middle(42, 48)];
  const width = at(14).x - at(2).x;
  return {
    turn: width === 0 ? 0.5 : (at(30).x - at(2).x) / width,
    rollDegrees: (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI,
  };
}
