/** A fault that an engine's own answer showed; the message, for people, says what. */
export class EngineRefused extends Error {
  override readonly name = 'EngineRefused';
}

/** What every error of names, sockets, TLS and HTTP comes to, by its `code` or by the words that libraries put it in. */
const WORDS: readonly (readonly [RegExp, (at: string) => string])[] = [
  [
    /ERR_INVALID_URL|URIError/,
    () =>
      'o endereço não pode ser lido (em usuário e senha, @ : / ? # , % são escritos com % e dois algarismos)',
  ],
  // https://fetch.spec.whatwg.org/#port-blocking
  [/^Error bad port$/, (at) => `por HTTP não se pode usar a porta de ${at}`],
  [/ENOTFOUND|EAI_\w+|unknownHost/, (at) => `o nome de ${at} não é conhecido (DNS)`],
  [
    /EAUTH|Authorization ?Violation|Authorization ?Error|AUTHORIZATION_VIOLATION/i,
    () => 'usuário ou senha errados',
  ],
  [
    /JetStreamNotEnabled|jetstream (?:is )?not enabled/i,
    () => 'JetStream não está ligado (nats-server --jetstream)',
  ],
  [/ECONNREFUSED|connection refused/i, (at) => `ninguém atende em ${at}`],
  [/E(?:HOST|NET)(?:UNREACH|DOWN)|EADDRNOTAVAIL/, (at) => `${at} não pode ser alcançado pela rede`],
  [/CERT_HAS_EXPIRED|certificate has expired/i, (at) => `o certificado de ${at} venceu`],
  [/CERT_NOT_YET_VALID|certificate is not yet valid/i, (at) => `o certificado de ${at} ainda não vale`],
  [/ALTNAME_INVALID|HOSTNAME_MISMATCH|does not match certificate/i, (at) => `o certificado não é de ${at}`],
  [
    /SELF_SIGNED|self.signed|UNABLE_TO_\w+|unable to (?:verify|get)|INVALID_CA|unknown ca|^certificate$/i,
    (at) => `o certificado de ${at} é de uma autoridade que não se conhece`,
  ],
  [
    /EPROTO|ERR_SSL_\w+|wrong version number|packet length too long|does not support SSL|tlsMismatch|HPE_\w+/i,
    (at) => `${at} não fala TLS, ou só fala TLS: um dos lados espera o outro`,
  ],
  [
    /ECONNRESET|EPIPE|ECONNABORTED|socket hang up|Connection terminated|UND_ERR_SOCKET|unreachable/i,
    (at) => `${at} fechou a conexão sem responder`,
  ],
  [/^denied$/, () => 'o usuário, a senha ou os direitos já não servem (lacre log prepare)'],
  [/noLeader/, (at) => `nenhum servidor de ${at} lidera`],
  [/notReady/, (at) => `${at} ainda não atende`],
  [
    /ETIMEDOUT|ESOCKET_TIMEOUT|TimeoutError|timed? ?out|noAnswer|UND_ERR_\w*TIMEOUT/i,
    (at) => `${at} não respondeu a tempo`,
  ],
];

/** What is wrong with the engine at that place, in one line without its credentials. */
export function wordsOfError(error: unknown, at: string): string {
  const chain = chainOf(error);
  const refused = chain.find((each) => each instanceof EngineRefused);
  if (refused !== undefined) return refused.message;
  // Codes say more than words, and the innermost cause more than what was made of it.
  for (const tell of [codeOf, wordsIn])
    for (const each of chain.toReversed()) {
      const text = tell(each);
      const found = text === undefined ? undefined : WORDS.find(([pattern]) => pattern.test(text));
      if (found !== undefined) return found[1](at);
    }
  return `${at} respondeu com um erro (${chain.map(codeOf).find((code) => code !== undefined) ?? 'desconhecido'})`;
}

interface Told {
  code?: unknown;
  name?: unknown;
  reason?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/** The error, what caused it, and what it gathers. */
function chainOf(error: unknown, depth = 0): Told[] {
  if (depth > 6 || typeof error !== 'object' || error === null) return [];
  const { cause, errors } = error as Told;
  const inner = Array.isArray(errors) ? errors : [];
  return [error, ...[cause, ...inner].flatMap((each) => chainOf(each, depth + 1))];
}

function codeOf({ code, reason }: Told): string | undefined {
  if (typeof code === 'string') return code;
  return typeof reason === 'string' ? reason : undefined;
}

function wordsIn({ name, message }: Told): string | undefined {
  return typeof message === 'string' ? `${String(name)} ${message}` : undefined;
}
