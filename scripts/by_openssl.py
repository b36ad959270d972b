"""O que só o comando openssl confere: assinaturas, carimbos do tempo e de quem os certificados são."""

import base64
import hashlib
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

PEM = re.compile(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", re.S)


def is_there():
    return shutil.which("openssl") is not None


def run(folder, *command):
    return subprocess.run(["openssl", *command], cwd=folder, capture_output=True, check=False)


def pem_of(der):
    body = base64.encodebytes(der).decode()
    return f"-----BEGIN CERTIFICATE-----\n{body}-----END CERTIFICATE-----\n"


def der_of_pem(pem):
    return base64.b64decode("".join(pem.strip().split("\n")[1:-1]))


def certificates_in(cms):
    """Certificates that a signature brings, in PEM."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "cms").write_bytes(cms)
        printed = run(folder, "pkcs7", "-inform", "DER", "-in", "cms", "-print_certs")
    return PEM.findall(printed.stdout.decode("utf-8", "replace"))


def is_certificate(der):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "der").write_bytes(der)
        return run(folder, "x509", "-inform", "DER", "-in", "der", "-noout").returncode == 0


def name_of(pem, whose="subject"):
    """Of a certificate, or (`issuer`) of who issued it, as people read it."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "pem").write_text(pem)
        shown = run(folder, "x509", "-in", "pem", "-noout", f"-{whose}", "-nameopt", "utf8,sep_comma_plus_space,-esc_msb")
    return shown.stdout.decode("utf-8", "replace").strip().replace(f"{whose}=", "", 1)


def signer_of(cms, content=None):
    """
    The certificate, in PEM, by whose key a signature verifies, over the content or (a time stamp) what it holds itself;
    undefined when none does.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "cms").write_bytes(cms)
        apart = []
        if content is not None:
            (place / "content").write_bytes(content)
            apart = ["-content", "content"]
        verified = run(
            folder, "cms", "-verify", "-binary", "-noverify", "-inform", "DER", "-in", "cms",
            *apart, "-signer", "signer.pem", "-out", "out",
        )  # fmt: skip
        if verified.returncode != 0 or not (place / "signer.pem").exists():
            return None
        found = PEM.search((place / "signer.pem").read_text())
    return found[0] if found else None


def sha256_of(pem):
    return hashlib.sha256(der_of_pem(pem)).hexdigest()


def authorities_above(pem, pool):
    """Those of the certificates by whose key this one was issued, through however many: no other key can make such."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "pool").write_text("\n".join(pool))
        (place / "below").write_text(pem)

        def is_above(candidate):
            (place / "candidate").write_text(candidate)
            options = ["-partial_chain", "-no_check_time", "-trusted", "candidate", "-untrusted", "pool"]
            return run(folder, "verify", *options, "below").returncode == 0

        return [one for one in pool if sha256_of(one) != sha256_of(pem) and is_above(one)]


def highest_above(pem, pool):
    """The one of the certificates that stands above all others above this one; itself when none does."""
    above = authorities_above(pem, pool)
    return next((one for one in above if not authorities_above(one, above)), pem)


def stamps(token, content, authorities, pool):
    """Whether a time stamp is one of the content, by a signer whose path leads to one of the authorities."""
    if not authorities:
        return False
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "token").write_bytes(token)
        (place / "content").write_bytes(content)
        (place / "authorities").write_text("\n".join(authorities))
        (place / "pool").write_text("\n".join(pool))
        options = ["-partial_chain", "-no_check_time", "-CAfile", "authorities", "-untrusted", "pool"]
        verified = run(folder, "ts", "-verify", "-data", "content", "-in", "token", "-token_in", *options)
        return verified.returncode == 0
