import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';

import type { Endpoint } from './endpoint.ts';

/** What an address of the log says. */
export interface ConnectionSettings {
  /** The servers named; in a cluster any of them knows the others. */
  hosts: Endpoint[];
  /** Whether the leader must be looked for: several hosts, or a name that stands for several (`+discover`). */
  cluster: boolean;
  credentials: { username: string; password: string } | undefined;
  tls:
    | { ca: Buffer | undefined; cert: Buffer | undefined; key: Buffer | undefined; verify: boolean }
    | undefined;
  /** Shown in the server's logs. */
  connectionName: string;
  gossipTimeoutMs: number;
  discoveryIntervalMs: number;
  /** How long the first answer to a call may take, when the address says so (`defaultDeadline`). */
  answerTimeoutMs: number | undefined;
}

/** An address of the log that is wrong; the message, for people, names the part and shows neither user nor password. */
export class InvalidConnectionString extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'InvalidConnectionString';
  }
}

const form = 'kurrentdb://[USUÁRIO:SENHA@]servidor[:porta][,servidor[:porta]…][?opção=valor&…]';
const schemes = /^(?<scheme>kurrentdb|kurrent|kdb|esdb)(?<discover>\+discover)?:\/\/(?<rest>.*)$/s;
const defaultPort = 2113;

const whole = /^\d{1,9}$/;
const flag = /^(?:true|false)$/;
const some = /^.+$/s;

/** Every option of the client's connection string (https://docs.kurrent.io/clients/node), and what its value is. */
const options = {
  tls: flag,
  tlsVerifyCert: flag,
  tlsCAFile: some,
  userCertFile: some,
  userKeyFile: some,
  connectionName: some,
  gossipTimeout: whole,
  discoveryInterval: whole,
  defaultDeadline: whole,
  // The adapter writes to and reads from the leader, and looks for silence itself.
  nodePreference: /^leader$/i,
  maxDiscoverAttempts: whole,
  keepAliveInterval: /^-?\d{1,9}$/,
  keepAliveTimeout: /^-?\d{1,9}$/,
  throwOnAppendFailure: flag,
} as const;
type Option = keyof typeof options;
const optionNames = new Map(Object.keys(options).map((name) => [name.toLowerCase(), name as Option]));

/** Whether the text is such an address; files that it names are not looked for. @throws InvalidConnectionString */
export function checkConnectionString(text: string): void {
  parse(text);
}

/** @throws InvalidConnectionString also when a file that it names cannot be read. */
export function readConnectionString(text: string): ConnectionSettings {
  const { hosts, discover, credentials, given } = parse(text);
  const file = (name: 'tlsCAFile' | 'userCertFile' | 'userKeyFile') => {
    const path = given.get(name);
    if (path === undefined) return undefined;
    try {
      return readFileSync(path);
    } catch (error) {
      throw new InvalidConnectionString(
        `${name} não pôde ser lido (${(error as NodeJS.ErrnoException).code ?? 'erro desconhecido'})`,
      );
    }
  };
  const number = (name: Option, fallback: number) => Number(given.get(name) ?? fallback);
  const tls =
    given.get('tls') === 'false'
      ? undefined
      : {
          ca: file('tlsCAFile'),
          cert: file('userCertFile'),
          key: file('userKeyFile'),
          verify: given.get('tlsVerifyCert') !== 'false',
        };
  return {
    hosts,
    cluster: discover || hosts.length > 1,
    credentials,
    tls,
    connectionName: given.get('connectionName') ?? 'lacre',
    gossipTimeoutMs: number('gossipTimeout', 2) * 1000,
    discoveryIntervalMs: number('discoveryInterval', 100),
    answerTimeoutMs: given.has('defaultDeadline') ? number('defaultDeadline', 0) : undefined,
  };
}

function parse(text: string) {
  const match = schemes.exec(text.trim());
  if (!match?.groups) throw new InvalidConnectionString(`a forma é ${form}`);
  const rest = match.groups['rest'] ?? '';
  const questionMark = rest.indexOf('?');
  const authority = (questionMark < 0 ? rest : rest.slice(0, questionMark)).replace(/\/+$/, '');
  const at = authority.lastIndexOf('@');
  const given = parseOptions(questionMark < 0 ? '' : rest.slice(questionMark + 1));
  if (given.has('userCertFile') !== given.has('userKeyFile'))
    throw new InvalidConnectionString('userCertFile e userKeyFile vêm juntos');
  return {
    hosts: authority
      .slice(at + 1)
      .split(',')
      .map(parseHost),
    discover: match.groups['discover'] !== undefined,
    credentials: at < 0 ? undefined : parseCredentials(authority.slice(0, at)),
    given,
  };
}

function parseCredentials(text: string): { username: string; password: string } {
  const colon = text.indexOf(':');
  if (colon < 1) throw new InvalidConnectionString('antes de "@" vêm usuário e senha, com ":" entre eles');
  try {
    return {
      username: decodeURIComponent(text.slice(0, colon)),
      password: decodeURIComponent(text.slice(colon + 1)),
    };
  } catch {
    throw new InvalidConnectionString('"%" em usuário e senha se escreve "%25"');
  }
}

function parseHost(text: string): Endpoint {
  const match = /^(?:\[(?<v6>[^\]]+)\]|(?<name>[\w.-]+))(?::(?<port>\d{1,5}))?$/.exec(text.trim());
  const address = match?.groups?.['v6'] ?? match?.groups?.['name'];
  if (address === undefined || (match?.groups?.['v6'] !== undefined && !isIPv6(address)))
    throw new InvalidConnectionString(
      'um servidor é um nome ou um endereço, com ou sem ":porta" (antes de "@", "/" se escreve "%2F", "?" "%3F" e "#" "%23")',
    );
  const port = Number(match?.groups?.['port'] ?? defaultPort);
  if (port < 1 || port > 65_535) throw new InvalidConnectionString('uma porta vai de 1 a 65535');
  return { address, port };
}

function parseOptions(text: string): Map<Option, string> {
  const given = new Map<Option, string>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = optionNames.get((equals < 0 ? pair : pair.slice(0, equals)).trim().toLowerCase());
    if (name === undefined)
      throw new InvalidConnectionString(`as opções são ${Object.keys(options).join(', ')}`);
    let value: string;
    try {
      value = equals < 0 ? '' : decodeURIComponent(pair.slice(equals + 1).trim());
    } catch {
      throw new InvalidConnectionString(`o valor de ${name} tem um "%" que não é de um caractere codificado`);
    }
    if (!options[name].test(value)) throw new InvalidConnectionString(wrongValue(name));
    given.set(name, value);
  }
  return given;
}

function wrongValue(name: Option): string {
  if (name === 'nodePreference') return 'nodePreference só pode ser leader: o registro é lido do líder';
  if (options[name] === flag) return `${name} é true ou false`;
  return options[name] === some ? `${name} está vazio` : `${name} é um número inteiro`;
}
