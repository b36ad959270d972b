const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text.replaceAll(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      return ENTITIES[name ?? ''] ?? whole;
    },
  );

/**
 * The texts of all elements of a name that hold only text. Answers of S3 nest no elements of one name and have no
 * attributes but that of the namespace, so that no parser of XML in general is needed.
 */
export const textsOf = (xml: string, element: string): string[] =>
  Array.from(xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g')), ([, text = '']) =>
    unescaped(text),
  );

/** That of the first one. */
export const textOf = (xml: string, element: string): string | undefined => textsOf(xml, element)[0];
