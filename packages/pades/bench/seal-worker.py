"""Measures pyHanko as seal-worker.ts measures the others: same task, same answer, timed inside."""

import asyncio
import json
import logging
import re
import sys
import time
from io import BytesIO

from asn1crypto import crl, keys, ocsp, pem, x509
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers
from pyhanko.sign.timestamps.dummy_client import DummyTimeStamper
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.registry import SimpleCertificateStore

CERTIFIED = {"certify": True, "docmdp_permissions": fields.MDPPerm.FILL_FORMS}


def read(path):
    with open(path, "rb") as file:
        return file.read()


def peak_mb():
    status = read("/proc/self/status").decode()
    return int(re.search(r"^VmHWM:\s+(\d+) kB$", status, re.M)[1]) / 1024


def certificates(path):
    return [x509.Certificate.load(der) for _, _, der in pem.unarmor(read(path), multiple=True)]


def signer_of(task):
    material = task["material"]
    signer = signers.SimpleSigner.load(
        material["sealKey"], material["sealCertificate"], ca_chain_files=(material["issuers"],)
    )
    plain = {
        "field_name": "Signature1",
        "md_algorithm": "sha256",
        "subfilter": fields.SigSeedSubFilter.PADES,
        "reason": "Bench",
        "location": "Here",
        "name": "Bench",
        **CERTIFIED,
    }
    if task["level"] == "B-B":
        return signers.PdfSigner(signers.PdfSignatureMetadata(**plain), signer)
    issuers = certificates(material["issuers"])
    store = SimpleCertificateStore()
    store.register_multiple(issuers)
    stamper = DummyTimeStamper(
        certificates(material["stampCertificate"])[0],
        keys.PrivateKeyInfo.load(pem.unarmor(read(material["stampKey"]))[2]),
        certs_to_embed=store,
    )
    context = ValidationContext(
        trust_roots=[issuers[-1]],
        other_certs=issuers,
        ocsps=[
            ocsp.OCSPResponse.load(read(material[name])) for name in ("sealOcsp", "stampOcsp")
        ],
        crls=[crl.CertificateList.load(read(material["crl"]))],
        allow_fetching=False,
        revocation_mode="require",
    )
    metadata = signers.PdfSignatureMetadata(
        **plain, validation_context=context, embed_validation_info=True, use_pades_lta=True
    )
    return signers.PdfSigner(metadata, signer, timestamper=stamper)


async def measure(task):
    signer = signer_of(task)
    idle = peak_mb()
    pdf = read(task["file"])
    times = []
    for _ in range(task["repeats"] + 1):
        began = time.perf_counter()
        writer = IncrementalPdfFileWriter(BytesIO(pdf))
        await signer.async_sign_pdf(writer)
        times.append((time.perf_counter() - began) * 1000)
    return {"times": times[1:], "first": times[0], "peakMb": peak_mb(), "idleMb": idle}


# It warns that nothing may be fetched, which is what is wanted.
logging.disable(logging.WARNING)
json.dump(asyncio.run(measure(json.loads(sys.argv[1]))), sys.stdout)
