import { z } from 'zod';

/** Where and with what an act was done. */

/** Degrees in decimal notation, as browsers give them; kept as the text that was sent. */
const degrees = (pattern: RegExp, message: string) => z.string(message).trim().regex(pattern, message);
export const latitude = degrees(/^-?(?:0?90(?:\.0{1,20})?|0?[0-8]?\d(?:\.\d{1,20})?)$/, 'Latitude inválida');
export const longitude = degrees(
  /^-?(?:180(?:\.0{1,20})?|(?:1[0-7]|0?\d)?\d(?:\.\d{1,20})?)$/,
  'Longitude inválida',
);

/** Where and from what an act was done, as the request stated it: evidence, not proof of presence. */
export const clientContext = z.strictObject({
  ip: z.string().optional(),
  userAgent: z.string().optional(),
  country: z.string().optional(),
  state: z.string().optional(),
  city: z.string().optional(),
  latitude: z.string().optional(),
  longitude: z.string().optional(),
});
export type ClientContext = z.output<typeof clientContext>;
