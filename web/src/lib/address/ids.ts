/** RFC 9562 §4, of any version. */
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Those of an address's parameters that can be ids; what is missing or malformed is left out. */
export const idsOf = <Name extends string>(
  raw: Record<string, unknown>,
  ...names: readonly Name[]
): Partial<Record<Name, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = raw[name];
      return typeof value === 'string' && ID.test(value) ? [[name, value]] : [];
    }),
  ) as Partial<Record<Name, string>>;
