import { describe, expect, test } from 'vitest';

import { InvalidS3Address, readS3Address, s3Place, urlOf } from './s3-address.ts';

describe('an address of a bucket', () => {
  test.each([
    ['s3://lacre', 'https://lacre.s3.us-east-1.amazonaws.com/a/b'],
    ['s3://lacre/?region=sa-east-1', 'https://lacre.s3.sa-east-1.amazonaws.com/a/b'],
    ['s3://lacre/prod/um/?region=sa-east-1&pathStyle=true', 'https://s3.sa-east-1.amazonaws.com/lacre/a/b'],
    ['s3://lacre/prod?endpoint=http://minio:9000', 'http://minio:9000/lacre/a/b'],
    ['s3://lacre?endpoint=https://s3.exemplo.com.br&pathStyle=false', 'https://lacre.s3.exemplo.com.br/a/b'],
    [
      's3://lacre?endpoint=https%3A%2F%2Fs3.exemplo.com.br%3A8443',
      'https://s3.exemplo.com.br:8443/lacre/a/b',
    ],
  ])('%s is asked for objects at %s', (text, url) => {
    expect(urlOf(readS3Address(text), 'a/b').href).toBe(url);
  });

  test('has a prefix with one slash at its end, or none', () => {
    expect(readS3Address('s3://lacre/prod/um//').prefix).toBe('prod/um/');
    expect(readS3Address('s3://lacre/').prefix).toBe('');
    expect(s3Place(readS3Address('s3://lacre/prod?endpoint=http://minio:9000'))).toBe(
      's3://lacre/prod/ em minio:9000',
    );
  });

  test.each([
    ['https://lacre', 's3://'],
    ['s3://L', 's3://'],
    ['s3://chave:segredo@lacre', 's3://'],
    ['s3://lacre/com espaço', 'prefixo'],
    ['s3://lacre/a//b', 'prefixo'],
    ['s3://lacre?endpoint=minio:9000', 'endpoint'],
    ['s3://lacre?endpoint=https://chave:segredo@minio', 'endpoint'],
    ['s3://lacre?endpoint=https://minio/pasta', 'endpoint'],
    ['s3://lacre?region=São Paulo', 'region'],
    ['s3://lacre?pathStyle=sim', 'pathStyle'],
    ['s3://lacre?acesso=1', 'acesso'],
  ])('%s is refused, with a message that names the part: %s', (text, part) => {
    const read = () => readS3Address(text);
    expect(read).toThrow(InvalidS3Address);
    expect(read).toThrow(part);
    expect(read).not.toThrow('segredo');
  });
});
