import { readFile } from 'node:fs/promises';

import { sofficeConverter } from '../../intake/office/convert-office.ts';

/** Converts a file as the user that runs this, and prints what it was kept from and what came out. */
const [program, file = ''] = process.argv.slice(2);
const convert = sofficeConverter({ program, searchPath: process.env['PATH'] ?? '' });
const converted = await convert(await readFile(file), 'odt');
const pdf = converted.ok ? converted.pdf.toString('base64') : undefined;
process.stdout.write(JSON.stringify({ confinement: await convert.confinement(), pdf }));
