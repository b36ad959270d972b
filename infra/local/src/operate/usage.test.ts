import { PassThrough } from 'node:stream';

import { expect, it } from 'vitest';

import { runOperatorCommand } from '../operator-commands.ts';
import { USAGE } from './usage.ts';

async function run(command: string): Promise<{ status: number; complained: string }> {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const status = await runOperatorCommand(command.split(' '), { out, err });
  expect(out.read()).toBeNull();
  return { status, complained: String(err.read() ?? '') };
}

it.each([
  [
    'fsck --nonsense',
    /^não há a opção --nonsense\. Uso: lacre fsck \[--only installation,[a-z,-]+\] \[--whole\] \[--data PASTA\]\n$/,
  ],
  ['fsck --tenant acme', /^este comando não tem a opção --tenant\. Uso: lacre fsck /],
  [
    'credits grant acme 10 --foo --reason x',
    /^não há a opção --foo\. Uso: lacre credits grant ENDEREÇO QUANTIDADE --reason MOTIVO \[--data PASTA\]\n$/,
  ],
  [
    'credits monthly acme 10 --reason x',
    /^este comando não tem a opção --reason\. Uso: lacre credits monthly /,
  ],
  ['tenant activate acme --reason x', /^este comando não tem a opção --reason\. Uso: lacre tenant activate /],
  ['audit export --json', /^este comando não tem a opção --json\. Uso: lacre audit export /],
  ['audit replay --process', /^falta o valor da opção --process\. Uso: lacre audit replay /],
  ['fsck --only log,nada', /^não há a verificação nada\. Uso: lacre fsck /],
  ['tenant map acme', /^não há o comando "tenant map acme"\. Uso: lacre tenant map \[--out ARQUIVO\] /],
  ['backup everything', /^não há o comando "backup everything"\. Uso: lacre backup --to PASTA /],
  ['keys revoke seal a b', /^não há o comando "keys revoke seal a b"\. Uso: lacre keys revoke seal ID /],
  ['rebuild --user lacre', /^este comando não tem a opção --user\. Uso: lacre rebuild \[--data PASTA\]\n$/],
  [
    'log copy --apply --to x',
    /^este comando não tem a opção --apply\. Uso: lacre log copy --to URL \| --from URL /,
  ],
])('refuses `lacre %s`, and says how that command is used', async (command, words) => {
  const { status, complained } = await run(command);
  expect(complained).toMatch(words);
  expect(status).toBe(2);
});

it('prints the usage of every command for an unknown one, or none', async () => {
  expect(await run('--data /tmp')).toEqual({ status: 2, complained: `falta o comando\n${USAGE}\n` });
  expect(await run('nada --tenant acme')).toEqual({
    status: 2,
    complained: `não há o comando "nada"\n${USAGE}\n`,
  });
});

it('takes for each command the options that its usage has', async () => {
  const commands = Array.from(USAGE.matchAll(/^ {2}lacre ((?:[a-z]+ ?){1,2})/gm), ([, name = '']) =>
    name.trim(),
  );
  expect(commands.length).toBeGreaterThan(10);
  for (const command of commands) {
    const { complained } = await run(`${command} --at 1 --to x --out y --nada`);
    expect(complained, command).toContain(`Uso: lacre ${command}`);
  }
});
