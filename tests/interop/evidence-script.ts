import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import type { Attach } from '@lacre/pades-lab/attacks/sealed-bases';

/**
 * Judges each of the files named on its input, in one process: a status and the last line. What openssl says of one
 * certificate or signature by itself is asked once, though hundreds of the files have it.
 */
const DRIVER = `
import contextlib, functools, importlib.util, io, json, sys
spec = importlib.util.spec_from_file_location("verify", sys.argv[1])
sys.path.insert(0, sys.argv[1].rsplit("/", 1)[0])
import by_openssl
for name in ("is_certificate", "certificates_in", "name_of"):
    setattr(by_openssl, name, functools.cache(getattr(by_openssl, name)))
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)
def told(path):
    sys.argv = ["verify", path]
    text = io.StringIO()
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        status = verify.main()
    return {"status": status, "text": text.getvalue()}
print(json.dumps([told(path) for path in json.load(sys.stdin)]))
`;
const SCRIPT = fileURLToPath(new URL('../../scripts/verify-evidence.py', import.meta.url));
const FILES_AT_ONCE = 100;

export interface Told {
  readonly status: number;
  readonly text: string;
}

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Evidence of a document without signers: all that the script checks of it holds. */
export const attachEvidence: Attach = (pdf, level, owner) => {
  const sha = sha256(pdf);
  const stated = { documentId: 'd', name: 'contrato.pdf', sha256: sha, sizeBytes: pdf.length, pages: 2 };
  const record = JSON.stringify(stated);
  const process = { processId: 'p', summary: 'Contrato' };
  const canonical = JSON.stringify({
    eventId: 'e',
    type: 'ProcessCreated',
    revision: 0,
    data: { ...process, documents: [sha256(record)] },
    metadata: { occurredAt: '2026-11-20T14:26:11.000Z' },
  });
  const events = [{ eventId: 'e', revision: 0, sha256: sha256(canonical), canonical, disclosures: [] }];
  const evidence = {
    version: 10,
    document: { ...stated, sealedSha256: null },
    process,
    participants: [],
    timeline: [],
    terms: [],
    chain: { head: sha256('0'.repeat(64) + sha256(canonical)), events, document: record },
    seal: { level, certificateSha256: sha256(owner.signer.certificate.der) },
  };
  const bytes = Buffer.from(`${JSON.stringify(evidence, null, 2)}\n`);
  return { name: 'evidence.json', mediaType: 'application/json', bytes };
};

/** What the script says of each file, as it would of a download. */
export async function verifiedByScript(files: readonly Uint8Array[]): Promise<Told[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lacre-evidence-'));
  const all: Told[] = [];
  for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
    const paths = await Promise.all(
      files.slice(at, at + FILES_AT_ONCE).map(async (bytes, index) => {
        const path = join(folder, `${index}.pdf`);
        await writeFile(path, bytes);
        return path;
      }),
    );
    const child = spawn('python3', ['-c', DRIVER, SCRIPT], {
      env: { PATH: process.env['PATH'], PYTHONIOENCODING: 'utf-8' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(JSON.stringify(paths));
    all.push(...((await json(child.stdout)) as Told[]));
  }
  await rm(folder, { recursive: true, force: true });
  return all;
}
