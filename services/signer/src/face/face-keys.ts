import { Refusal } from '@lacre/http';
import type { KnownKey, PersonalDataKeys } from '@lacre/personal-data';

type PersonKey = Exclude<KnownKey, 'erased'>;

/**
 * Encrypts what is kept of a person's face with that person's own key, so that it is gone once they are erased, in
 * backups too. What is encrypted is tied to whom and what it is of: a box that is moved does not open.
 */
export class FaceKeys {
  readonly #keys: PersonalDataKeys;

  constructor(keys: PersonalDataKeys) {
    this.#keys = keys;
  }

  /** @throws Refusal AUTH_PERSON_NOT_FOUND for an erased person. */
  async sealer(personId: string): Promise<(what: string, content: object) => Buffer> {
    const key = keyOf((await this.#keys.forWriting([personId])).get(personId));
    return (what, content) => key.seal(JSON.stringify(content), associated(personId, what));
  }

  /** @throws Refusal AUTH_PERSON_NOT_FOUND for an erased person; an error when a box is not what it was. */
  async opener(personId: string): Promise<(what: string, box: Buffer) => unknown> {
    const key = keyOf((await this.#keys.forReading([personId])).get(personId));
    return (what, box) => JSON.parse(key.open(box, associated(personId, what))) as unknown;
  }
}

function keyOf(key: KnownKey | undefined): PersonKey {
  if (key === 'erased') throw new Refusal('AUTH_PERSON_NOT_FOUND');
  // Lost, which is not the same as erased.
  if (key === undefined) throw new Error('the key of a person whose face is kept is not there');
  return key;
}

const associated = (personId: string, what: string): Buffer => Buffer.from(`lacre face|${personId}|${what}`);

/** Numbers of a template, as they are encrypted. */
export const packed = (template: Float32Array): string =>
  Buffer.from(template.buffer, template.byteOffset, template.byteLength).toString('base64');

export function unpacked(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  const template = new Float32Array(bytes.length / Float32Array.BYTES_PER_ELEMENT);
  for (let index = 0; index < template.length; index++) template[index] = bytes.readFloatLE(index * 4);
  return template;
}
