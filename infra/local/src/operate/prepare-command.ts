import { open } from 'node:fs/promises';

import {
  CannotPrepare,
  withPreparation,
  type Preparation,
  type PrepareOptions,
} from '@lacre/adapters/log-server';

import { say as sayTo, type LogCommand } from './command.ts';
import { UsageError } from './usage-error.ts';

export interface PrepareRequest extends PrepareOptions {
  adminUrl: string;
  /** Whether the steps are carried out; otherwise it is a dry run. */
  apply: boolean;
  /** Where a new password is written; on the terminal, once, without it. */
  passwordFile?: string | undefined;
}

/**
 * Makes a KurrentDB server ready to keep the log, or says what is missing.
 *
 * @param say prints a line for the operator
 * @returns how many things are still to be done
 * @throws CannotPrepare
 */
export function prepareServer(request: PrepareRequest, say: (line: string) => void): Promise<number> {
  return withPreparation(request.adminUrl, request, async (preparation) => {
    for (const warning of preparation.warnings) say(`Atenção: ${warning}`);
    const missing = preparation.steps.filter(({ isDone }) => !isDone);
    if (!request.apply) return tell(preparation, missing.length, say);
    if (preparation.isUndecided)
      throw new CannotPrepare(
        'há eventos de outros sistemas neste servidor: repita com --shared (as permissões padrão ficam como estão) ou --exclusive (passam a valer só para o Lacre)',
      );
    // Before the server knows it: a lost password would lock the product out.
    if (preparation.password !== undefined) await keep(preparation.password, request, say);
    for (const { what, apply } of missing) {
      await apply();
      say(`✓ ${what}`);
    }
    say(missing.length === 0 ? 'Nada a fazer: o servidor já está preparado.' : 'O servidor está preparado.');
    say(`Defina: EVENT_STORE_URL=${addressOf(request)}`);
    return 0;
  });
}

function tell({ steps }: Preparation, missing: number, say: (line: string) => void): number {
  for (const { what, isDone } of steps) say(`${isDone ? '✓ já feito:' : '· a fazer:'} ${what}`);
  say(
    missing === 0
      ? 'Nada a fazer: o servidor já está preparado.'
      : `Nada foi mudado. Para fazer ${missing === 1 ? 'isto' : `estas ${missing} coisas`}, repita com --apply.`,
  );
  return missing;
}

/** Where only the owner reads it, and in no log. */
async function keep(
  password: string,
  { passwordFile, login }: PrepareRequest,
  say: (line: string) => void,
): Promise<void> {
  if (passwordFile === undefined) return say(`Senha de "${login}", mostrada só agora: ${password}`);
  const file = await open(passwordFile, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new CannotPrepare(
      error.code === 'EEXIST'
        ? `${passwordFile} já existe: indique outro arquivo`
        : `não foi possível escrever ${passwordFile} (${error.code})`,
    );
  });
  try {
    await file.writeFile(`${password}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  say(`A senha de "${login}" está em ${passwordFile}, legível só pelo dono.`);
}

/** The product's address for the same server, with its own user and a place for the password. */
function addressOf({ adminUrl, login }: PrepareRequest): string {
  return adminUrl.replace(/\/\/.*@/, `//${encodeURIComponent(login)}:SENHA@`);
}

/** `lacre log prepare`: about a server, before any installation has its log there. */
export const runPrepare: LogCommand = async ({ values, environment, terminal }) => {
  const { 'admin-url': adminUrl, shared, exclusive } = values;
  if (adminUrl === undefined)
    throw new UsageError('falta --admin-url, o endereço do servidor com um administrador');
  if (shared && exclusive) throw new UsageError('--shared e --exclusive se excluem');
  const request = {
    adminUrl,
    login: values.user,
    prefix: environment.EVENT_STORE_PREFIX,
    sharing: shared ? ('shared' as const) : exclusive ? ('exclusive' as const) : undefined,
    newPassword: values['new-password'],
    passwordFile: values['password-file'],
    apply: values.apply,
  };
  return (await prepareServer(request, (line) => sayTo(terminal, line))) === 0 ? 0 : 1;
};
