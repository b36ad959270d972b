import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { streams, type AnswerOf } from '@lacre/contracts';
import { describe, expect, it } from 'vitest';

import { recordEvent } from '../testing/face/faced-process.ts';
import { FaceCaller } from '../testing/face/show-face.ts';
import { enrolPhotos, outcome, showPhoto, useFaces, type AskedPerson } from '../testing/face/use-faces.ts';
import { createFaceService } from './face-service.ts';
import { followFaces, tidyFaces } from './face-workers.ts';

const faces = useFaces();
const { askedPerson, types } = faces;

describe('what is kept', { timeout: 120_000 }, () => {
  it('is encrypted, never in the log, and deleted at the person’s request', async () => {
    const eva = await askedPerson({ faceUpload: true });
    const { caller, personId } = eva;
    await enrolPhotos(eva);
    const { pool } = faces.test.signer;
    const { rows } = await pool.query<{ box: Buffer }>(
      `select t.box from signer.face_template t join signer.face_list l using (enrolment_id) where l.person_id = $1`,
      [personId],
    );
    expect(rows.length).toBeGreaterThanOrEqual(3);
    for (const { box } of rows) expect(box.toString('latin1')).not.toContain('template');
    const log = JSON.stringify(
      await Array.fromAsync(faces.test.signer.eventStore.readStream(streams.face(personId))),
      (_, value) => (typeof value === 'bigint' ? String(value) : (value as unknown)),
    );
    // A template is 684 characters of base64, a picture more.
    expect(log).not.toMatch(/[\w+/]{300}/);
    const key = { 'idempotency-key': 'erase-once' };
    const erased = await caller.send('DELETE', '/signature/face', undefined, key);
    expect(erased.status).toBe(200);
    expect((await caller.send('DELETE', '/signature/face', undefined, key)).body).toEqual(erased.body);
    expect(outcome(await caller.send('DELETE', '/signature/face'))).toEqual([404, 'FACE_LIST_DONT_EXISTS']);
    expect((await types(personId)).at(-1)).toBe('FaceErased');
    const left = await pool.query(
      'select 1 from signer.face_list where person_id = $1 union all select 1 from signer.face_challenge where person_id = $1 and box is not null',
      [personId],
    );
    expect(left.rowCount).toBe(0);
    // And another may be enrolled.
    await enrolPhotos(eva);
  });

  it('is shown to the person alone, photos as long as they are kept', async () => {
    const eva = await askedPerson({ faceUpload: true });
    const rui = await askedPerson({ faceUpload: true }, eva.tenantId);
    const photo = async ({ tenantId, personId }: AskedPerson, number = 0) => {
      const { statusCode, headers, rawPayload } = await faces.test.app.inject({
        url: `/api/signature/face/photo/${number}`,
        headers: { authorization: faces.test.asPerson(tenantId, personId) },
      });
      return { statusCode, headers, rawPayload };
    };
    const kept = async () => (await eva.caller.send<AnswerOf<'getFace'>>('GET', '/signature/face')).body.kept;
    expect(await kept()).toBeNull();
    expect((await photo(eva)).statusCode).toBe(404);
    await enrolPhotos(eva);
    expect(await kept()).toMatchObject({
      templates: 3,
      photos: [{ number: 0 }, { number: 1 }, { number: 2 }],
    });
    const { statusCode, headers, rawPayload } = await photo(eva, 1);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/jpeg',
      'private, no-store',
    ]);
    const look = await faces.test.signer.face.look(rawPayload);
    expect(look.faces).toHaveLength(1);
    expect((await photo(rui, 1)).statusCode).toBe(404);
    expect((await photo(eva, 3)).statusCode).toBe(404);
    await faces.test.signer.pool.query(
      `update signer.face_photo set expires_at = now() from signer.face_list l
       where l.enrolment_id = face_photo.enrolment_id and l.person_id = $1`,
      [eva.personId],
    );
    expect(await kept()).toMatchObject({ templates: 3, photos: [] });
    expect((await photo(eva, 1)).statusCode).toBe(404);
  });

  it('is erased by stewards of the tenant alone', async () => {
    const eva = await askedPerson({ faceUpload: true });
    await enrolPhotos(eva);
    const steward = new FaceCaller(faces.test, faces.test.asUser(eva.tenantId, undefined, 'manager'));
    const stranger = new FaceCaller(faces.test, faces.test.asUser(randomUUID(), undefined, 'administrator'));
    const common = new FaceCaller(faces.test, faces.test.asUser(eva.tenantId, undefined, 'common'));
    const path = `/person/${eva.personId}/face`;
    expect(outcome(await stranger.send('DELETE', path))).toEqual([404, 'PERSON_NOT_FOUND']);
    expect(outcome(await common.send('DELETE', path))).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
    expect((await steward.send('DELETE', path)).status).toBe(200);
    expect(outcome(await steward.send('DELETE', path))).toEqual([404, 'FACE_LIST_DONT_EXISTS']);
  });

  it('goes with a person who is removed, and cannot be read once they are erased', async () => {
    const [eva, leo] = [await askedPerson({ faceUpload: true }), await askedPerson({ faceUpload: true })];
    await enrolPhotos(eva);
    await enrolPhotos(leo);
    await faces.test.signer.personalDataKeys.destroy(leo.personId);
    expect(outcome(await showPhoto(leo, 'eva'))).toEqual([404, 'AUTH_PERSON_NOT_FOUND']);
    for (const [who, type] of [
      [eva, 'PersonRemoved'],
      [leo, 'PersonErased'],
    ] as const) {
      const { personId, tenantId } = who;
      const data =
        type === 'PersonRemoved' ? { personId, tenantId } : { personId, tenantId, reason: 'subject-request' };
      await recordEvent(faces.test, streams.person(personId), tenantId, { type, data } as never);
    }
    const stopping = new AbortController();
    const following = followFaces(createFaceService(faces.test.signer), stopping.signal, (error) => {
      throw error;
    });
    const kept = async () =>
      (
        await faces.test.signer.pool.query(
          'select 1 from signer.face_list where person_id = any ($1::uuid[])',
          [[eva.personId, leo.personId]],
        )
      ).rowCount;
    while ((await kept()) !== 0) await pause(50);
    stopping.abort();
    await following;
    expect((await types(eva.personId)).at(-1)).toBe('FaceErased');
  });

  it('as photos lives shorter than as templates', async () => {
    const eva = await askedPerson({ faceUpload: true });
    await enrolPhotos(eva);
    const count = async (table: 'face_photo' | 'face_template') =>
      (
        await faces.test.signer.pool.query(
          `select 1 from signer.${table} join signer.face_list using (enrolment_id) where person_id = $1`,
          [eva.personId],
        )
      ).rowCount ?? 0;
    expect(await count('face_photo')).toBeGreaterThanOrEqual(3);
    const at = (days: number) => new Date(Date.now() + days * 86_400_000);
    await tidyFaces(createFaceService({ ...faces.test.signer, now: () => at(31) }));
    expect([await count('face_photo'), (await count('face_template')) >= 3]).toEqual([0, true]);
    await tidyFaces(createFaceService({ ...faces.test.signer, now: () => at(24 * 31) }));
    expect(await count('face_template')).toBe(0);
    expect((await types(eva.personId)).at(-1)).toBe('FaceErased');
  });
});
