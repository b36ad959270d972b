// Writes what is installed here as a bill of materials (CycloneDX 1.6): `npm sbom` refuses a tree without what only
// development needs. Of the same install it is always the same.
import { existsSync, readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8'));
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** `…/node_modules/@scope/name` → `@scope/name` */
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Package URL (purl-spec, type npm), where the `@` of a scope is escaped. */
const purlOf = (own, of) => `pkg:npm/${own.replace('@', '%40')}@${of}`;

const hashesOf = (integrity = '') =>
  integrity
    .split(' ')
    .filter((text) => text.startsWith('sha512-'))
    .map((text) => ({
      alg: 'SHA-512',
      content: Buffer.from(text.slice('sha512-'.length), 'base64').toString('hex'),
    }));

/** Whether it is a license of the SPDX list by its form, or an expression of several. */
const licensesOf = (license) => {
  if (license === undefined) return [];
  return /^[\w.+-]+$/.test(license) ? [{ license: { id: license } }] : [{ expression: license }];
};

const installed = Object.entries(packages).filter(
  ([path, { link = false }]) => path.includes('node_modules/') && !link && existsSync(path),
);
const components = installed.map(([path, { version: own, license, integrity }]) => ({
  type: 'library',
  'bom-ref': path,
  name: nameOf(path),
  version: own,
  licenses: licensesOf(license),
  purl: purlOf(nameOf(path), own),
  hashes: hashesOf(integrity),
}));

const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
  components,
};
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
