import { findTenant } from '@lacre/command';

import { openEnd, openTarget, type End } from '../move/ends.ts';
import { forgetTenant, showTenant } from '../move/forget-tenant.ts';
import { abandonMove, moveTenant } from '../move/move-tenant.ts';
import { numberText } from '../move/number-text.ts';
import { surveyMove, type Survey } from '../move/survey.ts';
import { say, type Command } from './command.ts';
import { NoSuchTenant } from './tenant-command.ts';
import { UsageError } from './usage-error.ts';

type Ends = { source: End; target: End; tenantId: string; say: (line: string) => void };

/** Opens the installation that the command is about and that of the settings file, and finds the account. */
async function withEnds(
  installation: Parameters<Command>[0],
  { values: { to }, words: [named], environment, terminal }: Parameters<Command>[1],
  work: (ends: Ends, name: string) => Promise<number>,
): Promise<number> {
  if (named === undefined) throw new UsageError('falta a conta: o endereço dela, ou o id');
  if (to === undefined) throw new UsageError('falta --to, o arquivo com as configurações do destino');
  await using begun = new AsyncDisposableStack();
  const opened = await openTarget(to);
  begun.defer(() => opened.installation.close());
  const source = await openEnd(installation, { environment, words: 'a origem' }, begun);
  const target = await openEnd(
    opened.installation,
    { environment: opened.environment, words: 'o destino' },
    begun,
  );
  const tenant = await findTenant(installation, named.toLowerCase());
  if (tenant === undefined) throw new NoSuchTenant(`nenhuma conta atende no endereço "${named}"`);
  const { tenantId, name } = tenant;
  return await work({ source, target, tenantId, say: (line) => say(terminal, line) }, name);
}

/** `lacre tenant move`: from the installation that the command is about to that of a settings file. */
export const runMove: Command = (installation, given) => {
  const { check, abandon } = given.values;
  if (check && abandon) throw new UsageError('--check e --abandon se excluem');
  return withEnds(installation, given, async (ends, name) => {
    const { source, target, tenantId } = ends;
    ends.say(`A conta "${name}" (${tenantId}), de ${source.address} a ${target.address}.`);
    if (check) {
      const survey = await surveyMove(ends);
      for (const line of linesOf(survey)) ends.say(line);
      return survey.obstacles.length === 0 ? 0 : 1;
    }
    await (abandon ? abandonMove(ends) : moveTenant(ends));
    return 0;
  });
};

/** `lacre tenant forget`: what an account left in the installation that the command is about, once it is elsewhere. */
export const runForget: Command = (installation, given) =>
  withEnds(installation, given, async (ends, name) => {
    const { source, target, tenantId } = ends;
    ends.say(`A conta "${name}" (${tenantId}), que saiu de ${source.address} para ${target.address}.`);
    await (given.values.check ? showTenant(ends) : forgetTenant(ends));
    return 0;
  });

const linesOf = ({ events, files, bytes, rows, obstacles }: Survey): string[] => [
  `Iriam: ${numberText(events)} eventos, ${numberText(files)} arquivos (${numberText(bytes)} bytes) e ${numberText(rows)} linhas.`,
  ...(obstacles.length === 0
    ? ['Nada impede.']
    : ['Impede:', ...obstacles.map((obstacle) => `  ${obstacle}`)]),
];
