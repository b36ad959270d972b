"""Signs or stamps PDFs by pyHanko, as people do with documents that they were sent.

Reads from standard input [{"in", "out", "how"}], `how` one of: sign, sign-visible, sign-placed, stamp, store. Key and certificates are
made on the spot: no one trusts them.
"""

import asyncio
import datetime
import io
import json
import pathlib
import sys

from asn1crypto import keys, x509 as asn1_x509
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers
from pyhanko.sign.timestamps import DummyTimeStamper
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko_certvalidator.registry import SimpleCertificateStore

now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)


def issue(name, purpose):
    key = rsa.generate_private_key(65537, 2048)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=365))
        .add_extension(x509.KeyUsage(True, True, *[False] * 7), critical=True)
        .add_extension(x509.ExtendedKeyUsage([purpose]), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    der = certificate.public_bytes(serialization.Encoding.DER)
    return asn1_x509.Certificate.load(der), keys.PrivateKeyInfo.load(private)


person, person_key = issue("Fulana de Tal", ExtendedKeyUsageOID.EMAIL_PROTECTION)
stamper, stamper_key = issue("Carimbadora de Fora", ExtendedKeyUsageOID.TIME_STAMPING)
registry = SimpleCertificateStore()
registry.register(person)
signer = signers.SimpleSigner(person, person_key, registry)
time_stamps = DummyTimeStamper(
    tsa_cert=stamper, tsa_key=stamper_key, certs_to_embed=SimpleCertificateStore()
)


def work(source, how):
    writer = IncrementalPdfFileWriter(io.BytesIO(source))
    if how == "stamp":
        return asyncio.run(signers.PdfTimeStamper(time_stamps).async_timestamp_pdf(writer, "sha256"))
    if how == "store":
        DocumentSecurityStore.add_dss(
            writer.prev.stream, sig_contents=None, certs=[stamper], ocsps=[], crls=[]
        )
        return writer.prev.stream
    if how == "sign-placed":
        fields.append_signature_field(writer, fields.SigFieldSpec("Fulana", box=(10, 10, 110, 60)))
        metadata = signers.PdfSignatureMetadata(field_name="Fulana", subfilter=fields.SigSeedSubFilter.PADES)
        return signers.sign_pdf(writer, metadata, signer=signer, timestamper=time_stamps)
    box = (10, 10, 110, 60) if how == "sign-visible" else None
    return signers.sign_pdf(
        writer,
        signers.PdfSignatureMetadata(field_name="Fulana", subfilter=fields.SigSeedSubFilter.PADES),
        signer=signer,
        timestamper=time_stamps,
        new_field_spec=fields.SigFieldSpec("Fulana", box=box),
    )


for task in json.load(sys.stdin):
    out = work(pathlib.Path(task["in"]).read_bytes(), task["how"])
    out.seek(0)
    pathlib.Path(task["out"]).write_bytes(out.read())
