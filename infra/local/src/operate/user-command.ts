import { recoverUser, type Recovery, type RecoveryDependencies } from '@lacre/command';
import { TIME_ZONE } from '@lacre/contracts';

/** No user signs in by the address that was named. */
export class NoSuchUser extends Error {
  override readonly name = 'NoSuchUser';
}

/** What may be ended with a recovery, as it is asked for and confirmed. */
const RECOVERY_WORDS = {
  factors: 'senha, segundo fator, chaves de acesso, Google e celular',
  sessions: 'sessões abertas',
  tokens: 'tokens de API',
} as const satisfies Record<Recovery['end'][number], string>;

const MOMENT = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
});

/**
 * Makes a link by which a user who lost every way in chooses another password, and says it once.
 *
 * @throws NoSuchUser
 */
export async function recover(
  dependencies: RecoveryDependencies,
  { email, publicUrl, ...recovery }: Recovery & { email: string; publicUrl: string },
): Promise<string> {
  const recovered = await recoverUser(dependencies, email, recovery);
  if (recovered === undefined) throw new NoSuchUser(`nenhum usuário ativo entra com o email "${email}"`);
  const { name, tenantId, secret, expiresAt } = recovered;
  const ended = recovery.end.map((what) => RECOVERY_WORDS[what]).join('; ');
  return [
    `Recuperação de ${name} (conta ${tenantId}). ${ended === '' ? 'Nada foi encerrado.' : `Encerrado: ${ended}.`}`,
    `Entregue este link em mãos, a quem você identificou. Serve uma vez, até ${MOMENT.format(expiresAt)} (horário de Brasília):`,
    `${publicUrl}/password#reset=${encodeURIComponent(secret)}`,
    'O pedido fica no histórico da conta, e o usuário é avisado por email.',
  ].join('\n');
}
