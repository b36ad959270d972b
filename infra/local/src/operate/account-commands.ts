import { listLoginDomains, MAX_GRANT } from '@lacre/command';
import { RECOVERY_ENDS, type RecoveryEnd } from '@lacre/contracts';

import { cellMap, replaceFile } from './cell-map.ts';
import { reasonOf, say, type Command } from './command.ts';
import { grantCredits } from './credits-command.ts';
import { publicUrlOf } from './public-url.ts';
import { switchTenant } from './tenant-command.ts';
import { UsageError } from './usage-error.ts';
import { recover } from './user-command.ts';

/** The first word after the command's own, which it is about. */
function domainOf([domain]: readonly string[]): string {
  if (domain === undefined) throw new UsageError('falta o endereço da conta, o de /login/ENDEREÇO');
  return domain.toLowerCase();
}

const runDeactivate: Command = async (installation, { values, words, terminal }) => {
  const domain = domainOf(words);
  const reason = reasonOf(values, 'o motivo fica no histórico da conta');
  say(terminal, await switchTenant(installation, domain, { active: false, reason }));
  return 0;
};

const runActivate: Command = async (installation, { words, terminal }) => {
  say(terminal, await switchTenant(installation, domainOf(words), { active: true, reason: '' }));
  return 0;
};

const runMap: Command = async (installation, { values: { out }, environment, terminal }) => {
  const { origin } = new URL(await publicUrlOf(installation, environment));
  const domains = await listLoginDomains(installation.eventStore, origin);
  const text = cellMap(origin, domains);
  if (out === undefined) {
    terminal.out.write(text);
    return 0;
  }
  await replaceFile(out, text);
  const count = domains.length === 1 ? '1 endereço' : `${domains.length} endereços`;
  say(terminal, `${out}: ${count}.`);
  return 0;
};

/** A whole number of credits, after the domain. */
function creditsOf([, text = '']: readonly string[], least: number): number {
  const amount = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (amount >= least && amount <= MAX_GRANT) return amount;
  throw new UsageError(`a quantidade de créditos vai de ${least} a ${MAX_GRANT}, em números inteiros`);
}

const runGrant: Command = async (installation, { values, words, terminal }) => {
  const domain = domainOf(words);
  const amount = creditsOf(words, 1);
  const reason = reasonOf(values, 'o motivo fica no extrato da conta');
  say(terminal, await grantCredits(installation, domain, { type: 'grant', amount, reason }));
  return 0;
};

const runMonthly: Command = async (installation, { words, terminal }) => {
  const domain = domainOf(words);
  say(
    terminal,
    await grantCredits(installation, domain, { type: 'setMonthly', amount: creditsOf(words, 0) }),
  );
  return 0;
};

const isEnd = (name: string): name is RecoveryEnd => (RECOVERY_ENDS as readonly string[]).includes(name);

const runRecover: Command = async (installation, { values, words, environment, terminal }) => {
  const [email = ''] = words;
  if (!email.includes('@')) throw new UsageError('falta o email com que o usuário entra');
  const reason = reasonOf(values, 'o motivo fica no histórico da conta');
  const named = values.end?.split(',') ?? [];
  const unknown = named.find((name) => !isEnd(name));
  if (unknown !== undefined) throw new UsageError(`--end não conhece ${unknown}`);
  const publicUrl = await publicUrlOf(installation, environment);
  const end = named.filter(isEnd);
  say(terminal, await recover(installation, { email: email.toLowerCase(), publicUrl, reason, end }));
  return 0;
};

/** An operator's acts on accounts and their users. */
export const ACCOUNT_COMMANDS = {
  'tenant deactivate': runDeactivate,
  'tenant activate': runActivate,
  'tenant map': runMap,
  'credits grant': runGrant,
  'credits monthly': runMonthly,
  'user recover': runRecover,
} satisfies Record<string, Command>;
