import forge from 'node-forge';

const DAY_MS = 24 * 3_600_000;

/**
 * An authority, and a certificate of `localhost` by it with its key, all in PEM. Two, since some clients take no
 * authority's own certificate for a server's.
 */
export function localCertificate(): { authority: string; certificate: string; key: string } {
  const authorityKeys = forge.pki.rsa.generateKeyPair(2048);
  const keys = forge.pki.rsa.generateKeyPair(2048);
  const authority = certificateOf('Test authority', authorityKeys.publicKey, 1, [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ]);
  const certificate = certificateOf('localhost', keys.publicKey, 2, [
    { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    { name: 'extKeyUsage', serverAuth: true },
  ]);
  for (const issued of [authority, certificate]) {
    issued.setIssuer(authority.subject.attributes);
    issued.sign(authorityKeys.privateKey, forge.md.sha256.create());
  }
  return {
    authority: forge.pki.certificateToPem(authority),
    certificate: forge.pki.certificateToPem(certificate),
    key: forge.pki.privateKeyToPem(keys.privateKey),
  };
}

function certificateOf(
  commonName: string,
  publicKey: forge.pki.rsa.PublicKey,
  serial: number,
  extensions: unknown[],
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  certificate.serialNumber = `0${serial}`;
  certificate.validity.notBefore = new Date(Date.now() - DAY_MS);
  certificate.validity.notAfter = new Date(Date.now() + DAY_MS);
  certificate.setSubject([{ name: 'commonName', value: commonName }]);
  certificate.setExtensions(extensions);
  return certificate;
}
