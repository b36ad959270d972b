"""Writes a time-stamp token by pyHanko, and OCSP responses and CRLs by the library under it.

Reads from standard input {"folder", "stamp": hex digest, if one is wanted}: PEM files root, issuing, seal, tsa, ocsp and
their keys lie in the folder; writes stamp.der, {sha1,sha256}-{good,revoked,unknown}.ocsp, issuing.crl.
"""

import asyncio
import datetime
import json
import pathlib
import sys

from asn1crypto import keys, pem, x509 as asn1_x509
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.x509 import ocsp
from pyhanko.sign.timestamps import DummyTimeStamper
from pyhanko_certvalidator.registry import SimpleCertificateStore

request = json.load(sys.stdin)
folder = pathlib.Path(request["folder"])
now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
tomorrow = now + datetime.timedelta(days=1)


def certificate(name):
    return x509.load_pem_x509_certificate((folder / f"{name}.pem").read_bytes())


def key(name):
    return serialization.load_pem_private_key((folder / f"{name}.key").read_bytes(), None)


def der(name):
    return pem.unarmor((folder / name).read_bytes())[2]


def stamp():
    store = SimpleCertificateStore()
    store.register(asn1_x509.Certificate.load(der("issuing.pem")))
    stamper = DummyTimeStamper(
        tsa_cert=asn1_x509.Certificate.load(der("tsa.pem")),
        tsa_key=keys.PrivateKeyInfo.load(der("tsa.key")),
        certs_to_embed=store,
        include_nonce=False,
    )
    token = asyncio.run(stamper.async_timestamp(bytes.fromhex(request["stamp"]), "sha256"))
    (folder / "stamp.der").write_bytes(token.dump())


def respond(digest_name, digest, status_name, status):
    revoked = status == ocsp.OCSPCertStatus.REVOKED
    response = (
        ocsp.OCSPResponseBuilder()
        .add_response(
            cert=certificate("seal"),
            issuer=certificate("issuing"),
            algorithm=digest,
            cert_status=status,
            this_update=now,
            next_update=tomorrow,
            revocation_time=now if revoked else None,
            revocation_reason=x509.ReasonFlags.key_compromise if revoked else None,
        )
        .responder_id(ocsp.OCSPResponderEncoding.HASH, certificate("ocsp"))
        .certificates([certificate("ocsp")])
        .sign(key("ocsp"), hashes.SHA384())
    )
    path = folder / f"{digest_name}-{status_name}.ocsp"
    path.write_bytes(response.public_bytes(serialization.Encoding.DER))


def revoke():
    entry = (
        x509.RevokedCertificateBuilder()
        .serial_number(certificate("seal").serial_number)
        .revocation_date(now)
        .add_extension(x509.CRLReason(x509.ReasonFlags.superseded), critical=False)
        .build()
    )
    crl = (
        x509.CertificateRevocationListBuilder()
        .issuer_name(certificate("issuing").subject)
        .last_update(now)
        .next_update(tomorrow)
        .add_revoked_certificate(entry)
        .add_extension(x509.CRLNumber(9), critical=False)
        .add_extension(
            x509.IssuingDistributionPoint(
                full_name=[x509.UniformResourceIdentifier("http://ac.exemplo.com.br/issuing.crl")],
                relative_name=None,
                only_contains_user_certs=True,
                only_contains_ca_certs=False,
                only_some_reasons=None,
                indirect_crl=False,
                only_contains_attribute_certs=False,
            ),
            critical=True,
        )
        .sign(key("issuing"), hashes.SHA512())
    )
    (folder / "issuing.crl").write_bytes(crl.public_bytes(serialization.Encoding.DER))


if "stamp" in request:
    stamp()
for digest_name, digest in [("sha1", hashes.SHA1()), ("sha256", hashes.SHA256())]:
    for status_name, status in [
        ("good", ocsp.OCSPCertStatus.GOOD),
        ("revoked", ocsp.OCSPCertStatus.REVOKED),
        ("unknown", ocsp.OCSPCertStatus.UNKNOWN),
    ]:
        respond(digest_name, digest, status_name, status)
revoke()
