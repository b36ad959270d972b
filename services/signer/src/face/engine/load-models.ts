import { createRequire, registerHooks } from 'node:module';
import { dirname, join, sep } from 'node:path';

/** The parts of TensorFlow.js and face-api that are used; both come as CommonJS, with types that need all of TensorFlow. */
interface Tensor {
  dispose(): void;
  data(): Promise<Float32Array>;
}
interface TensorFlow {
  Tensor: { prototype: Record<string, unknown> };
  tensor3d(values: Uint8Array, shape: [number, number, number], type: 'int32'): Tensor;
  reshape(tensor: Tensor, shape: readonly number[]): Tensor;
  cast(tensor: Tensor, type: string): Tensor;
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
  memory(): { numTensors: number };
  backend(): { wasm?: { HEAPU8?: Uint8Array } };
}
interface Point {
  x: number;
  y: number;
}
export interface Landmarks {
  positions: readonly Point[];
  shiftBy(x: number, y: number): Landmarks;
  align(): FaceBox;
}
interface FaceBox extends Point {
  width: number;
  height: number;
  clipAtImageBorders(width: number, height: number): FaceBox;
  floor(): FaceBox;
}
interface Net {
  loadFromDisk(folder: string): Promise<void>;
}
interface FaceApi {
  SsdMobilenetv1Options: new (options: { minConfidence: number; maxResults: number }) => object;
  nets: {
    ssdMobilenetv1: Net & {
      locateFaces(input: Tensor, options: object): Promise<{ score: number; box: FaceBox }[]>;
    };
    faceLandmark68Net: Net & { detectLandmarks(face: Tensor): Promise<Landmarks> };
    faceExpressionNet: Net & { predictExpressions(face: Tensor): Promise<{ happy: number }> };
    faceRecognitionNet: Net & { computeFaceDescriptor(face: Tensor): Promise<Float32Array> };
  };
  extractFaceTensors(input: Tensor, boxes: readonly FaceBox[]): Promise<Tensor[]>;
}

export interface Models {
  tensorFlow: TensorFlow;
  faceApi: FaceApi;
  /** What WebAssembly holds of memory, which it never gives back, bytes. */
  heldBytes(): number;
}

const NETS = ['ssdMobilenetv1', 'faceLandmark68Net', 'faceExpressionNet', 'faceRecognitionNet'] as const;
/** Of the methods of tensors, which the core leaves out, those that face-api calls. */
const CHAINED =
  'add sub mul div matMul transpose reshape slice concat tile pad expandDims max min mean exp relu sigmoid softmax'.split(
    ' ',
  );

/**
 * Loads the models into this process, on WebAssembly with SIMD.
 *
 * face-api asks for all of TensorFlow.js (layers, data, converters: 250 MB installed) and uses its core alone, so it is
 * given that, with the methods of tensors that the core comes without.
 */
export async function loadModels(): Promise<Models> {
  const require = createRequire(import.meta.url);
  const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`));
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === '@tensorflow/tfjs' ? '@tensorflow/tfjs-core' : specifier, context),
  });
  const tensorFlow = require('@tensorflow/tfjs-core') as TensorFlow;
  chainOperations(tensorFlow);
  const backend = require('@tensorflow/tfjs-backend-wasm') as { setWasmPaths(folder: string): void };
  const faceApi = require('@vladmandic/face-api/dist/face-api.node-wasm.js') as FaceApi;
  backend.setWasmPaths(join(folderOf('@tensorflow/tfjs-backend-wasm'), 'dist') + sep);
  if (!(await tensorFlow.setBackend('wasm'))) throw new Error('the WebAssembly backend did not start');
  await tensorFlow.ready();
  const weights = join(folderOf('@vladmandic/face-api'), 'model');
  for (const net of NETS) await faceApi.nets[net].loadFromDisk(weights);
  return {
    tensorFlow,
    faceApi,
    heldBytes: () => tensorFlow.backend().wasm?.HEAPU8?.byteLength ?? 0,
  };
}

function chainOperations(tensorFlow: TensorFlow): void {
  const { prototype } = tensorFlow.Tensor;
  const operations = tensorFlow as unknown as Record<string, (...values: unknown[]) => unknown>;
  for (const name of CHAINED)
    prototype[name] ??= function chained(this: Tensor, ...values: unknown[]) {
      return operations[name]?.(this, ...values);
    };
  for (const rank of [1, 2, 3, 4])
    prototype[`as${rank}D`] ??= function reshaped(this: Tensor & { size: number }, ...shape: number[]) {
      return tensorFlow.reshape(this, rank === 1 ? [this.size] : shape);
    };
  prototype['toInt'] ??= function whole(this: Tensor) {
    return tensorFlow.cast(this, 'int32');
  };
  prototype['toFloat'] ??= function fraction(this: Tensor) {
    return tensorFlow.cast(this, 'float32');
  };
}
