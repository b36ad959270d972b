import koffi from 'koffi';

/** A function of a PKCS #11 module did not return CKR_OK. */
export class CryptokiError extends Error {
  override readonly name = 'CryptokiError';
  readonly code: number;

  constructor(called: string, code: number) {
    super(`${called}: CKR 0x${code.toString(16).padStart(8, '0')}`);
    this.code = code;
  }
}

/** PKCS #11 v2.40, 4 and the header pkcs11t.h, whose names these are. */
export const CKR = {
  PIN_INCORRECT: 0xa0,
  PIN_INVALID: 0xa1,
  PIN_LEN_RANGE: 0xa2,
  PIN_EXPIRED: 0xa3,
  PIN_LOCKED: 0xa4,
  USER_ALREADY_LOGGED_IN: 0x100,
  CRYPTOKI_ALREADY_INITIALIZED: 0x191,
} as const;
export const CKF = {
  LOGIN_REQUIRED: 0x4,
  USER_PIN_FINAL_TRY: 0x2_0000,
  USER_PIN_LOCKED: 0x4_0000,
} as const;
export const CKA = {
  CLASS: 0x0,
  TOKEN: 0x1,
  LABEL: 0x3,
  VALUE: 0x11,
  KEY_TYPE: 0x100,
  ID: 0x102,
  SIGN: 0x108,
} as const;
export const CKO = { CERTIFICATE: 0x1, PRIVATE_KEY: 0x3 } as const;
export const CKK = { RSA: 0x0, EC: 0x3 } as const;
export const CKM = { RSA_PKCS: 0x1, ECDSA: 0x1041 } as const;
const CKU_USER = 1;
const CKF_OS_LOCKING_OK = 0x2;
const CKF_SERIAL_SESSION = 0x4;

const ULONG_BYTES = koffi.sizeof('unsigned long');
/** Objects asked for at once. */
const MAX_OBJECTS = 256;
/** RSA of 4096 bits takes 512. */
const MAX_SIGNATURE_BYTES = 1024;
/** Of a certificate; the length of what is absent or withheld is given as far beyond. */
const MAX_ATTRIBUTE_BYTES = 65_536;

koffi.struct('CK_ATTRIBUTE', { type: 'unsigned long', pValue: 'void *', ulValueLen: 'unsigned long' });
koffi.struct('CK_MECHANISM', {
  mechanism: 'unsigned long',
  pParameter: 'void *',
  ulParameterLen: 'unsigned long',
});
koffi.struct('CK_C_INITIALIZE_ARGS', {
  createMutex: 'void *',
  destroyMutex: 'void *',
  lockMutex: 'void *',
  unlockMutex: 'void *',
  flags: 'unsigned long',
  pReserved: 'void *',
});

/** Functions by their place in CK_FUNCTION_LIST (pkcs11f.h), which every module gives by C_GetFunctionList. */
const FUNCTIONS = {
  C_Initialize: { place: 0, takes: 'CK_C_INITIALIZE_ARGS *args' },
  C_GetSlotList: { place: 4, takes: 'uint8_t present, void *slots, _Inout_ unsigned long *count' },
  C_GetTokenInfo: { place: 6, takes: 'unsigned long slot, void *info' },
  C_OpenSession: {
    place: 12,
    takes: 'unsigned long slot, unsigned long flags, void *app, void *notify, _Out_ unsigned long *session',
  },
  C_Login: { place: 18, takes: 'unsigned long session, unsigned long user, void *pin, unsigned long length' },
  C_GetAttributeValue: {
    place: 24,
    takes: 'unsigned long session, unsigned long object, _Inout_ CK_ATTRIBUTE *template, unsigned long count',
  },
  C_FindObjectsInit: {
    place: 26,
    takes: 'unsigned long session, CK_ATTRIBUTE *template, unsigned long count',
  },
  C_FindObjects: {
    place: 27,
    takes: 'unsigned long session, void *objects, unsigned long max, _Out_ unsigned long *count',
  },
  C_FindObjectsFinal: { place: 28, takes: 'unsigned long session' },
  C_SignInit: { place: 42, takes: 'unsigned long session, CK_MECHANISM *mechanism, unsigned long key' },
  C_Sign: {
    place: 43,
    takes:
      'unsigned long session, void *data, unsigned long length, void *signature, _Inout_ unsigned long *size',
  },
} as const;
type FunctionName = keyof typeof FUNCTIONS;
type Called = ReturnType<ReturnType<typeof koffi.load>['func']>;

koffi.struct('CK_FUNCTION_LIST', {
  major: 'uint8_t',
  minor: 'uint8_t',
  functions: koffi.array('void *', 1 + Math.max(...Object.values(FUNCTIONS).map(({ place }) => place))),
});

const prototypes = Object.fromEntries(
  (Object.keys(FUNCTIONS) as FunctionName[]).map((name) => [
    name,
    koffi.proto(`unsigned long ${name}(${FUNCTIONS[name].takes})`),
  ]),
) as Record<FunctionName, ReturnType<typeof koffi.proto>>;

/** A token in a slot, as it describes itself (CK_TOKEN_INFO). */
export interface Token {
  slot: number;
  label: string;
  serial: string;
  flags: number;
}

export type Attribute = readonly [type: number, value: number | boolean | Uint8Array];

/** A PKCS #11 module (OASIS, v2.40) in this process, as far as sealing needs it. Calls block but for `sign`. */
export class Cryptoki {
  readonly #functions: Readonly<Record<FunctionName, Called>>;

  /** @throws Error when the file is no module that can be loaded; CryptokiError */
  constructor(path: string) {
    const getList = koffi.load(path).func('unsigned long C_GetFunctionList(_Out_ void **list)');
    const out: unknown[] = [null];
    check('C_GetFunctionList', Number(getList(out)));
    const list = koffi.decode(out[0], 'CK_FUNCTION_LIST') as { functions: unknown[] };
    this.#functions = Object.fromEntries(
      (Object.keys(FUNCTIONS) as FunctionName[]).map((name) => [
        name,
        koffi.decode(list.functions[FUNCTIONS[name].place], prototypes[name]) as Called,
      ]),
    ) as Record<FunctionName, Called>;
    const args = { flags: CKF_OS_LOCKING_OK };
    const code = Number(this.#functions.C_Initialize(args));
    if (code !== CKR.CRYPTOKI_ALREADY_INITIALIZED) check('C_Initialize', code);
  }

  /** Tokens that are present. */
  tokens(): Token[] {
    const count = [0];
    this.#call('C_GetSlotList', 1, null, count);
    const slots = Buffer.alloc(ULONG_BYTES * Number(count[0]));
    this.#call('C_GetSlotList', 1, slots, count);
    return numbersIn(slots, Number(count[0])).map((slot) => this.#tokenIn(slot));
  }

  /** Label, maker, model and serial number are blank-padded, of 32, 32, 16 and 16 bytes; the flags follow. */
  #tokenIn(slot: number): Token {
    const info = Buffer.alloc(512);
    this.#call('C_GetTokenInfo', slot, info);
    const text = (start: number, end: number): string => info.toString('utf8', start, end).trimEnd();
    return { slot, label: text(0, 32), serial: text(80, 96), flags: numberAt(info, 96) };
  }

  openSession(slot: number): number {
    const session = [0];
    this.#call('C_OpenSession', slot, CKF_SERIAL_SESSION, null, null, session);
    return Number(session[0]);
  }

  /** Of every session of this process with the token. */
  login(session: number, pin: string): void {
    const bytes = Buffer.from(pin, 'utf8');
    try {
      this.#call('C_Login', session, CKU_USER, bytes, bytes.length);
    } finally {
      bytes.fill(0);
    }
  }

  findObjects(session: number, attributes: readonly Attribute[]): number[] {
    const template = attributes.map(([type, value]) => attributeOf(type, bytesOf(value)));
    this.#call('C_FindObjectsInit', session, template, template.length);
    try {
      const [objects, count] = [Buffer.alloc(ULONG_BYTES * MAX_OBJECTS), [0]];
      this.#call('C_FindObjects', session, objects, MAX_OBJECTS, count);
      return numbersIn(objects, Number(count[0]));
    } finally {
      this.#call('C_FindObjectsFinal', session);
    }
  }

  /** Empty where the object has none, or does not tell. */
  attribute(session: number, object: number, type: number): Buffer {
    const size = [attributeOf(type, null)];
    const asked = Number(this.#functions.C_GetAttributeValue(session, object, size, 1));
    const length = size[0]?.ulValueLen ?? 0;
    if (asked !== 0 || length > MAX_ATTRIBUTE_BYTES) return Buffer.alloc(0);
    const value = Buffer.alloc(length);
    if (length > 0) this.#call('C_GetAttributeValue', session, object, [attributeOf(type, value)], 1);
    return value;
  }

  /** A signature of one part. Runs on a thread of libuv; a session signs one thing at a time. */
  async sign(
    session: number,
    { key, mechanism }: { key: number; mechanism: number },
    data: Buffer,
  ): Promise<Buffer> {
    this.#call('C_SignInit', session, { mechanism, pParameter: null, ulParameterLen: 0 }, key);
    const [signature, size] = [Buffer.alloc(MAX_SIGNATURE_BYTES), [MAX_SIGNATURE_BYTES]];
    const code = await new Promise<number>((resolve, reject) => {
      this.#functions.C_Sign.async(
        session,
        data,
        data.length,
        signature,
        size,
        (error: Error | null, returned: number) => (error ? reject(error) : resolve(returned)),
      );
    });
    check('C_Sign', code);
    return signature.subarray(0, Number(size[0]));
  }

  #call(name: FunctionName, ...values: unknown[]): void {
    check(name, Number(this.#functions[name](...values)));
  }
}

function check(called: string, code: number): void {
  if (code !== 0) throw new CryptokiError(called, code);
}

const attributeOf = (type: number, value: Uint8Array | null) => ({
  type,
  pValue: value,
  ulValueLen: value?.length ?? 0,
});

function bytesOf(value: number | boolean | Uint8Array): Uint8Array {
  if (typeof value === 'boolean') return Buffer.of(value ? 1 : 0);
  if (typeof value !== 'number') return value;
  const bytes = Buffer.alloc(ULONG_BYTES);
  bytes.writeUIntLE(value, 0, Math.min(6, ULONG_BYTES));
  return bytes;
}

const numberAt = (bytes: Buffer, offset: number): number =>
  ULONG_BYTES === 8 ? Number(bytes.readBigUInt64LE(offset)) : bytes.readUInt32LE(offset);

const numbersIn = (bytes: Buffer, count: number): number[] =>
  Array.from({ length: count }, (_, index) => numberAt(bytes, index * ULONG_BYTES));
