import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import {
  assertEngines,
  EnginesUnavailable,
  giveBackStartMemory,
  loggerOptions,
  openTracing,
  readEnvironment,
  RotatingFile,
  stopOnSignal,
  type InstallationRefused,
} from '@lacre/adapters';
import pino from 'pino';

import { readArguments } from './arguments.ts';
import { startLocal } from './compose.ts';
import { DEMO_SIGN_IN, Demo } from './demo/demo.ts';

/** A line for each answer comes to some 300 bytes: half a million of them. */
const LOG_FILES = { maxBytes: 32 * 1024 * 1024, kept: 5 };
const WEB_ROOT = fileURLToPath(new URL('../../../web/dist', import.meta.url));

function settings() {
  try {
    const environment = readEnvironment('start');
    return { environment, ...readArguments(process.argv.slice(2), environment) };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(2);
  }
}

const { environment, dataDir, port, demo } = settings();
// Before the log, which is kept there.
await assertEngines(environment, ['DATA_DIR'], () => {}, dataDir).catch((error: unknown) => {
  if (!(error instanceof EnginesUnavailable)) throw error;
  process.stderr.write(`O Lacre não pôde iniciar: ${error.message}\n`);
  process.exit(1);
});
const logFile = join(dataDir, 'lacre.log');
mkdirSync(dataDir, { recursive: true });
const logLines = new RotatingFile(logFile, LOG_FILES);
const logger = pino(loggerOptions(environment), {
  write: (line) => {
    try {
      logLines.write(line);
    } catch {
      // A full disk costs lines of the log, and no answer.
    }
  },
});
const tracing = await openTracing('local', environment, logger);

const CONVERTERS = {
  embedded: 'o LibreOffice embutido',
  soffice: 'o LibreOffice deste servidor',
  gotenberg: 'o Gotenberg',
};

/** Which files are taken, and what converts them; where nothing does, how to have it. */
const takenText = (by: keyof typeof CONVERTERS | undefined): string =>
  by === undefined
    ? 'só PDF; para DOC, DOCX e ODT, rode "npm install" com as dependências opcionais, instale o LibreOffice (pacote libreoffice-writer) ou defina GOTENBERG_URL'
    : `PDF, DOC, DOCX e ODT (convertidos com ${CONVERTERS[by]})`;

const say = (text: string) => process.stdout.write(`${text}\n`);

// The reader of the output may have gone: that is no reason to stop, nor to stop badly.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

let stop = (): Promise<void> => Promise.resolve();
/** What is in flight cannot be written any more, so that it is not waited for long. */
const END_WITHIN_MS = 5000;

async function endRefused(refusal: InstallationRefused): Promise<never> {
  say(`O Lacre não pode continuar: ${refusal.message}\nDetalhes em ${logFile}`);
  try {
    await Promise.race([stop(), sleep(END_WITHIN_MS)]);
  } catch (failure) {
    logger.error({ err: failure }, 'did not stop cleanly');
  }
  return process.exit(1);
}

say('Iniciando o Lacre…');
const started = performance.now();
const running = await startLocal({
  dataDir,
  host: environment.HOST,
  port,
  environment,
  logger,
  webRoot: WEB_ROOT,
  tell: (line) => say(`Atenção: ${line}`),
  onRefused: (refusal) => void endRefused(refusal),
  ...(demo && environment.SMTP_URL === undefined
    ? { openYear: async (parts) => (await import('./demo/year/year.ts')).openYear(parts) }
    : {}),
}).catch((error: unknown) => {
  logger.fatal({ err: error }, 'could not start');
  say(
    (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? `A porta ${port} já está em uso: escolha outra com --port.`
      : `O Lacre não pôde iniciar: ${error instanceof Error ? error.message : String(error)}\nDetalhes em ${logFile}`,
  );
  process.exit(1);
});
const seconds = ((performance.now() - started) / 1000).toFixed(1);

stop = async () => {
  await running.stop();
  await tracing.close();
};
let isStopping = false;
stopOnSignal(logger, () => {
  isStopping = true;
  say('\nEncerrando…');
  return stop();
});

if (demo && running.mailbox !== undefined) {
  say(`Preparando os dados de demonstração… O Lacre já atende em ${running.origin}`);
  try {
    await running.yearPlayed;
    if (!isStopping) await new Demo(running.origin, running.mailbox).fill();
  } catch (error) {
    // What was asked for while it stopped was not answered.
    if (!isStopping) throw error;
  }
}
if (!isStopping) await announce();

async function announce(): Promise<void> {
  say(`
  Lacre no ar em ${seconds} s:  ${running.origin}
${running.mailbox === undefined ? '' : `  Mensagens:          ${running.origin}/dev/mailbox\n`}  API:                ${running.origin}/api/docs
  Dados e registros:  ${dataDir}
  Documentos aceitos: ${takenText(running.officeBy)}
${running.mailbox !== undefined && environment.EXPOSE_ALL_MAIL_AND_CODES_TO_NETWORK ? '\n  Atenção: quem alcançar esta máquina pela rede lê todas as mensagens e códigos em /dev/mailbox.\n' : ''}${demo ? `\n  Demonstração: entre com ${DEMO_SIGN_IN.email} e a senha ${DEMO_SIGN_IN.password}\n` : ''}
  Ctrl-C encerra. Nada do que foi confirmado se perde.
`);
  if (running.modelsLive !== undefined) {
    say(
      '  As listas e consultas estão sendo preparadas a partir do registro, e até lá quem as abre vê quanto falta. Assinar e enviar já funciona.\n',
    );
    running.modelsLive.then(
      () => say('  As listas e consultas estão prontas.\n'),
      (error: unknown) => logger.warn({ err: error }, 'whether read models are live is not known'),
    );
  }
  await giveBackStartMemory();
}
