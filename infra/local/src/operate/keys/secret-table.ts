import type { Environment, OwnKeyName } from '@lacre/adapters';

import type { SecretName } from '../../secrets.ts';

interface RingWords {
  setting: OwnKeyName;
  secret: SecretName;
  protects: string;
  /** Why there is no other key for it, where there is none. */
  unchangeable?: string;
  /** What happens to what the former key protected, once the new one is used. */
  afterUse: string;
}

/** Secrets that the installation makes for itself and that are given as settings or kept in the data folder. */
export const RINGS = {
  'blob-master': {
    setting: 'BLOB_MASTER_KEY',
    secret: 'blobMasterKey',
    protects: 'arquivos guardados (blobs)',
    afterUse:
      'Em segundo plano, o serviço signer cifra de novo cada arquivo; pode ser interrompido e continua de onde parou.',
  },
  payload: {
    setting: 'PAYLOAD_KEY',
    secret: 'payloadKey',
    protects: 'carga da plataforma dentro dos arquivos selados e códigos de validação',
    afterUse:
      'Arquivos já selados não mudam: a chave anterior continua necessária para os códigos impressos neles.',
  },
  proof: {
    setting: 'PROOF_SECRET',
    secret: 'proofSecret',
    protects: 'comprovantes entre os serviços e links enviados (convites, troca de email)',
    afterUse: 'O que já foi emitido continua valendo até o seu prazo.',
  },
  identity: {
    setting: 'IDENTITY_SECRET',
    secret: 'identitySecret',
    protects: 'chaves dos tokens de acesso e segundos fatores, no banco de dados',
    afterUse: 'Ao iniciar, o serviço command cifra tudo de novo com a chave nova.',
  },
  'personal-data': {
    setting: 'PERSONAL_DATA_KEYS',
    secret: 'personalDataKeys',
    protects: 'dados pessoais no registro, segredos dos webhooks e endereço do registro',
    afterUse: 'Ao iniciar, as chaves de cada pessoa são cifradas de novo; nenhum evento é reescrito.',
  },
  digest: {
    setting: 'DIGEST_KEY',
    secret: 'digestKey',
    protects: 'nomes das reservas (CPF, CNPJ, email), códigos, aparelhos e tokens de API',
    unchangeable:
      'DIGEST_KEY dá nome às reservas de CPF, CNPJ e email no registro, que nunca é reescrito: com outra chave, o mesmo CPF poderia ser registrado duas vezes. Ela não cifra nada; quem a tem e tem também o registro pode adivinhar quais CPF e emails estão nele. Veja docs/operating/keys.md.',
    afterUse: '',
  },
} as const satisfies Readonly<Record<string, RingWords>>;
export type RingName = keyof typeof RINGS;

/** A ring as every line of code sees it. */
export const ringWords = (name: RingName): RingWords => RINGS[name];

/** A role has one password, so that no former one goes on beside the new one. */
export const ROLE_PASSWORD = 'senha do Postgres (alter role … password)';

/** Secrets of other services: changed there, then in the setting. */
export const GIVEN: Readonly<Partial<Record<keyof Environment, string>>> = {
  DATABASE_URL: ROLE_PASSWORD,
  DATABASE_DIRECT_URL: ROLE_PASSWORD,
  QUERY_DATABASE_URL: ROLE_PASSWORD,
  EVENT_STORE_URL: 'senha do KurrentDB (lacre log prepare --new-password)',
  NATS_URL: 'credencial do NATS',
  NATS_CREDENTIALS: 'credencial do NATS',
  NATS_NKEY_SEED: 'credencial do NATS',
  S3_SECRET_ACCESS_KEY: 'credencial do armazenamento de objetos',
  SMTP_URL: 'senha do servidor de email',
  SMS_GATEWAY_TOKEN: 'token do serviço de SMS',
  GOOGLE_CLIENT_SECRET: 'segredo do cliente no Google',
  FACE_CHECK_TOKEN: 'token da verificação de identidade',
  GEOCODE_KEY: 'chave do serviço de mapas',
  SEAL_PFX: 'chave e certificado do selo',
  SEAL_PFX_PASSWORD: 'senha do arquivo de SEAL_PFX',
  SEAL_PKCS11_MODULE: 'chave do selo, no módulo de hardware',
  SEAL_PKCS11_PIN: 'PIN do token do selo (pkcs11-tool --change-pin)',
};
