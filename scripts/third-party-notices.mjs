// Writes THIRD-PARTY-NOTICES.md from what the lock installs for production; `--check` fails when it is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './install.mjs';

/** Where a package's own metadata does not tell the whole of its terms. */
const REMARKS = {
  '@kurrent/bridge':
    'its package.json says MIT; its LICENSE.md is the Kurrent License v1 (source-available, no resale as a hosted service). Installed with the client of KurrentDB and never loaded.',
  '@expo-google-fonts/inter': 'the Inter typeface itself is under the SIL Open Font License 1.1.',
  '@fontsource-variable/inter': 'the Inter typeface itself is under the SIL Open Font License 1.1.',
};

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const target = join(root, 'THIRD-PARTY-NOTICES.md');
const rows = Object.entries(lock.packages)
  .filter(
    ([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.dev && !entry.devOptional,
  )
  .map(([path, entry]) => ({
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: entry.version,
    license: entry.license ?? 'see the package',
  }))
  .toSorted((a, b) => `${a.name}@${a.version}`.localeCompare(`${b.name}@${b.version}`));
const unique = [...new Map(rows.map((row) => [`${row.name}@${row.version}`, row])).values()];
const text = [
  '# Third-party notices',
  '',
  'What Lacre installs to run, with the licence each package declares. Made by `node scripts/third-party-notices.mjs`.',
  '',
  '| package | version | licence |',
  '| --- | --- | --- |',
  ...unique.map(
    ({ name, version, license }) =>
      `| ${name} | ${version} | ${license}${REMARKS[name] ? ': ' + REMARKS[name] : ''} |`,
  ),
  '',
].join('\n');

if (process.argv.includes('--check')) {
  if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
    console.error('THIRD-PARTY-NOTICES.md is out of date: node scripts/third-party-notices.mjs');
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
}
