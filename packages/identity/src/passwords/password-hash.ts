import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** scrypt (RFC 7914) with N = 2^14, r = 16, p = 1: 32 MiB for each password that is looked at. */
const COST = { ln: 14, r: 16, p: 1 } as const;
const SALT_BYTES = 16;
const KEY_BYTES = 64;
const PHC = /^\$scrypt\$ln=(?<ln>\d+),r=(?<r>\d+),p=(?<p>\d+)\$(?<salt>[\w+/]+)\$(?<key>[\w+/]+)$/;

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

function keyOf(password: string, salt: Buffer, { ln, r, p }: Record<keyof typeof COST, number>) {
  const N = 2 ** ln;
  // NIST SP 800-63B, 5.1.1.2: the same password is typed in more than one form of the same characters.
  return derive(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r });
}

/** The password's hash, in the PHC string format: its cost and salt stand in it. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { ln, r, p } = COST;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(await keyOf(password, salt, COST))}`;
}

/** Whether this is the password of the hash. @throws Error when it is no hash of {@link hashPassword} */
export async function isPasswordOf(hash: string, password: string): Promise<boolean> {
  const { ln, r, p, salt = '', key = '' } = PHC.exec(hash)?.groups ?? {};
  if (ln === undefined) throw new Error('a stored password is in no form that is known');
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const expected = Buffer.from(key, 'base64');
  const found = await keyOf(password, Buffer.from(salt, 'base64'), cost);
  return expected.length === found.length && timingSafeEqual(expected, found);
}
