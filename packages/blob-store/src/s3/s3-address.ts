/** Where a bucket is, and what the names of this store's objects begin with there. */
export interface S3Address {
  bucket: string;
  /** Empty, or with a slash at its end. */
  prefix: string;
  /** Of the service, without the bucket: `https://s3.sa-east-1.amazonaws.com`. */
  endpoint: URL;
  region: string;
  /** Whether the bucket stands in the path (`https://host/bucket/key`), and not in the host (`https://bucket.host/key`). */
  pathStyle: boolean;
}

/** The address cannot be read; the message, for people, says which part and never shows it whole. */
export class InvalidS3Address extends Error {
  override readonly name = 'InvalidS3Address';
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Characters that need no encoding anywhere (RFC 3986, 2.3), so that every server signs the same name. */
const PREFIX = /^(?:[\w.~-]+\/)*[\w.~-]+$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const OPTIONS: ReadonlySet<string> = new Set(['endpoint', 'region', 'pathStyle']);
const DEFAULT_REGION = 'us-east-1';

/**
 * `s3://bucket/prefix?endpoint=https://host:port&region=sa-east-1&pathStyle=true`; everything after the bucket may be
 * left out. Without an endpoint it is Amazon's of the region; with one, the bucket stands in the path unless
 * `pathStyle=false`.
 *
 * @throws InvalidS3Address
 */
export function readS3Address(text: string): S3Address {
  const [, bucket = '', path = '', query = ''] =
    /^s3:\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(text) ?? [];
  if (!BUCKET.test(bucket))
    throw new InvalidS3Address('começa com s3:// e o nome de um bucket: s3://bucket/prefixo?endpoint=…');
  const prefix = path.replace(/\/+$/, '');
  if (prefix !== '' && !PREFIX.test(prefix))
    throw new InvalidS3Address(
      'o prefixo depois do bucket é de letras sem acento, algarismos, ".", "_", "~", "-" e "/"',
    );
  const options = new URLSearchParams(query);
  const unknown = [...options.keys()].find((name) => !OPTIONS.has(name));
  if (unknown !== undefined)
    throw new InvalidS3Address(`não há a opção ${unknown}: são endpoint, region e pathStyle`);
  const region = options.get('region') ?? DEFAULT_REGION;
  if (!REGION.test(region)) throw new InvalidS3Address('region não é o nome de uma região, como sa-east-1');
  const given = options.get('endpoint');
  return {
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: endpointOf(given ?? `https://s3.${region}.amazonaws.com`),
    region,
    pathStyle: isPathStyle(options.get('pathStyle') ?? String(given !== null)),
  };
}

function endpointOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && url.username === '' && url.search === '' && url.pathname === '/';
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw new InvalidS3Address(
      'endpoint é http:// ou https://, servidor e porta; as chaves vão em S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY',
    );
  return url;
}

function isPathStyle(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidS3Address('pathStyle é true ou false');
  return text === 'true';
}

/** For people: `s3://bucket/prefixo em s3.exemplo:9000`. */
export const s3Place = ({ bucket, prefix, endpoint }: S3Address): string =>
  `s3://${bucket}/${prefix} em ${endpoint.host}`;

/** Where an object is asked for; the bucket itself for an empty key. */
export function urlOf({ bucket, endpoint, pathStyle }: S3Address, key: string): URL {
  const url = new URL(endpoint);
  if (!pathStyle) url.hostname = `${bucket}.${endpoint.hostname}`;
  url.pathname = pathStyle ? `/${bucket}${key === '' ? '' : '/'}${key}` : `/${key}`;
  return url;
}
