import { randomBytes, randomUUID } from 'node:crypto';

import type { FaceCapture, FaceEvidence, FacePose } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { Pool, PoolClient } from 'pg';

import { packed, unpacked, type FaceKeys } from './face-keys.ts';
import { begun, type CountedFrame, type DrawnSteps, type Liveness } from './rules/liveness.ts';

/** How long a challenge may be used for, from its start, milliseconds. */
const LIFE_MS = 10 * 60_000;
/** Challenges that one person may start in an hour. */
const PER_HOUR = 30;

export type ChallengePurpose = 'enrolment' | 'signature';

/** A picture that will do, with the photo itself where it may be kept. */
export interface KeptFrame extends CountedFrame {
  /** JPEG. */
  photo?: Buffer;
}

/** What is known of a challenge while it goes on: encrypted as one. */
export interface ChallengeContent {
  liveness: Liveness;
  frames: readonly KeptFrame[];
  /** When the step was last shown. */
  askedAt: Date;
}

export interface FaceChallenge {
  challengeId: string;
  personId: string;
  tenantId: string;
  purpose: ChallengePurpose;
  capture: FaceCapture;
  signatureIds: readonly string[];
  nonce: string;
  status: 'open' | 'passed' | 'failed' | 'used';
  version: number;
  expiresAt: Date;
  /** What it proved, once it did. */
  proven: FaceEvidence | undefined;
  /** Undefined once it is decided. */
  content: ChallengeContent | undefined;
}

interface ChallengeRow {
  challenge_id: string;
  person_id: string;
  tenant_id: string;
  purpose: ChallengePurpose;
  capture: FaceCapture;
  signature_ids: string[];
  nonce: string;
  status: FaceChallenge['status'];
  version: number;
  box: Buffer | null;
  proven: FaceEvidence | null;
  expires_at: Date;
}

/** The content as JSON has it. */
interface PackedContent {
  liveness: Omit<Liveness, 'frames' | 'thumbprints'> & { thumbprints: string[] };
  frames: { template: string; mirrored: string; pose: FacePose; frontal: boolean; photo?: string }[];
  askedAt: string;
}

type Begin = Pick<FaceChallenge, 'personId' | 'tenantId' | 'purpose' | 'capture' | 'signatureIds'>;

/** Challenges under way, in Postgres: any process of the service takes the next picture. */
export class FaceChallenges {
  readonly #pool: Pool;
  readonly #keys: FaceKeys;
  readonly #now: () => Date;

  constructor(pool: Pool, keys: FaceKeys, now: () => Date) {
    this.#pool = pool;
    this.#keys = keys;
    this.#now = now;
  }

  /** @throws Refusal TOO_MANY_REQUESTS, AUTH_PERSON_NOT_FOUND */
  async begin(asked: Begin, drawn: DrawnSteps): Promise<FaceChallenge> {
    const now = this.#now();
    const hourAgo = new Date(now.getTime() - 3_600_000);
    const { rows } = await this.#pool.query<{ count: number }>(
      'select count(*)::int as count from signer.face_challenge where person_id = $1 and started_at > $2',
      [asked.personId, hourAgo],
    );
    if ((rows[0]?.count ?? 0) >= PER_HOUR) throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: 600 });
    const challengeId = randomUUID();
    const content: ChallengeContent = { liveness: begun(drawn), frames: [], askedAt: now };
    const challenge: FaceChallenge = {
      ...asked,
      challengeId,
      nonce: randomBytes(18).toString('base64url'),
      status: 'open',
      version: 0,
      expiresAt: new Date(now.getTime() + LIFE_MS),
      proven: undefined,
      content,
    };
    await this.#pool.query(
      `insert into signer.face_challenge (challenge_id, person_id, tenant_id, purpose, capture, signature_ids, nonce,
         status, version, box, started_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, 'open', 0, $8, $9, $10)`,
      [
        challengeId,
        asked.personId,
        asked.tenantId,
        asked.purpose,
        asked.capture,
        asked.signatureIds,
        challenge.nonce,
        await this.#sealed(challenge, content),
        now,
        challenge.expiresAt,
      ],
    );
    return challenge;
  }

  /** The person's own challenge, while it lasts. @throws Refusal FACE_CHALLENGE_NOT_FOUND */
  async find(personId: string, challengeId: string): Promise<FaceChallenge> {
    const { rows } = await this.#pool.query<ChallengeRow>(
      'select * from signer.face_challenge where challenge_id = $1 and person_id = $2 and expires_at > $3',
      [challengeId, personId, this.#now()],
    );
    const [row] = rows;
    if (row === undefined) throw new Refusal('FACE_CHALLENGE_NOT_FOUND');
    if (row.box === null) return challengeOf(row, undefined);
    const open = await this.#keys.opener(personId);
    return challengeOf(row, contentOf(open(boxName(challengeId), row.box) as PackedContent));
  }

  /**
   * Keeps what a picture made of the challenge, unless another picture was quicker.
   *
   * @throws Refusal CONCURRENT_CHANGE
   */
  async advance(
    challenge: FaceChallenge,
    status: FaceChallenge['status'],
    content: ChallengeContent | undefined,
    proven?: FaceEvidence,
  ): Promise<void> {
    const { rowCount } = await this.#pool.query(
      `update signer.face_challenge set status = $3, box = $4, proven = $5, version = version + 1
       where challenge_id = $1 and version = $2`,
      [
        challenge.challengeId,
        challenge.version,
        status,
        content === undefined ? null : await this.#sealed(challenge, content),
        proven === undefined ? null : JSON.stringify(proven),
      ],
    );
    if (rowCount === 0) throw new Refusal('CONCURRENT_CHANGE');
  }

  /** Within the transaction that keeps what it was asked for; its pictures are forgotten. */
  async spend(client: PoolClient, challengeId: string): Promise<void> {
    await client.query(
      `update signer.face_challenge set status = 'used', box = null, version = version + 1 where challenge_id = $1`,
      [challengeId],
    );
  }

  /**
   * Ends the challenges before a camera that were left after a picture was judged: leaving would otherwise be
   * a free retry.
   *
   * @returns those that were left
   */
  async endAbandoned(personId: string): Promise<FaceChallenge[]> {
    const { rows } = await this.#pool.query<ChallengeRow>(
      `update signer.face_challenge set status = 'failed', box = null, version = version + 1
       where person_id = $1 and purpose = 'signature' and capture = 'live' and status = 'open' and version > 0
       returning *`,
      [personId],
    );
    return rows.map((row) => challengeOf(row, undefined));
  }

  /**
   * The steps of a challenge that was begun and left before any picture: the next one asks for the same, so that
   * restarting does not choose the first step. Undefined where there is none.
   */
  async stepsLeft(personId: string, purpose: ChallengePurpose): Promise<DrawnSteps | undefined> {
    const { rows } = await this.#pool.query<{ challenge_id: string }>(
      `select challenge_id from signer.face_challenge where person_id = $1 and purpose = $2 and capture = 'live'
         and status = 'open' and version = 0 and box is not null and expires_at > $3
       order by started_at desc limit 1`,
      [personId, purpose, this.#now()],
    );
    const id = rows[0]?.challenge_id;
    return id === undefined ? undefined : (await this.find(personId, id)).content?.liveness;
  }

  async #sealed({ personId, challengeId }: FaceChallenge, content: ChallengeContent): Promise<Buffer> {
    return (await this.#keys.sealer(personId))(boxName(challengeId), packedContent(content));
  }
}

const challengeOf = (row: ChallengeRow, content: ChallengeContent | undefined): FaceChallenge => ({
  challengeId: row.challenge_id,
  personId: row.person_id,
  tenantId: row.tenant_id,
  purpose: row.purpose,
  capture: row.capture,
  signatureIds: row.signature_ids,
  nonce: row.nonce,
  status: row.status,
  version: row.version,
  expiresAt: row.expires_at,
  proven: row.proven ?? undefined,
  content,
});

const boxName = (challengeId: string): string => `challenge ${challengeId}`;

function packedContent({ liveness, frames, askedAt }: ChallengeContent): PackedContent {
  const { frames: _frames, thumbprints, ...rest } = liveness;
  return {
    liveness: { ...rest, thumbprints: thumbprints.map((one) => Buffer.from(one).toString('base64')) },
    frames: frames.map(({ template, mirrored, pose, frontal, photo }) => ({
      template: packed(template),
      mirrored: packed(mirrored),
      pose,
      frontal,
      ...(photo === undefined ? {} : { photo: photo.toString('base64') }),
    })),
    askedAt: askedAt.toISOString(),
  };
}

function contentOf(content: PackedContent): ChallengeContent {
  const frames = content.frames.map(({ template, mirrored, pose, frontal, photo }) => ({
    template: unpacked(template),
    mirrored: unpacked(mirrored),
    pose,
    frontal,
    ...(photo === undefined ? {} : { photo: Buffer.from(photo, 'base64') }),
  }));
  const thumbprints = content.liveness.thumbprints.map((one) => new Uint8Array(Buffer.from(one, 'base64')));
  return {
    liveness: { ...content.liveness, frames, thumbprints },
    frames,
    askedAt: new Date(content.askedAt),
  };
}
