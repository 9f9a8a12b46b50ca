#!/bin/sh
# Prints every Secret that a trial installation refers to, with new random values: pipe it into `kubectl apply -f -`.
# Made once: a second run makes other passwords than the database has.
#   sh deploy/trial/secrets.sh | kubectl -n portal apply -f -
set -eu

random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

# secret <name> <KEY=value>...
secret() {
  printf 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: %s\ntype: Opaque\nstringData:\n' "$1"
  shift
  for pair in "$@"; do printf '  %s: "%s"\n' "${pair%%=*}" "${pair#*=}"; done
  printf -- '---\n'
}

services=$(random)
transaction=$(random)
ttinj=$(random)
proctor=$(random)
platform=$(random)
database() { printf 'DATABASE_URL=postgres://%s:%s@postgres:5432/%s' "$1" "$services" "$1"; }
mail='SMTP_URL=smtp://partners:1025'

secret portal-postgres "POSTGRES_PASSWORD=$(random)" "SERVICES_PASSWORD=$services"
secret portal-shared "ACTOR_SECRET=$(random)" 'NATS_URL=nats://nats:4222'
secret portal-partners "CARDS_TRANSACTION_KEY=$transaction" "CARDS_TTINJ_TRANSACTION_KEY=$ttinj" "PROCTOR_SECRET=$proctor" "EXAM_PLATFORM_SECRET=$platform"
secret portal-identity "$(database identity)" "$mail" "RECAPTCHA_SECRET=$(random)"
secret portal-catalog "$(database catalog)"
secret portal-registration "$(database registration)" "$mail" "PROCTOR_SECRET=$proctor" "EXAM_PLATFORM_SECRET=$platform"
secret portal-payments "$(database payments)" "$mail" "CARDS_TRANSACTION_KEY=$transaction" "CARDS_TTINJ_TRANSACTION_KEY=$ttinj"
secret portal-schools "$(database schools)"
secret portal-seminary "$(database seminary)"
secret portal-transcripts "$(database transcripts)"
secret portal-bff 'REDIS_URL=redis://redis:6379'
