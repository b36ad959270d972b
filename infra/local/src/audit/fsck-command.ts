import { InstallationRefused } from '@lacre/adapters';

import { say, type Asked, type LogCommand, type Terminal } from '../operate/command.ts';
import { spaced } from '../operate/progress.ts';
import { UsageError } from '../operate/usage-error.ts';
import { CHECK_NAMES, isCheckName, type CheckName } from './check-names.ts';
import { fsck } from './fsck.ts';
import { openInstallation, type Installation } from './open-installation.ts';

/** `lacre fsck`: ends with 1 when something does not fit. */
export const runFsck: LogCommand = async (asked) => {
  const names = namesIn(asked.values.only);
  const installation = await openInstallation(asked.dataDir, asked.environment, { readsDamaged: true }).catch(
    (error: unknown) => wrongInstallation(error, asked.terminal),
  );
  if (installation === undefined) return 1;
  try {
    return await report(installation, names, asked);
  } finally {
    await installation.close();
  }
};

function namesIn(only: string | undefined): readonly CheckName[] {
  if (only === undefined) return CHECK_NAMES;
  const names = only.split(',');
  const unknown = names.find((name) => !isCheckName(name));
  if (unknown !== undefined) throw new UsageError(`não há a verificação ${unknown}`);
  return names.filter(isCheckName);
}

/** What is not of one installation is named first and alone: everything else would only follow from it. */
function wrongInstallation(error: unknown, terminal: Terminal): undefined {
  if (!(error instanceof InstallationRefused)) throw error;
  say(terminal, '✗ installation: nada mais foi verificado');
  for (const line of error.message.split('\n')) say(terminal, `    ${line}`);
}

async function report(
  installation: Installation,
  names: readonly CheckName[],
  { values: { whole }, terminal }: Asked,
): Promise<number> {
  const started = performance.now();
  const sayProgress = spaced((line) => say(terminal, line));
  const problems = await fsck(
    installation,
    names,
    {
      onRead: (events) => sayProgress(() => `  ${events.toLocaleString('pt-BR')} eventos lidos…`),
      onChecked: (name, { looked, problems: found }) => {
        say(terminal, `${found.length === 0 ? '✓' : '✗'} ${name}: ${looked}`);
        for (const { where, what } of found) say(terminal, `    ${where}: ${what}`);
      },
    },
    { whole },
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const count = problems.length === 1 ? '1 problema' : `${problems.length} problemas`;
  say(terminal, problems.length === 0 ? `Tudo confere (${seconds} s).` : `${count} (${seconds} s).`);
  return problems.length === 0 ? 0 : 1;
}
