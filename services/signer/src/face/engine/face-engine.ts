/** Where something stands in a picture, pixels from its upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A face that was found. */
export interface DetectedFace {
  /** Of the detector, from 0 to 1. */
  score: number;
  box: Box;
}

/** What is known of the main face of a picture. */
export interface SeenFace extends DetectedFace {
  /** The face's descriptor: compared by {@link FaceEngine.distance}, worth nothing to another model. */
  template: Float32Array;
  /** The template of the same face as in a mirror: finds a picture that was sent before the other way round. */
  mirrored: Float32Array;
  /**
   * Where the tip of the nose stands between the sides of the face: 0.5 frontal, towards 1 the person's left, towards 0
   * their right.
   */
  turn: number;
  /** By which the line of the eyes is tilted, degrees. */
  rollDegrees: number;
  /** Whether they smile, from 0 to 1. */
  smile: number;
  /** Width of the face by the width of the picture. */
  share: number;
  /** Mean brightness of the face, from 0 to 255. */
  brightness: number;
  /** The lightest tenth of the lighter eye by the cheeks: sunglasses leave little of it. */
  eyeLight: number;
  /**
   * Deviation of light in the mouth's place by the light between the eyes: a mask has no lips and no shadow of them.
   */
  mouthContrast: number;
  /** By how much the mouth's place is of another colour than the skin between the eyes, in parts of the skin's own. */
  mouthTint: number;
  /** Variance of the Laplacian of the face by the square of its brightness, thousandths: what is blurred has little. */
  sharpness: number;
}

/** A picture as the engine sees it. */
export interface Look {
  /** Every face found, the main one, which is the largest, first. */
  faces: readonly DetectedFace[];
  /** Undefined where there is no face. */
  main: SeenFace | undefined;
  /** The picture in a few shades of grey: identifies repeated pictures. */
  thumbprint: Uint8Array;
  /** As it was looked at, after it was turned upright and made smaller, pixels. */
  width: number;
  height: number;
}

/** A picture that can be looked at: rows of red, green and blue, a byte each. */
export interface RawPicture {
  rgb: Uint8Array;
  width: number;
  height: number;
}

/**
 * Detects and describes faces. It decides nothing: what is alike enough, and good enough, is the product's rule. Behind
 * it may stand a library, or a vendor's service.
 */
export interface FaceEngine {
  /** Names the model and its version. Templates of another model cannot be compared. */
  readonly modelId: string;

  /**
   * Looks at a picture as it was sent.
   *
   * @throws Refusal for what is no picture that is taken (see `PictureDecoder`), FACE_SERVICE_ERROR when too many wait,
   *   it takes too long or the engine fails; the next call finds it working
   */
  look(picture: Uint8Array): Promise<Look>;

  /** The picture as it may be kept: small, and nothing but the picture. Throws like {@link look}. */
  clean(picture: Uint8Array): Promise<Buffer>;

  /** Between two templates of this model: 0 is the same picture; the less, the more alike. */
  distance(one: Float32Array, other: Float32Array): number;

  close(): Promise<void>;
}
