import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import {
  InvalidConnectionString,
  readConnectionString,
  refusalOf,
  ServerAdministration,
  serverReleases,
  type StreamRights,
} from '@lacre/event-store/kurrentdb';

import { faultOf } from '../engines/ask-engines.ts';
import { releaseFault } from '../engines/ask-log.ts';

/** What cannot be prepared, and what to do about it, for the operator. */
export class CannotPrepare extends Error {
  override readonly name = 'CannotPrepare';
}

export interface PrepareOptions {
  /** Of the product's own user. */
  login: string;
  /** What the names of the product's streams begin with. */
  prefix: string;
  /**
   * What to do on a server that holds events of others: leave the rights by default alone, or set them all the same.
   */
  sharing?: 'shared' | 'exclusive' | undefined;
  /** Whether a user that is there gets another password. */
  newPassword: boolean;
}

/** One thing to be done on the server. */
interface Step {
  /** For people, in the infinitive. */
  what: string;
  /** Whether it needs no doing. */
  isDone: boolean;
  apply: () => Promise<void>;
}

export interface Preparation {
  steps: readonly Step[];
  /** What holds whatever is done, and should be known before. */
  warnings: readonly string[];
  /** Whether it must be said first how a server with events of others is to be treated. */
  isUndecided: boolean;
  /** The password that the steps give to the user; undefined when the user keeps the one it has. */
  password: string | undefined;
}

const ADMINS = '$admins';
const PASSWORD_BYTES = 24;

/** Rights on streams without rights of their own: the product writes, and administrators alone delete or cut. */
const defaultRightsOf = (login: string): StreamRights => ({
  $r: [ADMINS, login],
  $w: [login],
  $d: [ADMINS],
  $mr: [ADMINS, login],
  $mw: [ADMINS],
});

/**
 * Looks at the server as its administrator and gives what is to be done for the product to keep its log there to `act`.
 * Looking changes nothing; each step does when it is applied.
 *
 * @param adminUrl of an administrator
 * @throws CannotPrepare in words, when it is not to be had
 */
export async function withPreparation<Outcome>(
  adminUrl: string,
  options: PrepareOptions,
  act: (preparation: Preparation) => Promise<Outcome>,
): Promise<Outcome> {
  assertLogin(options.login);
  const administration = openAdministration(adminUrl);
  try {
    const unfit = releaseFault(await serverReleases(adminUrl));
    if (unfit !== undefined) throw new CannotPrepare(unfit);
    return await act(await plan(administration, options));
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === 'denied')
      throw new CannotPrepare(
        'o servidor recusou: confira usuário e senha de --admin-url, que devem ser de alguém do grupo $admins',
      );
    if (refusal === 'changed')
      throw new CannotPrepare('as permissões do servidor mudaram enquanto se olhava: repita o comando');
    if (refusal === 'unreachable') throw new CannotPrepare(await whyUnreachable(adminUrl, options));
    throw error;
  } finally {
    await administration.close();
  }
}

/** Names that begin with `$` are groups in the server's rights, and `:` ends a name in a request (RFC 7617, 2). */
function assertLogin(login: string): void {
  if (!/^[^\s:$][^\s:]*$/.test(login))
    throw new CannotPrepare(
      '--user é o nome de um usuário: não vazio, sem espaços e sem ":", e não começa com "$"',
    );
}

/** The client's own error does not say why; the connection that the platform uses does. */
async function whyUnreachable(adminUrl: string, { prefix }: PrepareOptions): Promise<string> {
  const words = await faultOf('EVENT_STORE_URL', adminUrl, { beside: { EVENT_STORE_PREFIX: prefix } });
  return words === undefined
    ? 'o servidor de --admin-url não respondeu: repita o comando'
    : `--admin-url: ${words}`;
}

/** @throws CannotPrepare */
function openAdministration(adminUrl: string): ServerAdministration {
  try {
    const { tls, credentials } = readConnectionString(adminUrl);
    // Such a server authenticates no client (https://docs.kurrent.io/server/v24.10/security).
    if (tls === undefined)
      throw new CannotPrepare(
        '--admin-url tem tls=false: um servidor sem TLS (--insecure) não confere usuários, e nele permissões não valem. Ative TLS no servidor antes.',
      );
    if (credentials === undefined)
      throw new CannotPrepare(
        '--admin-url precisa de usuário e senha: kurrentdb://admin:SENHA@servidor:2113',
      );
    return new ServerAdministration(adminUrl);
  } catch (error) {
    if (error instanceof InvalidConnectionString)
      throw new CannotPrepare(`--admin-url não serve: ${error.message}`);
    throw error;
  }
}

async function plan(administration: ServerAdministration, options: PrepareOptions): Promise<Preparation> {
  const { login, sharing, newPassword } = options;
  const { users } = administration;
  const user = await users.find(login);
  const isShared = await administration.holdsForeignEvents(options.prefix);
  const password =
    user === undefined || newPassword ? randomBytes(PASSWORD_BYTES).toString('base64url') : undefined;
  const steps: Step[] = [
    {
      what: `criar o usuário "${login}", sem grupos`,
      isDone: user !== undefined,
      apply: () => users.create(login, password ?? '', 'Lacre'),
    },
  ];
  if (user !== undefined && newPassword)
    steps.push({
      what: `trocar a senha do usuário "${login}"`,
      isDone: false,
      apply: () => users.resetPassword(login, password ?? ''),
    });
  if (user?.disabled === true)
    steps.push({
      what: `reativar o usuário "${login}", que está desativado`,
      isDone: false,
      apply: () => users.enable(login),
    });
  steps.push(await readingStep(administration, login));
  if (!isShared || sharing === 'exclusive') steps.push(await writingStep(administration, login));
  return {
    steps,
    warnings: warningsOf(options, isShared, user?.groups ?? []),
    isUndecided: isShared && sharing === undefined,
    password,
  };
}

/** Accounts that could read the whole log before still can. */
async function readingStep(administration: ServerAdministration, login: string): Promise<Step> {
  const rights = await administration.rightsOnLog();
  const readers = namesIn(rights.$r ?? ADMINS);
  const after = { ...rights, $r: [...readers, login] };
  return {
    what: `deixar "${login}" ler o registro inteiro ($$$all: ${textOf(after)})`,
    isDone: readers.includes(login) || readers.includes('$all'),
    apply: () => administration.setRightsOnLog(after),
  };
}

async function writingStep(administration: ServerAdministration, login: string): Promise<Step> {
  const wanted = defaultRightsOf(login);
  return {
    what: `nos fluxos sem permissões próprias, deixar só "${login}" escrever, e só administradores apagar ou cortar ($settings, $userStreamAcl: ${textOf(wanted)})`,
    isDone: isDeepStrictEqual(sorted(await administration.defaultRights()), sorted(wanted)),
    apply: () => administration.setDefaultRights(wanted),
  };
}

function warningsOf({ login, sharing }: PrepareOptions, isShared: boolean, groups: string[]): string[] {
  const warnings: string[] = [];
  if (groups.includes(ADMINS) || groups.includes('$ops'))
    warnings.push(
      `"${login}" está em ${groups.join(', ')}: pode mais do que o produto precisa. Tire-o dos grupos, ou use outro nome com --user.`,
    );
  if (!isShared) return warnings;
  warnings.push(
    sharing === 'exclusive'
      ? 'há eventos de outros sistemas neste servidor: depois disto eles só leem e escrevem nos fluxos que têm permissões próprias.'
      : 'há eventos de outros sistemas neste servidor. As permissões padrão valem para todos os fluxos dele; enquanto ficam como estão, outros usuários do servidor podem escrever nos fluxos do Lacre, cortá-los e apagá-los. Prefira um servidor só do Lacre.',
  );
  return warnings;
}

const namesIn = (names: string | readonly string[]): string[] =>
  typeof names === 'string' ? [names] : [...names];

/** The same rights are the same value, however the server's document writes them. */
const sorted = (rights: StreamRights): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(rights)
      .map(([right, names]): [string, string[]] => [right, namesIn(names ?? []).toSorted()])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

const textOf = (rights: StreamRights): string => JSON.stringify(rights);
