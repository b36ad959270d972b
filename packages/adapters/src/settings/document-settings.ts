import { readS3Address } from '@lacre/blob-store/s3';
import { z } from 'zod';

import { addresses, httpUrl, keyRing, readOr, secretKey, wholeNumber } from './forms.ts';
import { COMMAND, setting, SIGNER, type SettingGroup } from './setting.ts';

const RING = 'Several with commas, the one in use first ([keys](keys.md)).';

export const keySettings = {
  PERSONAL_DATA_KEYS: setting({
    schema: keyRing.optional(),
    description: `Master keys of personal data in the log. With them lost, personal data is lost. ${RING}`,
    isSecret: true,
    readBy: ['command', 'query', 'projector', 'signer', 'commands'],
    neededBy: ['command', 'query', 'projector', 'signer'],
  }),
  BLOB_MASTER_KEY: setting({
    schema: keyRing.optional(),
    description: `Of the files that are kept. With it lost, they are lost. ${RING}`,
    isSecret: true,
    readBy: ['command', 'signer', 'commands'],
    neededBy: ['command', 'signer'],
  }),
  PAYLOAD_KEY: setting({
    schema: keyRing.optional(),
    description: `Of the evidence inside sealed files: one that was used is never left out. ${RING}`,
    isSecret: true,
    readBy: ['signer', 'commands'],
    neededBy: ['signer'],
  }),
  BACKUP_KEY: setting({
    schema: secretKey.optional(),
    description:
      'Of the folders that `lacre backup` writes; kept apart from them and from the installation ([backup](backup.md)).',
    isSecret: true,
    readBy: ['commands'],
  }),
  DIGEST_KEY: setting({
    schema: secretKey.optional(),
    description: 'Of the digests by which e-mails, CPFs and CNPJs are found to be taken. Never changes.',
    isSecret: true,
    readBy: ['command', 'commands'],
    neededBy: ['command'],
  }),
  IDENTITY_SECRET: setting({
    schema: keyRing.optional(),
    description: `Of sign-in: sessions and second factors. ${RING}`,
    isSecret: true,
    readBy: ['command', 'commands'],
    neededBy: ['command'],
  }),
  PROOF_SECRET: setting({
    schema: keyRing.optional(),
    description: `Of the statements that services sign for each other: the same for all of them. ${RING}`,
    isSecret: true,
    readBy: ['command', 'projector', 'signer', 'commands'],
    neededBy: ['command', 'projector', 'signer'],
  }),
} as const satisfies SettingGroup;

export const documentSettings = {
  DATA_DIR: setting({
    schema: z.string().optional(),
    description:
      'The folder of files and seal keys, shared by the command service and all signers. Uploads wait in `spool` there.',
    shownDefault: 'for `npm start` and `lacre`, `.lacre`',
    readBy: ['command', 'query', 'signer', 'start', 'commands'],
    neededBy: ['command', 'signer'],
  }),
  S3_URL: setting({
    schema: z
      .string()
      // Kept as it is written: what follows the bucket is no query of a URL in general.
      .transform((text, context) => {
        readOr(() => readS3Address(text), context);
        return text;
      })
      .optional(),
    description:
      'A bucket for files, instead of `DATA_DIR/blobs`: `s3://bucket/prefix?endpoint=https://host:port&region=…&pathStyle=true` ([stores](stores.md)).',
    readBy: ['command', 'signer', 'start', 'commands'],
  }),
  S3_ACCESS_KEY_ID: setting({
    schema: z.string().optional(),
    description: 'Who asks the bucket’s service.',
    isSecret: true,
    readBy: ['command', 'signer', 'start', 'commands'],
  }),
  S3_SECRET_ACCESS_KEY: setting({
    schema: z.string().optional(),
    description: 'By which key.',
    isSecret: true,
    readBy: ['command', 'signer', 'start', 'commands'],
  }),
  GOTENBERG_URL: setting({
    schema: httpUrl.optional(),
    description: 'Gotenberg, which converts .doc, .docx and .odt; comes before every other converter.',
    isSecret: true,
    readBy: SIGNER,
  }),
  SOFFICE_PATH: setting({
    schema: z.string().optional(),
    description:
      'A LibreOffice of the system, instead of the embedded one: its path, or `soffice` to look for it on `PATH`.',
    readBy: SIGNER,
  }),
  OFFICE_QUEUE: setting({
    schema: wholeNumber(1, 1000).default(16),
    description:
      'Documents being converted or waiting for it, in equal shares; one more gets 503 with `Retry-After`.',
    readBy: SIGNER,
  }),
} as const satisfies SettingGroup;

/** The commands change the seal's own key, and say where another is changed. */
const SEAL_KEY = [...SIGNER, 'commands'] as const;

export const sealSettings = {
  SEAL_PFX: setting({
    schema: z.string().optional(),
    description: 'File of the seal certificate and its key (PKCS #12 or PEM).',
    shownDefault: 'a self-made authority',
    readBy: SEAL_KEY,
  }),
  SEAL_PFX_PASSWORD: setting({
    schema: z.string().default(''),
    description: 'Its password.',
    isSecret: true,
    readBy: SEAL_KEY,
  }),
  SEAL_PKCS11_MODULE: setting({
    schema: z.string().optional(),
    description:
      'The PKCS #11 library of a hardware module that signs the seals, instead of `SEAL_PFX` ([keys](keys.md)).',
    readBy: SEAL_KEY,
  }),
  SEAL_PKCS11_TOKEN: setting({
    schema: z.string().optional(),
    description: 'Label of the token.',
    shownDefault: 'the only one',
    readBy: SEAL_KEY,
  }),
  SEAL_PKCS11_SERIAL: setting({
    schema: z.string().optional(),
    description: 'Serial number of the token.',
    readBy: SEAL_KEY,
  }),
  SEAL_PKCS11_KEY: setting({
    schema: z.string().optional(),
    description: 'Label of the key.',
    shownDefault: 'the only one',
    readBy: SEAL_KEY,
  }),
  SEAL_PKCS11_KEY_ID: setting({
    schema: z
      .string()
      .regex(/^(?:[\da-f]{2})+$/i, 'são bytes em hexadecimal')
      .optional(),
    description: 'Id of the key, in hexadecimal.',
    readBy: SEAL_KEY,
  }),
  SEAL_PKCS11_PIN: setting({
    schema: z.string().optional(),
    description: 'PIN of the user of the token.',
    isSecret: true,
    readBy: SEAL_KEY,
  }),
  SEAL_PKCS11_CERTIFICATES: setting({
    schema: z.string().optional(),
    description: 'PEM file of the certificate of the key and of its issuers.',
    shownDefault: 'those in the token',
    readBy: SEAL_KEY,
  }),
  SEAL_PKCS11_TIMEOUT_MS: setting({
    schema: wholeNumber(1000, 120_000).default(20_000),
    description: 'Time for one signature, milliseconds.',
    readBy: SEAL_KEY,
  }),
  SEAL_LEVEL: setting({
    schema: z.enum(['B-B', 'B-T', 'B-LT', 'B-LTA']).default('B-LTA'),
    description: 'PAdES baseline level (ETSI EN 319 142-1): `B-B`, `B-T`, `B-LT`, `B-LTA`.',
    readBy: SIGNER,
  }),
  SEAL_POLICY: setting({
    schema: z.enum(['AD-RB', 'AD-RT', 'AD-RC', 'AD-RA']).default('AD-RB'),
    description: 'Signature policy of ICP-Brasil: `AD-RB`, `AD-RT`, `AD-RC`, `AD-RA`.',
    readBy: SIGNER,
  }),
  TSA_URL: setting({
    schema: httpUrl.optional(),
    description: 'Time-stamping authority (RFC 3161 over HTTP); `user:password@` where it asks for them.',
    shownDefault: 'a self-made one',
    isSecret: true,
    readBy: SIGNER,
  }),
  TSA_CERTIFICATES: setting({
    schema: z.string().optional(),
    description: 'PEM file of the roots that its certificate must lead to.',
    shownDefault: 'roots of Mozilla, or the first met',
    readBy: SIGNER,
  }),
  ICP_BRASIL_ROOTS: setting({
    schema: z.string().optional(),
    description: 'PEM file of the roots by which signatures inside uploads are known as of ICP-Brasil.',
    readBy: SIGNER,
  }),
  SIGNER_ROOTS: setting({
    schema: z.string().optional(),
    description: 'PEM file of further roots by which signatures inside uploads are trusted.',
    readBy: SIGNER,
  }),
} as const satisfies SettingGroup;

export const outsideSettings = {
  CNPJ_LOOKUP_URLS: setting({
    schema: addresses('cnpj').default([
      'https://brasilapi.com.br/api/cnpj/v1/{cnpj}',
      'https://minhareceita.org/{cnpj}',
    ]),
    description: 'Registers of companies that fill forms, asked one after the other; `off` for none.',
    readBy: COMMAND,
  }),
  CEP_LOOKUP_URLS: setting({
    schema: addresses('cep').default([
      'https://brasilapi.com.br/api/cep/v2/{cep}',
      'https://viacep.com.br/ws/{cep}/json/',
    ]),
    description: 'The same for postal codes.',
    readBy: COMMAND,
  }),
  GEOCODE_URL: setting({
    schema: httpUrl.default('https://maps.googleapis.com/maps/api/geocode/json'),
    description: 'Maps service that names places.',
    readBy: COMMAND,
  }),
  GEOCODE_KEY: setting({
    schema: z.string().optional(),
    description: 'Its key.',
    shownDefault: 'places are shown as coordinates',
    isSecret: true,
    readBy: COMMAND,
  }),
  FACE_CHECK_URL: setting({
    schema: httpUrl.optional(),
    description:
      'Identity check that a face passes when it is enrolled; it gets the CPF and one picture. See [rosto.md](../rosto.md).',
    readBy: SIGNER,
  }),
  FACE_CHECK_TOKEN: setting({
    schema: z.string().optional(),
    description: 'Its bearer token.',
    isSecret: true,
    readBy: SIGNER,
  }),
  FACE_CHECK_MIN_SIMILARITY: setting({
    schema: z.coerce.number().min(1).max(100).default(90),
    description: 'Least similarity that is taken, of 100, by the measure of that service.',
    readBy: SIGNER,
  }),
  FACE_CHECK_TIMEOUT_MS: setting({
    schema: wholeNumber(1000, 60_000).default(10_000),
    description: 'Time for each try, milliseconds.',
    readBy: SIGNER,
  }),
  FACE_WORKERS: setting({
    schema: wholeNumber(1, 32).default(1),
    description: 'Processes that look at faces; about 650 MB of memory each.',
    readBy: SIGNER,
  }),
} as const satisfies SettingGroup;
