/** At most `tries` within `windowSeconds` from the first of them. */
export interface RateLimit {
  tries: number;
  windowSeconds: number;
}

/**
 * Of tries that may be guesses: the first `tries` are free, each later one is followed by a wait that doubles from
 * `firstWaitSeconds` to `longestWaitSeconds`. What was counted is forgotten `windowSeconds` after the last try or wait,
 * and when the right answer is given.
 */
export interface GuessLimit extends RateLimit {
  firstWaitSeconds: number;
  longestWaitSeconds: number;
}

const MINUTE = 60;
const QUARTER_OF_AN_HOUR = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const within = (tries: number, windowSeconds = QUARTER_OF_AN_HOUR): RateLimit => ({ tries, windowSeconds });

/** Waits of 30 s to 960 s (source specification, 9), unless said otherwise. */
const guesses = (tries: number, longestWaitSeconds = 960, windowSeconds = DAY): GuessLimit => ({
  tries,
  windowSeconds,
  firstWaitSeconds: 30,
  longestWaitSeconds,
});

/**
 * How often what may be tried, where the installation sets nothing else (`RATE_LIMITS`). An address is an IPv4 address
 * or a /64 of IPv6.
 */
export const rateLimits = {
  registerPerAddress: within(30),
  signInPerAddress: within(100),
  /** Links, passkeys and Google sign-ins tried. */
  openLinkPerAddress: within(100),
  /** Messages with a link, to a user's address. */
  linkPerEmail: within(5),
  linkPerAddress: within(50),
  /** Links to addresses that users ask for, which may be strangers'. */
  emailChangePerUser: within(5, DAY),
  emailChangePerTenant: within(60, DAY),
  emailChangePerAddress: within(60, DAY),
  /** Of who registered and has not confirmed any address yet: mistyped once or twice, and no relay. */
  emailCorrectionPerUser: within(3, 30 * DAY),
  /** Text messages to a phone that a user signs in by or enrols. */
  textPerPhone: within(5),
  /** Enrolments begun. */
  enrolPerUser: within(20),
  /** By CPF in its tenant. */
  codePerPerson: within(5),
  codePerAddress: within(100),
  /** Room for everyone in a large process; bounds what one leaked link can send. */
  codePerProcess: within(200),
  /** Signatures handed on by one person: each invites another, at an address that the person gives. */
  delegationPerPerson: within(10, DAY),
  /** CPFs tried from one address without a link. */
  cpfPerAddress: within(100),
  /** CPFs given at one totem: a queue passes, a search for registered people does not. */
  cpfPerTotem: within(200),
  /** Requests for a code that named another CPF than the participant's. */
  wrongCpfPerPerson: within(10),
  openPerAddress: within(200),
  /** Links of invitations looked at, before their holder says who they are. */
  invitationViewPerAddress: within(300),
  invitationPerAddress: within(50),
  /** Messages that a user has sent to people who have not answered. */
  invitationPerUser: within(60),
  tokenPerUser: within(60),
  /** Each may take 2 GB of the store for a week. */
  downloadPerUser: within(30),
  /** Lists of the account and data of one person or user, as files: each reads whole tables or streams. */
  exportPerUser: within(60),
  /** Drawn while people type, half a second after they stop. */
  templatePreviewPerUser: within(60, MINUTE),
  /** Registers and maps elsewhere, whose owners ask for restraint. */
  lookUpPerUser: within(150),
  validationPerAddress: within(30, MINUTE),
  /** Wrong secrets that one code of ITI's validator takes, from all addresses: half of a million take years. */
  validationSecretPerCode: within(20, HOUR),
} as const satisfies Record<string, RateLimit>;

/** Of passwords and codes. Success forgets them. */
export const guessLimits = {
  /** From one address: guesses of a stranger elsewhere do not keep the account's owner waiting. */
  signInPerAccountAndAddress: guesses(10),
  /** From all but browsers that the account signed in from: bounds guessing from many addresses. */
  signInPerAccount: guesses(100),
  /** From a browser that the account signed in from: its owner is not kept waiting by strangers. */
  signInPerAccountAndBrowser: guesses(10),
  /** Current passwords given in a session. */
  passwordPerUser: guesses(10),
  /** One-time codes from one address for one person: a new code does not begin the count anew. */
  codePerTargetAndAddress: guesses(10, DAY, 7 * DAY),
  /** From all addresses together: at most 24 a day once the waits have grown. */
  codePerTarget: guesses(25, HOUR),
  /** From a browser, device or session that the person has already proven to be theirs. */
  codePerTargetAndDevice: guesses(10),
} as const satisfies Record<string, GuessLimit>;

export type RateLimitName = keyof typeof rateLimits;
export type GuessLimitName = keyof typeof guessLimits;
export type RateLimits = Readonly<Record<RateLimitName, RateLimit> & Record<GuessLimitName, GuessLimit>>;

/** Tries and windows that replace those of the table. */
export type LimitOverrides = Partial<Record<RateLimitName | GuessLimitName, RateLimit>>;

export const defaultLimits: RateLimits = { ...rateLimits, ...guessLimits };

const SETTING = /^(?<name>\w+)=(?<tries>\d{1,7})\/(?<windowSeconds>\d{1,7})$/;

/**
 * Limits as an installation sets them: `signInPerAddress=500/900,codePerAddress=500/900`, tries by seconds.
 *
 * @throws Error that names the entry that is none
 */
export function readRateLimits(text: string): RateLimits {
  const limits: Record<string, RateLimit> = { ...defaultLimits };
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const { name = '', tries, windowSeconds } = SETTING.exec(entry)?.groups ?? {};
    const known = Object.hasOwn(limits, name) ? limits[name] : undefined;
    if (known === undefined || !(Number(tries) > 0) || !(Number(windowSeconds) > 0))
      throw new Error(
        `"${entry}" não é um limite: escreva nome=tentativas/segundos, com um destes nomes: ${Object.keys(defaultLimits).join(', ')}`,
      );
    limits[name] = { ...known, tries: Number(tries), windowSeconds: Number(windowSeconds) };
  }
  return limits as RateLimits;
}

export const withDefaultLimits = (given: LimitOverrides = {}): RateLimits =>
  Object.fromEntries(
    Object.entries(defaultLimits).map(([name, known]) => [
      name,
      { ...known, ...given[name as RateLimitName | GuessLimitName] },
    ]),
  ) as RateLimits;
