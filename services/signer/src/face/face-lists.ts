import { FACE_PHOTO_DAYS, type FaceCapture } from '@lacre/contracts';
import { Semaphore } from 'async-mutex';
import type { Pool, PoolClient } from 'pg';

import { packed, unpacked, type FaceKeys } from './face-keys.ts';

const DAY_MS = 86_400_000;
/**
 * Connections held for people one after another, each of which needs further ones: far fewer than there are of them.
 */
const ALONE_AT_ONCE = 3;

/** The enrolled face of a person. */
export interface FaceList {
  personId: string;
  tenantId: string;
  enrolmentId: string;
  modelId: string;
  capture: FaceCapture;
  /** Templates. */
  photos: number;
  enrolledAt: Date;
}

export interface Enrolment extends Omit<FaceList, 'photos'> {
  pictures: readonly { template: Float32Array; photo?: Buffer }[];
}

interface ListRow {
  person_id: string;
  tenant_id: string;
  enrolment_id: string;
  model_id: string;
  capture: FaceCapture;
  enrolled_at: Date;
  photos: number;
}

const listOf = (row: ListRow): FaceList => ({
  personId: row.person_id,
  tenantId: row.tenant_id,
  enrolmentId: row.enrolment_id,
  modelId: row.model_id,
  capture: row.capture,
  photos: row.photos,
  enrolledAt: row.enrolled_at,
});

/** Enrolled faces, encrypted; templates apart from photos. */
export class FaceLists {
  readonly #pool: Pool;
  readonly #keys: FaceKeys;
  readonly #places = new Semaphore(ALONE_AT_ONCE);

  constructor(pool: Pool, keys: FaceKeys) {
    this.#pool = pool;
    this.#keys = keys;
  }

  async find(personId: string, on: Pool | PoolClient = this.#pool): Promise<FaceList | undefined> {
    const { rows } = await on.query<ListRow>(
      `select l.*, (select count(*)::int from signer.face_template t where t.enrolment_id = l.enrolment_id) as photos
       from signer.face_list l where l.person_id = $1`,
      [personId],
    );
    return rows[0] && listOf(rows[0]);
  }

  /** What is compared with a face that is shown. @throws Refusal AUTH_PERSON_NOT_FOUND */
  async templates({ personId, enrolmentId }: FaceList): Promise<Float32Array[]> {
    const open = await this.#keys.opener(personId);
    const { rows } = await this.#pool.query<{ number: number; box: Buffer }>(
      'select number, box from signer.face_template where enrolment_id = $1 order by number',
      [enrolmentId],
    );
    return rows.map(({ number, box }) => {
      const { template } = open(`template ${enrolmentId} ${number}`, box) as { template: string };
      return unpacked(template);
    });
  }

  /** Photos whose time is not over. */
  async photos({ enrolmentId }: FaceList, at: Date): Promise<{ number: number; expiresAt: Date }[]> {
    const { rows } = await this.#pool.query<{ number: number; expires_at: Date }>(
      'select number, expires_at from signer.face_photo where enrolment_id = $1 and expires_at > $2 order by number',
      [enrolmentId, at],
    );
    return rows.map(({ number, expires_at: expiresAt }) => ({ number, expiresAt }));
  }

  /** One photo, as JPEG. @throws Refusal AUTH_PERSON_NOT_FOUND */
  async photo({ personId, enrolmentId }: FaceList, number: number, at: Date): Promise<Buffer | undefined> {
    const { rows } = await this.#pool.query<{ box: Buffer }>(
      'select box from signer.face_photo where enrolment_id = $1 and number = $2 and expires_at > $3',
      [enrolmentId, number, at],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const open = await this.#keys.opener(personId);
    const { photo } = open(`photo ${enrolmentId} ${number}`, row.box) as { photo: string };
    return Buffer.from(photo, 'base64');
  }

  async noteUse({ enrolmentId }: FaceList, at: Date): Promise<void> {
    await this.#pool.query('update signer.face_list set last_used_at = $2 where enrolment_id = $1', [
      enrolmentId,
      at,
    ]);
  }

  async add(client: PoolClient, enrolment: Enrolment): Promise<void> {
    const { personId, tenantId, enrolmentId, modelId, capture, enrolledAt } = enrolment;
    const seal = await this.#keys.sealer(personId);
    await client.query(
      `insert into signer.face_list (person_id, tenant_id, enrolment_id, model_id, capture, enrolled_at, last_used_at)
       values ($1, $2, $3, $4, $5, $6, $6)`,
      [personId, tenantId, enrolmentId, modelId, capture, enrolledAt],
    );
    const expiresAt = new Date(enrolledAt.getTime() + FACE_PHOTO_DAYS * DAY_MS);
    for (const [number, { template, photo }] of enrolment.pictures.entries()) {
      const box = seal(`template ${enrolmentId} ${number}`, { template: packed(template) });
      await client.query('insert into signer.face_template (enrolment_id, number, box) values ($1, $2, $3)', [
        enrolmentId,
        number,
        box,
      ]);
      if (photo === undefined) continue;
      await client.query(
        'insert into signer.face_photo (enrolment_id, number, box, expires_at) values ($1, $2, $3, $4)',
        [
          enrolmentId,
          number,
          seal(`photo ${enrolmentId} ${number}`, { photo: photo.toString('base64') }),
          expiresAt,
        ],
      );
    }
  }

  async remove(client: PoolClient, { enrolmentId, personId }: FaceList): Promise<void> {
    await client.query('delete from signer.face_list where enrolment_id = $1', [enrolmentId]);
    // Neither what was shown nor what it proved outlives what it was compared with; nor does a picture that is being
    // judged just now bring it back.
    await client.query(
      `update signer.face_challenge set box = null, proven = null, version = version + 1,
         status = case when status = 'open' then 'failed' else status end
       where person_id = $1`,
      [personId],
    );
  }

  /** Runs work under a lock on the person's face, in one transaction. */
  alone<Result>(personId: string, act: (client: PoolClient) => Promise<Result>): Promise<Result> {
    return this.#places.runExclusive(() => this.#locked(personId, act));
  }

  async #locked<Result>(personId: string, act: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`face ${personId}`]);
      const result = await act(client);
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      const broken = await client.query('rollback').then(
        () => undefined,
        (fault: unknown) => fault as Error,
      );
      client.release(broken);
      throw error;
    }
  }
}
