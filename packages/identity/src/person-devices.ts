import { randomBytes, randomUUID } from 'node:crypto';

import type { ProvenAddress } from '@lacre/access';
import {
  isSameAddress,
  maskAddress,
  type Address,
  type AnswerOf,
  type ClientContext,
} from '@lacre/contracts';
import type { Pool } from 'pg';

import { placeOf } from './client-place.ts';
import type { KeyedDigest } from './keyed-digest.ts';
import { identitySchema } from './migrations.ts';

/** A code is asked for again after this long. */
const REMEMBERED_MS = 180 * 86_400_000;
const SECRET_BYTES = 32;

/** What a request says of the device it comes from: the id that the client made, and the secret that it was given. */
export interface PresentedDevice {
  clientId: string;
  secret: string | undefined;
}

export interface RememberedDevice {
  deviceId: string;
  secret: string;
  expiresAt: Date;
  /** It was not remembered for this address before. */
  isNew: boolean;
}

type Listed = AnswerOf<'listPersonDevices'>['items'][number];

/**
 * Devices that a person confirmed by a code, each for the address that the code went to. A device is the client's own random id together with a secret that its
 * browser keeps out of scripts' reach: the id alone, copied from somewhere, opens nothing. Both are kept as keyed
 * digests. People who share a browser share its secret; each has a row of their own.
 */
export class PersonDevices {
  readonly #pool: Pool;
  readonly #digest: KeyedDigest;
  readonly #now: () => Date;

  constructor(pool: Pool, digest: KeyedDigest, now: () => Date) {
    this.#pool = pool;
    this.#digest = digest;
    this.#now = now;
  }

  /** Addresses that this person confirmed the device for and whose time is not over; its last use is noted. */
  async recognise(
    personId: string,
    device: PresentedDevice,
    client: ClientContext,
  ): Promise<ProvenAddress[]> {
    if (device.secret === undefined) return [];
    const { rows } = await this.#pool.query<KnownRow>(
      `update ${identitySchema}.person_device set last_used_at = $4, user_agent = $5, place = $6
        where person_id = $1 and client_digest = $2 and secret_digest = $3 and expires_at > $4
       returning id, channel, address, code_sent_at, remembered_at`,
      [
        personId,
        this.#clientDigest(device),
        this.#secretDigest(device.secret),
        this.#now(),
        client.userAgent ?? null,
        placeOf(client),
      ],
    );
    return rows.map((row) => ({
      channel: row.channel,
      address: row.address,
      method: 'known-device',
      codeSentAt: row.code_sent_at.toISOString(),
      codeAnsweredAt: row.remembered_at.toISOString(),
      deviceId: row.id,
    }));
  }

  /** Ids and secret for a device that is about to be remembered. Others on the same browser keep their access. */
  async prepare(personId: string, device: PresentedDevice, of: Address): Promise<RememberedDevice> {
    const { rows } = await this.#pool.query<
      Address & { person_id: string; id: string; secret_digest: string }
    >(
      `select person_id, id, secret_digest, channel, address from ${identitySchema}.person_device where client_digest = $1`,
      [this.#clientDigest(device)],
    );
    const { secret } = device;
    const isOurs =
      secret !== undefined && rows.some((row) => row.secret_digest === this.#secretDigest(secret));
    const known = rows.find((row) => row.person_id === personId && isSameAddress(row, of));
    return {
      deviceId: known?.id ?? randomUUID(),
      isNew: known === undefined,
      secret: isOurs ? secret : randomBytes(SECRET_BYTES).toString('base64url'),
      expiresAt: new Date(this.#now().getTime() + REMEMBERED_MS),
    };
  }

  /** Commit point: from here on the device needs no code of this person for what was sent to the address. */
  async remember(
    person: { personId: string; tenantId: string },
    device: PresentedDevice,
    { deviceId, secret, expiresAt }: RememberedDevice,
    client: ClientContext,
    proven: Omit<ProvenAddress, 'method' | 'deviceId'>,
  ): Promise<void> {
    await this.#pool.query(
      `insert into ${identitySchema}.person_device
         (id, tenant_id, person_id, client_digest, secret_digest, user_agent, place, remembered_at, last_used_at, expires_at,
          channel, address, code_sent_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12)
       on conflict (person_id, client_digest, channel, address) do update
          set secret_digest = excluded.secret_digest, user_agent = excluded.user_agent, place = excluded.place,
              remembered_at = excluded.remembered_at, last_used_at = excluded.last_used_at,
              expires_at = excluded.expires_at, code_sent_at = excluded.code_sent_at`,
      [
        deviceId,
        person.tenantId,
        person.personId,
        this.#clientDigest(device),
        this.#secretDigest(secret),
        client.userAgent ?? null,
        placeOf(client),
        proven.codeAnsweredAt,
        expiresAt,
        proven.channel,
        proven.address,
        proven.codeSentAt,
      ],
    );
  }

  /** Devices of a person that still come in without a code, the last used first. */
  async list(personId: string, clientId: string | undefined): Promise<Listed[]> {
    const { rows } = await this.#pool.query<DeviceRow>(
      `select id, client_digest, channel, address, user_agent, place, remembered_at, last_used_at, expires_at
         from ${identitySchema}.person_device
        where person_id = $1 and expires_at > $2 order by last_used_at desc, id`,
      [personId, this.#now()],
    );
    const own = clientId === undefined ? undefined : this.#clientDigest({ clientId });
    return rows.map((row) => ({
      deviceId: row.id,
      userAgent: row.user_agent,
      contact: maskAddress(row),
      place: row.place,
      rememberedAt: row.remembered_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      current: row.client_digest === own,
    }));
  }

  /** Whether there was such a device of this person; from here on it needs a code. */
  async forget(personId: string, deviceId: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `delete from ${identitySchema}.person_device where person_id = $1 and id = $2`,
      [personId, deviceId],
    );
    return rowCount === 1;
  }

  /** Devices of a person that were remembered for these addresses: from here on they need a code. */
  async forgetAddresses(personId: string, addresses: readonly Address[]): Promise<string[]> {
    const { rows } = await this.#pool.query<{ id: string }>(
      `delete from ${identitySchema}.person_device
        where person_id = $1 and (channel, address) in (select * from unnest($2::text[], $3::text[]))
       returning id`,
      [personId, addresses.map(({ channel }) => channel), addresses.map(({ address }) => address)],
    );
    return rows.map(({ id }) => id);
  }

  /** Drops the devices of a person. */
  async forgetAll(personId: string): Promise<void> {
    await this.#pool.query(`delete from ${identitySchema}.person_device where person_id = $1`, [personId]);
  }

  /** Drops devices whose time is over. */
  async forgetExpired(): Promise<void> {
    await this.#pool.query(`delete from ${identitySchema}.person_device where expires_at < $1`, [
      this.#now(),
    ]);
  }

  #clientDigest({ clientId }: Pick<PresentedDevice, 'clientId'>): string {
    return this.#digest('person-device', clientId);
  }

  #secretDigest(secret: string): string {
    return this.#digest('person-device-secret', secret);
  }
}

interface KnownRow extends Address {
  id: string;
  code_sent_at: Date;
  remembered_at: Date;
}

interface DeviceRow extends Address {
  id: string;
  client_digest: string;
  user_agent: string | null;
  place: string | null;
  remembered_at: Date;
  last_used_at: Date;
  expires_at: Date;
}
