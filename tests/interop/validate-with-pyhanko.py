"""Validates the signatures of PDF files by pyHanko, and prints what it finds as JSON.

Reads from standard input {"roots": PEM file, "files": [{"path", "level", "fresh": [DER files]}]}.
Nothing is fetched, and every certificate below a root needs revocation data: what the file holds
and, for the last document time stamp of an old file, the OCSP responses and CRLs of today in "fresh".

B-B and B-T are validated now, B-LT now with the security store, B-LTA for long-term availability
(ETSI EN 319 102-1, 5.6.3).
"""

import asyncio
import json
import logging
import sys

from asn1crypto import crl, ocsp, pem, x509
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import ades, async_validate_pdf_signature, policy_decl
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.context import CertValidationPolicySpec
from pyhanko_certvalidator.policy_decl import REQUIRE_REVINFO, CertRevTrustPolicy
from pyhanko_certvalidator.registry import SimpleTrustManager
from pyhanko_certvalidator.revinfo.archival import CRLContainer, OCSPContainer


def read(path):
    with open(path, "rb") as file:
        return file.read()


def local_knowledge(paths):
    """What is known beside the file: OCSP responses and CRLs by the ends of their names."""
    responses = [read(path) for path in paths if path.endswith(".ocsp")]
    lists = [read(path) for path in paths if path.endswith(".crl")]
    return policy_decl.LocalKnowledge(
        known_ocsps=[
            each
            for der in responses
            for each in OCSPContainer.load_multi(ocsp.OCSPResponse.load(der))
        ],
        known_crls=[CRLContainer(crl.CertificateList.load(der)) for der in lists],
    )


async def integrity_of(embedded, roots):
    """Intact, and not modified since but as its author let it be."""
    context = ValidationContext(trust_roots=roots, allow_fetching=False)
    status = await async_validate_pdf_signature(embedded, context)
    return {
        "field": embedded.field_name,
        "intact": status.intact and status.valid,
        "unmodified": status.docmdp_ok,
        "coverage": status.coverage.name,
        "modifications": status.modification_level.name,
    }


async def validity_now(embedded, reader, roots, level):
    trust = {"trust_roots": roots, "allow_fetching": False}
    if level == "B-LT":
        store = DocumentSecurityStore.read_dss(reader)
        context = store.as_validation_context({**trust, "revocation_mode": "require"})
    else:
        context = ValidationContext(**trust)
    status = await async_validate_pdf_signature(embedded, context)
    stamp = status.timestamp_validity
    return {
        "passed": status.bottom_line,
        "signatureTimeStamp": bool(stamp and stamp.intact and stamp.valid and stamp.trusted),
    }


async def long_term_validity(embedded, roots, fresh):
    spec = policy_decl.SignatureValidationSpec(
        cert_validation_policy=CertValidationPolicySpec(
            trust_manager=SimpleTrustManager.build(trust_roots=roots),
            revinfo_policy=CertRevTrustPolicy(REQUIRE_REVINFO),
        ),
        revinfo_gathering_policy=policy_decl.RevocationInfoGatheringSpec(
            policy_decl.RevinfoOnlineFetchingRule.LOCAL_ONLY
        ),
        local_knowledge=local_knowledge(fresh),
    )
    result = await ades.ades_lta_validation(
        embedded, policy_decl.PdfSignatureValidationSpec(spec)
    )
    passed = ades.AdESPassed.OK
    stamp = result.signature_timestamp_status
    oldest = result.oldest_evidence_record_timestamp
    return {
        "passed": result.ades_subindic == passed,
        "why": f"{result.ades_subindic}: {result.failure_msg}",
        "signatureTimeStamp": stamp is not None and stamp.ades_subindic == passed,
        "oldestDocumentTimeStamp": oldest and oldest.isoformat(),
    }


async def report_on(file, roots):
    with open(file["path"], "rb") as stream:
        reader = PdfFileReader(stream, strict=False)
        signatures = reader.embedded_regular_signatures
        if file["level"] == "B-LTA":
            validity = await long_term_validity(signatures[-1], roots, file.get("fresh", []))
        else:
            validity = await validity_now(signatures[-1], reader, roots, file["level"])
        return {
            "signatures": [await integrity_of(each, roots) for each in signatures],
            "documentTimeStamps": [
                each.field_name for each in reader.embedded_timestamp_signatures
            ],
            **validity,
        }


def main():
    logging.disable(logging.CRITICAL)
    spec = json.load(sys.stdin)
    blocks = pem.unarmor(read(spec["roots"]), multiple=True)
    roots = [x509.Certificate.load(der) for _, _, der in blocks]
    reports = {file["path"]: asyncio.run(report_on(file, roots)) for file in spec["files"]}
    json.dump(reports, sys.stdout)


main()
