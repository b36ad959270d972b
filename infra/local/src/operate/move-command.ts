import { findTenant } from '@lacre/command';

import { openEnd, openTarget } from '../move/ends.ts';
import { abandonMove, moveTenant, numberText } from '../move/move-tenant.ts';
import { surveyMove, type Survey } from '../move/survey.ts';
import { say, type Command } from './command.ts';
import { NoSuchTenant } from './tenant-command.ts';
import { UsageError } from './usage-error.ts';

/** `lacre tenant move`: from the installation that the command is about to that of a settings file. */
export const runMove: Command = async (installation, { values, words, environment, terminal }) => {
  const [named] = words;
  if (named === undefined) throw new UsageError('falta a conta: o endereço dela, ou o id');
  const { to, check, abandon } = values;
  if (to === undefined) throw new UsageError('falta --to, o arquivo com as configurações do destino');
  if (check && abandon) throw new UsageError('--check e --abandon se excluem');
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
  const request = { source, target, tenantId, say: (line: string) => say(terminal, line) };
  say(terminal, `A conta "${name}" (${tenantId}), de ${source.address} a ${target.address}.`);
  if (check) {
    const survey = await surveyMove(request);
    for (const line of linesOf(survey)) say(terminal, line);
    return survey.obstacles.length === 0 ? 0 : 1;
  }
  await (abandon ? abandonMove(request) : moveTenant(request));
  return 0;
};

const linesOf = ({ events, files, bytes, rows, obstacles }: Survey): string[] => [
  `Iriam: ${numberText(events)} eventos, ${numberText(files)} arquivos (${numberText(bytes)} bytes) e ${numberText(rows)} linhas.`,
  ...(obstacles.length === 0
    ? ['Nada impede.']
    : ['Impede:', ...obstacles.map((obstacle) => `  ${obstacle}`)]),
];
