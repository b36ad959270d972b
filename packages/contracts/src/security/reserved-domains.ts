import { paths } from '../api/paths.ts';

/**
 * Addresses of `/login/{domain}` that no tenant may take: a page of that name would pass for the platform's own.
 */
const RESERVED = [
  'admin',
  'administrador',
  'ajuda',
  'api',
  'app',
  'assinatura',
  'assinaturas',
  'dev',
  'docs',
  'entrar',
  'help',
  'lacre',
  'login',
  'mail',
  'root',
  'security',
  'seguranca',
  'sistema',
  'status',
  'support',
  'suporte',
  'test',
  'validar',
  'validate',
  'www',
] as const;
/** First segments of the client's own pages, and of what else a server of the platform answers. */
const PAGES = [
  'assets',
  'companies',
  'credits',
  'dashboard',
  'document',
  'downloads',
  'envelopes',
  'events',
  'libras',
  'mobile',
  'openapi',
  'password',
  'pdfjs',
  'persons',
  'policies',
  'processes',
  'profile',
  'register',
  'reports',
  'settings',
  'signer-groups',
  'templates',
  'tokens',
  'totem',
  'users',
  'webhooks',
] as const;
/** Words that stand for the platform wherever they stand: `lacre-suporte`, `suporte-1acre`. */
const BRANDS = ['lacre', 'suporte', 'support'] as const;

/** Letters that are taken for one another, most often in phishing addresses (Unicode TS #39, within ASCII). */
const LOOK_ALIKES: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/[1il]/g, 'l'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/5/g, 's'],
  [/7/g, 't'],
  [/8/g, 'b'],
];
const wordSkeleton = (text: string): string =>
  LOOK_ALIKES.reduce((seen, [letters, one]) => seen.replaceAll(letters, one), text);

/** What a domain looks like: two of one skeleton are taken for one another (Unicode TS #39, `skeleton`). */
export const domainSkeleton = (domain: string): string => domain.split('-').map(wordSkeleton).join('');

const reserved = new Set(RESERVED.map(wordSkeleton));
const routes = new Set(
  [...PAGES, ...Object.values(paths).map(({ path }) => path.split('/')[1] ?? '')].map(domainSkeleton),
);
const brands = new Set(BRANDS.map(wordSkeleton));

/** The platform's name run together with another word: `lacreapp`, `meulacre`; not `lacres`, and no `delacre`. */
const NAME_RUN_TOGETHER = /^lacre.{3}|.{3}lacre$/;

/**
 * Whether an address is the platform's own, looks like it, or hides its letters (`xn--`, RFC 3492). A number after a
 * word makes it no other word: `login2`.
 */
export function isReservedDomain(domain: string): boolean {
  if (domain.startsWith('xn--') || domain.includes('--')) return true;
  const words = domain.split('-');
  return isOurs(words) || isOurs(words.map((word) => word.replace(/(?<=\D)\d+$/, '')));
}

function isOurs(words: readonly string[]): boolean {
  const seen = words.map(wordSkeleton);
  const whole = seen.join('');
  return (
    reserved.has(whole) ||
    routes.has(whole) ||
    NAME_RUN_TOGETHER.test(whole) ||
    seen.some((word) => brands.has(word))
  );
}

/** Letters of other scripts that are drawn as Latin ones (Unicode TS #39, confusables). */
const OTHER_SCRIPTS: Readonly<Record<string, string>> = {
  а: 'a',
  с: 'c',
  е: 'e',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  і: 'i',
  ӏ: 'l',
  г: 'r',
  ɩ: 'l',
  α: 'a',
  ο: 'o',
  ρ: 'p',
  ε: 'e',
  ι: 'i',
  ϲ: 'c',
};

/**
 * Whether an account's name passes for the platform's own, as `Suporte Lacre` does: the platform's name among its words,
 * whole or spaced out, or nothing but words that stand for it. What it looks like counts, as with addresses.
 */
export function isReservedName(name: string): boolean {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replaceAll(/./gu, (letter) => OTHER_SCRIPTS[letter] ?? letter);
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const seen = words.map((word) => wordSkeleton(word.replace(/(?<=\D)\d+$/, '')));
  return (
    seen.some((word) => word === PLATFORM) ||
    seen.some((word) => NAME_RUN_TOGETHER.test(word)) ||
    seen.join('') === PLATFORM ||
    (seen.length > 0 && seen.every((word) => reserved.has(word)))
  );
}
const PLATFORM = wordSkeleton('lacre');
