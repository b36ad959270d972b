import { join } from 'node:path';

import { rememberedPublicUrl } from '@lacre/adapters';
import { KNOWN_BEFORE_MS, revokeSealCertificate, rotateSealKey, type Revoked } from '@lacre/signer';

import { KeyRefused } from './key-refused.ts';
import type { OpenKeys } from './open-keys.ts';

export const sealFolder = ({ dataDir }: Pick<OpenKeys, 'dataDir'>): string => join(dataDir, 'seal-keys');

const GIVEN_BY_OTHERS =
  'O certificado do selo vem de SEAL_PFX: peça outro à autoridade que o emitiu, grave o arquivo novo no mesmo lugar (os processos o leem de novo em poucos minutos) e, se a chave vazou, peça a ela que revogue o anterior. O que foi selado antes continua válido.';

const IN_A_TOKEN =
  'A chave do selo está em um módulo de hardware: crie nele outra chave, grave o certificado novo, aponte SEAL_PKCS11_KEY para ela e reinicie os processos que selam. O que foi selado antes continua válido.';

/** A new key and certificate of the local authority. @throws KeyRefused */
export async function rotateSeal(keys: OpenKeys, now: Date): Promise<string[]> {
  if (keys.environment.SEAL_PFX !== undefined) throw new KeyRefused(GIVEN_BY_OTHERS);
  if (keys.environment.SEAL_PKCS11_MODULE !== undefined) throw new KeyRefused(IN_A_TOKEN);
  const publicUrl = keys.environment.PUBLIC_URL ?? (await rememberedPublicUrl(keys.pool));
  const certificate = await rotateSealKey({
    folder: sealFolder(keys),
    organization: 'Lacre',
    authorityUrl: publicUrl && `${publicUrl.replace(/\/$/, '')}/api/authority`,
    now,
  });
  const minutes = KNOWN_BEFORE_MS / 60_000;
  return [
    `Certificado novo do selo: ${certificate.commonName}, válido até ${certificate.notAfter.toISOString().slice(0, 10)}.`,
    `Os processos que selam o conhecem em poucos minutos e passam a usá-lo em ${minutes}; nada precisa ser reiniciado.`,
    'O que foi selado com os anteriores continua válido. Se a chave anterior vazou: lacre keys revoke seal ID.',
  ];
}

const REFUSALS: Readonly<Record<Exclude<Revoked, 'revoked'>, string>> = {
  unknown: 'nenhum certificado do selo, ou mais de um, começa assim; veja os números com: lacre keys list',
  'not-own': 'este certificado foi emitido por outra autoridade: peça a ela que o revogue',
  already: 'este certificado já está revogado',
  last: 'é o único certificado do selo: crie outro antes, com: lacre keys rotate seal',
};

/** @param since when the key may first have been in other hands @throws KeyRefused */
export async function revokeSeal(
  keys: OpenKeys,
  { id, since, now }: { id: string; since: Date; now: Date },
): Promise<string[]> {
  if (since > now) throw new KeyRefused('--since fica no passado');
  const outcome = await revokeSealCertificate(sealFolder(keys), { id, revokedAt: since, now });
  if (outcome !== 'revoked') throw new KeyRefused(REFUSALS[outcome]);
  return [
    `Revogado desde ${since.toISOString()}: a autoridade desta instalação (OCSP e CRL) diz isso a partir de agora.`,
    'Os processos que selam deixam de usá-lo em poucos minutos; para que seja já, reinicie-os.',
    'Documentos selados antes dessa data, com carimbo do tempo (B-T ou mais), continuam válidos. Um selo feito por quem tem a chave é recusado em /validate: não está no registro.',
  ];
}
