import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { InvalidConnectionString, readConnectionString } from './connection-string.ts';

test.each([
  ['kurrentdb://a', [{ address: 'a', port: 2113 }], false],
  ['esdb://a:1', [{ address: 'a', port: 1 }], false],
  ['kurrentdb://10.0.0.1:2113/?tls=false', [{ address: '10.0.0.1', port: 2113 }], false],
  ['kurrentdb://[::1]:2114', [{ address: '::1', port: 2114 }], false],
  ['kurrentdb+discover://cluster.example', [{ address: 'cluster.example', port: 2113 }], true],
  [
    'esdb://a:1,b:2,c',
    [
      { address: 'a', port: 1 },
      { address: 'b', port: 2 },
      { address: 'c', port: 2113 },
    ],
    true,
  ],
])('%s', (text, hosts, cluster) => {
  expect(readConnectionString(text)).toMatchObject({ hosts, cluster });
});

test('reads options in any case, and decodes percent-encoded credentials', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lacre-ca-'));
  const file = path.join(folder, 'ca.pem');
  writeFileSync(file, 'CA');
  const text = `kurrentdb://us%40er:p%3Aa%2Fss@a?TLSCAFILE=${encodeURIComponent(file)}&tlsVerifyCert=false&gossipTimeout=3&defaultDeadline=1500&nodePreference=Leader&connectionName=x&keepAliveInterval=-1`;
  expect(readConnectionString(text)).toEqual({
    hosts: [{ address: 'a', port: 2113 }],
    cluster: false,
    credentials: { username: 'us@er', password: 'p:a/ss' },
    tls: { ca: Buffer.from('CA'), cert: undefined, key: undefined, verify: false },
    connectionName: 'x',
    gossipTimeoutMs: 3000,
    discoveryIntervalMs: 100,
    answerTimeoutMs: 1500,
  });
  rmSync(folder, { recursive: true });
});

test.each([
  ['http://a', 'a forma é kurrentdb://'],
  ['kurrentdb:/a', 'a forma é kurrentdb://'],
  ['kurrentdb://', 'um servidor é um nome ou um endereço'],
  ['kurrentdb://a,,b', 'um servidor é um nome ou um endereço'],
  ['kurrentdb://a b', 'um servidor é um nome ou um endereço'],
  ['kurrentdb://[::zz]', 'um servidor é um nome ou um endereço'],
  ['kurrentdb://a:0', 'uma porta vai de 1 a 65535'],
  ['kurrentdb://a:65536', 'uma porta vai de 1 a 65535'],
  ['kurrentdb://secret@a', 'antes de "@" vêm usuário e senha'],
  ['kurrentdb://user:secret%@a', '"%" em usuário e senha se escreve "%25"'],
  ['kurrentdb://user:secret@a?tsl=false', 'as opções são tls, '],
  ['kurrentdb://user:secret@a?tls=no', 'tls é true ou false'],
  ['kurrentdb://user:secret@a?nodePreference=follower', 'nodePreference só pode ser leader'],
  ['kurrentdb://user:secret@a?gossipTimeout=soon', 'gossipTimeout é um número inteiro'],
  ['kurrentdb://user:secret@a?tlsCAFile=', 'tlsCAFile está vazio'],
  ['kurrentdb://user:secret@a?tlsCAFile=/nowhere/secret.pem', 'tlsCAFile não pôde ser lido (ENOENT)'],
  ['kurrentdb://user:secret@a?userCertFile=x', 'userCertFile e userKeyFile vêm juntos'],
])('%s is refused with a message without secrets', (text, words) => {
  const read = () => readConnectionString(text);
  expect(read).toThrow(InvalidConnectionString);
  expect(read).toThrow(words);
  expect(read).not.toThrow('secret');
});
