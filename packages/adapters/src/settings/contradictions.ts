import type { Environment, SettingName } from './index.ts';

/** Settings that do not go together. */
interface Contradiction {
  /** The one that is to be changed. */
  name: SettingName;
  /** What is wrong, for people; undefined when nothing is. Those that are malformed are absent. */
  fault: (settings: Partial<Environment>, given: ReadonlySet<string>) => string | undefined;
}

/** One without the other says nothing. */
const needs = (name: SettingName, other: SettingName): Contradiction => ({
  name,
  fault: (_settings, given) => (given.has(name) && !given.has(other) ? `não serve sem ${other}` : undefined),
});

const atMost = (
  name: 'UPLOAD_BYTES_PER_ADDRESS' | 'UPLOAD_MEMORY_BYTES' | 'UPLOAD_STALL_SECONDS',
  other: 'UPLOAD_BYTES_IN_ALL' | 'UPLOAD_MAX_SECONDS',
): Contradiction => ({
  name,
  fault: ({ [name]: least, [other]: most }) =>
    least !== undefined && most !== undefined && least > most ? `passa de ${other}` : undefined,
});

export const CONTRADICTIONS: readonly Contradiction[] = [
  needs('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'),
  needs('GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'),
  needs('SMS_GATEWAY_TOKEN', 'SMS_GATEWAY_URL'),
  needs('DATABASE_DIRECT_URL', 'DATABASE_URL'),
  needs('SMTP_CA', 'SMTP_URL'),
  ...(['NATS_CREDENTIALS', 'NATS_NKEY_SEED', 'NATS_CA', 'NATS_CERTIFICATE', 'NATS_REPLICAS'] as const).map(
    (name) => needs(name, 'NATS_URL'),
  ),
  needs('NATS_CERTIFICATE', 'NATS_CERTIFICATE_KEY'),
  needs('NATS_CERTIFICATE_KEY', 'NATS_CERTIFICATE'),
  {
    name: 'NATS_NKEY_SEED',
    fault: (_settings, given) =>
      given.has('NATS_NKEY_SEED') && given.has('NATS_CREDENTIALS')
        ? 'e NATS_CREDENTIALS se excluem: defina uma só'
        : undefined,
  },
  needs('S3_URL', 'S3_ACCESS_KEY_ID'),
  needs('S3_URL', 'S3_SECRET_ACCESS_KEY'),
  needs('SEAL_PFX_PASSWORD', 'SEAL_PFX'),
  {
    name: 'SEAL_PKCS11_MODULE',
    fault: (_settings, given) =>
      given.has('SEAL_PKCS11_MODULE') && given.has('SEAL_PFX')
        ? 'e SEAL_PFX se excluem: o selo tem uma chave só'
        : undefined,
  },
  needs('SEAL_PKCS11_MODULE', 'SEAL_PKCS11_PIN'),
  ...(
    [
      'SEAL_PKCS11_TOKEN',
      'SEAL_PKCS11_SERIAL',
      'SEAL_PKCS11_KEY',
      'SEAL_PKCS11_KEY_ID',
      'SEAL_PKCS11_PIN',
      'SEAL_PKCS11_CERTIFICATES',
    ] as const
  ).map((name) => needs(name, 'SEAL_PKCS11_MODULE')),
  needs('TSA_CERTIFICATES', 'TSA_URL'),
  needs('FACE_CHECK_TOKEN', 'FACE_CHECK_URL'),
  atMost('UPLOAD_BYTES_PER_ADDRESS', 'UPLOAD_BYTES_IN_ALL'),
  atMost('UPLOAD_STALL_SECONDS', 'UPLOAD_MAX_SECONDS'),
  {
    name: 'INTERNAL_PORT',
    fault: ({ PORT, INTERNAL_PORT }) =>
      INTERNAL_PORT !== undefined && INTERNAL_PORT !== 0 && INTERNAL_PORT === PORT
        ? 'é a mesma de PORT, e o endereço interno não se expõe'
        : undefined,
  },
];
