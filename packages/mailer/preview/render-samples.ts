import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { samples, USUAL } from '../src/testing/samples.ts';

// Writes every message of the product to a folder, as HTML and as text, with a page that leads to each:
// node packages/mailer/preview/render-samples.ts FOLDER [--logo FILE] [--color #rrggbb] [--name NAME]
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { logo: { type: 'string' }, color: { type: 'string' }, name: { type: 'string' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('name the folder to write to');
const { logo, color, name = USUAL.sender.name } = values;

const address = 'https://lacre.example/logo';
const sender = { name, color, logo: logo === undefined ? undefined : address };
const data =
  logo === undefined
    ? ''
    : `data:image/${logo.endsWith('.png') ? 'png' : 'jpeg'};base64,${await readFile(logo, 'base64')}`;

await mkdir(folder, { recursive: true });
const links: string[] = [];
for (const [file, sample] of Object.entries(samples)) {
  const { subject, html, text } = sample({ ...USUAL, sender });
  await writeFile(join(folder, `${file}.html`), html.replaceAll(`src="${address}"`, `src="${data}"`));
  await writeFile(join(folder, `${file}.txt`), `${subject}\n\n${text}`);
  links.push(`<li><a href="${file}.html">${file}</a>: ${subject}</li>`);
}
await writeFile(
  join(folder, 'index.html'),
  `<!doctype html><meta charset="utf-8"><ul>${links.join('\n')}</ul>`,
);
console.log(`${links.length} messages in ${folder}`);
