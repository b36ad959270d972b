/** Whose face it should be: by what is enrolled of them, or by their claimed identity. */
export interface ComparedPerson {
  /** Digits alone. */
  cpf: string;
  /** Templates of the local engine; empty where nothing is enrolled. */
  enrolled: readonly Float32Array[];
}

/** A picture that was shown, good enough to be compared. */
export interface ShownPicture {
  /** Of the local engine. */
  template: Float32Array;
  /** JPEG, of one face. */
  photo: Buffer;
}

/**
 * Compares pictures of one face with a person. It decides nothing: how alike is alike enough is the product's rule.
 *
 * Promises of every adapter (`testing/describe-face-comparison.ts`): another picture of the person comes to more than
 * another person's, on a scale from 0 to 100; nothing of a picture or a CPF stands in logs or errors; it answers or
 * refuses within a bounded time, and a later call finds it working.
 */
export interface FaceComparison {
  /** Names who compared: the model, or the service. Stands in the evidence. */
  readonly source: string;

  /**
   * @throws Refusal AUTH_NO_PERSON_FACELIST where there is nothing local to compare with, FACE_REGISTER_UNKNOWN where the
   *   service knows no face of the CPF, FACE_SERVICE_ERROR when it is away, too slow, or answers what cannot be read
   */
  compare(person: ComparedPerson, shown: readonly [ShownPicture, ...ShownPicture[]]): Promise<ComparedFace>;
}

interface ComparedFace {
  /** Of 100. A score of the source's own, not a probability. */
  similarity: number;
  /** Between templates; undefined where the source has none. */
  distance: number | undefined;
}

/** An identity check that faces pass when they are enrolled. */
export interface FaceRegister {
  comparison: FaceComparison;
  /** The least similarity taken, of 100. */
  minimum: number;
}
