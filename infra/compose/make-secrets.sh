#!/bin/sh
# Makes the secrets that compose.yaml names and that are not there yet. Those that are there are never changed: with them
# lost, so is what they encrypted. `smtp_url` is yours to write.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 700 secrets
# Containers read them as a user of their own, by the mode of the file; the folder keeps other users out.
make() {
  [ -s "secrets/$1" ] || { printf '%s' "$2" > "secrets/$1"; chmod 444 "secrets/$1"; echo "secrets/$1"; }
}
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
for name in digest_key proof_secret identity_secret blob_master_key payload_key personal_data_keys database_password s3_secret_access_key grafana_password; do
  make "$name" "$(random)"
done
make database_url "postgres://lacre:$(cat secrets/database_password)@postgres:5432/lacre"
[ -s secrets/smtp_url ] || echo 'secrets/smtp_url falta: escreva nele smtp://USUARIO:SENHA@SERVIDOR:587' >&2
