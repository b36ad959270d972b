const SEAL = `pades seal FILE (--key PFX|PEM | --local DIR) [options]

Appends a seal to a PDF. Not one byte of FILE changes in the copy that is written.

  --key PFX|PEM       key and certificate of the seal: PKCS #12, or PEM with the key, its
                      certificate and, in any order, issuers
  --password-env NAME environment variable that holds the password of the key; never an argument,
                      which other users of the machine could read
  --level LEVEL       B-B, B-T, B-LT or B-LTA (default). There is no falling back: when an authority
                      does not answer, nothing is written
  --tsa URL           RFC 3161 time-stamp authority, for every level but B-B; user and password in
                      the URL go as basic authentication
  --anchor PEM        certificates at which paths may end that come to no root; may be given more than
                      once. From B-LT on every path must come to an end, or nothing is written
  --local DIR         for trying out: an authority of your own, made in DIR on first use, with a seal
                      certificate, time stamps, OCSP and CRL. Its certificates say that no public
                      authority stands behind them; DIR/trust.pem is what to validate against
  --evidence PDF      pages to add after the last one, inside the sealed revision
  --attach FILE       file to embed; may be given more than once
  --name TEXT         who seals, as a viewer shows it; also --reason TEXT and --location TEXT
  --out FILE          where to write; FILE with ".sealed.pdf" by default
  --force             replace a file that is there

OCSP, CRLs and issuers' certificates are fetched from the addresses in the certificates. What was made
is validated, its level too, before it is written.

Exit codes: 0 sealed; 1 refused (the document or the key may not be used for this); 2 wrong usage or
unreadable input; 3 an authority did not answer as it should.`;

const VALIDATE = `pades validate FILE --trust PEM [options]

Says whether FILE is a document as it was sealed, byte for byte. No network is used.

  --trust PEM         the seal certificate, and its issuers as they were embedded beside it; may be
                      given more than once. Only seals by these very certificates count
  --trust-tsa PEM     roots that time-stamp authorities must lead to; the issuers in --trust by default
  --expect LEVEL      the level that files were issued at: one below it is not intact
  --json              the whole report as JSON

Verdicts: intact; augmented-by-others, later-signature, altered-after-sealing (begins with a genuine
document, whose length is given); incomplete (below --expect); signature-invalid; not-sealed-by-us;
unreadable.

Exit codes: 0 intact; 1 any other verdict; 2 unreadable, or wrong usage.`;

const INSPECT = `pades inspect FILE [--json]

Tells what is in a PDF: revisions and what each changed, signatures as they describe themselves, form,
security store, active content, attachments, page sizes. Made for hostile files: nothing in them is
run, opened or fetched, and nothing is verified or believed.

Exit codes: 0 strictly well-formed; 1 not so, and why; 2 wrong usage.`;

const GENERAL = `pades: seals PDFs by PAdES baseline signatures, and judges seals

  pades seal FILE (--key PFX|PEM | --local DIR) [options]
  pades validate FILE --trust PEM [options]
  pades inspect FILE [--json]
  pades help [seal|validate|inspect]

Exit codes: 0 yes or done; 1 no; 2 wrong usage or unreadable; 3 an authority did not answer; 70 a fault
in this program.`;

const HELP: Readonly<Record<string, string>> = { seal: SEAL, validate: VALIDATE, inspect: INSPECT };

export function helpOn(topic: string | undefined): string {
  return (topic !== undefined && HELP[topic]) || GENERAL;
}
