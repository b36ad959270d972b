import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../limits.ts';

/** What a password must have: no character is asked for. */
export const PASSWORD_POLICY = {
  minimumLength: MIN_PASSWORD_LENGTH,
  maximumLength: MAX_PASSWORD_LENGTH,
} as const;

/**
 * Passwords that guessers try first, of eight characters or more: those of every published list, and what people in
 * Brazil choose. Compared in lower case, without accents and what stands at the end (`Senha123!` is `senha`).
 */
const COMMON = new Set(
  `password passw0rd p@ssword p@ssw0rd senha senhas minhasenha senhasegura senhaforte mudar mudarsenha mudeasenha
  trocar trocarsenha trocasenha acesso entrar bemvindo bemvinda welcome letmein iloveyou euteamo teamo teamomuito
  amor amorzinho meuamor minhavida familia minhafamilia deusefiel deusebom deuseamor deuseopai jesuscristo jesus
  jesuscristo jesusteama brasil brasileiro brasileira flamengo corinthians palmeiras saopaulo santosfc vascodagama
  gremio internacional cruzeiro atletico botafogo fluminense administrador administrator admin administracao usuario
  teste testes testando empresa escritorio contabilidade financeiro diretoria gerente cliente lacre assinatura
  documento computador internet google facebook instagram whatsapp youtube gmail hotmail windows microsoft samsung
  iphone android pokemon naruto starwars superman batman spiderman football baseball basketball princess princesa
  sunshine shadow master monkey dragon trustno killer freedom whatever michael jennifer jessica charlie gabriel
  gabriela rodrigo mariana juliana fernando fernanda leonardo eduardo marcelo vinicius guilherme rafaela beatriz
  isabela carolina amanda camila larissa leticia patricia vanessa adriana carlos roberto ricardo alexandre
  segredo secreta secreto cachorro gatinho futebol chocolate borboleta estrela sorriso felicidade liberdade saudade
  qwerty qwertyuiop asdfghjkl zxcvbnm asdfgh qazwsx qazwsxedc abcdefgh abcdefghi abcd abcde abcdef abc changeme
  default guest root login temporaria temporario provisoria provisorio novasenha primeirasenha`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const ROWS = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
];

const bare = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** One character or one short piece again and again, a row of the keyboard, or nothing but a date. */
function isPattern(text: string): boolean {
  return /^(.{1,4}?)\1+$/u.test(text) || ROWS.some((row) => row.includes(text)) || /^\d{8}$/.test(text);
}

function isCommon(text: string): boolean {
  const word = text.replace(/[\d\W_]+$/u, '').replace(/^[\d\W_]+/u, '');
  return COMMON.has(text) || COMMON.has(word) || isPattern(text);
}

/**
 * What a password lacks, in Portuguese; nothing when it will do.
 * @param about what others know of its owner: e-mail, name
 */
export function passwordFaults(password: string, about: { email?: string; name?: string } = {}): string[] {
  const { minimumLength, maximumLength } = PASSWORD_POLICY;
  const length = Array.from(password).length;
  const text = bare(password);
  const faults: string[] = [];
  if (length < minimumLength) faults.push(`A senha deve ter ao menos ${minimumLength} caracteres`);
  if (length > maximumLength) faults.push(`A senha deve ter no máximo ${maximumLength} caracteres`);
  if (length >= minimumLength && isCommon(text))
    faults.push('Esta senha está entre as mais usadas: escolha outra, como uma frase só sua');
  if (isAbout(text, about)) faults.push('A senha não pode ser o seu email nem o seu nome');
  return faults;
}

function isAbout(text: string, { email = '', name = '' }: { email?: string; name?: string }): boolean {
  const letters = (part: string): string => bare(part).replace(/[^\da-z]/g, '');
  const known = [email, email.split('@')[0] ?? '', name].map(letters).filter((part) => part.length >= 4);
  const own = letters(text);
  return known.some((part) => own === part || own.replace(/\d+$/, '') === part);
}
