import { adoptLog, forgetDerived, type SettingsOf } from '@lacre/adapters';
import { rebuildEverything } from '@lacre/projector';

import { openInstallation, openWholeLog } from '../audit/open-installation.ts';
import { reasonOf, say, type LogCommand } from './command.ts';

/** `lacre log adopt`: the log as it stands is taken for this installation's own, and everything is built from it. */
async function adopt(dataDir: string, environment: SettingsOf<'commands'>, reason: string): Promise<string> {
  const log = await openWholeLog(dataDir, environment);
  let epoch: string;
  try {
    epoch = await adoptLog(log, reason);
  } finally {
    await log.close();
  }
  await buildAnew(dataDir, environment);
  return `O registro foi aceito: começou a época ${epoch}. Os modelos de leitura foram refeitos a partir dele. Integrações que guardam posições do feed recebem POSITION_OF_ANOTHER_EPOCH e recomeçam do início.`;
}

/** `lacre rebuild`: whatever was derived from the log is derived from it again. */
async function rebuild(dataDir: string, environment: SettingsOf<'commands'>): Promise<string> {
  const log = await openWholeLog(dataDir, environment);
  try {
    await forgetDerived(log);
  } finally {
    await log.close();
  }
  await buildAnew(dataDir, environment);
  return 'Os modelos de leitura foram refeitos a partir do registro.';
}

/** Every start would do it too, while people wait. */
export async function buildAnew(dataDir: string, environment: SettingsOf<'commands'>): Promise<void> {
  const installation = await openInstallation(dataDir, environment);
  try {
    await rebuildEverything(installation);
  } finally {
    await installation.close();
  }
}

export const runAdopt: LogCommand = async ({ values, dataDir, environment, terminal }) => {
  say(terminal, await adopt(dataDir, environment, reasonOf(values, 'o motivo fica no registro')));
  return 0;
};

export const runRebuild: LogCommand = async ({ dataDir, environment, terminal }) => {
  say(terminal, await rebuild(dataDir, environment));
  return 0;
};
