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
  for pair in "$@"; do printf "  %s: '%s'\n" "${pair%%=*}" "${pair#*=}"; done
  printf -- '---\n'
}

# Ed25519 keys as JSON Web Keys, as services/kit/make-key.ts makes them; here without Node.
parts='identity catalog registration payments schools seminary transcripts bff operator'
keys=$(mktemp -d)
trap 'rm -rf "$keys"' EXIT
last32() { tail -c 32 | base64 | tr '+/' '-_' | tr -d '=\n'; }
for part in $parts; do
  openssl genpkey -algorithm ed25519 -outform DER -out "$keys/$part.der"
  public=$(openssl pkey -inform DER -in "$keys/$part.der" -pubout -outform DER | last32)
  printf '"kty":"OKP","crv":"Ed25519","kid":"%s-1","iss":"%s","x":"%s"' "$part" "$part" "$public" >"$keys/$part.public"
  printf '{%s,"d":"%s"}' "$(cat "$keys/$part.public")" "$(last32 <"$keys/$part.der")" >"$keys/$part.private"
done
public_keys=$(for part in $parts; do printf '%s{%s}' "${comma:-}" "$(cat "$keys/$part.public")"; comma=,; done)
signing() { printf 'TOKEN_SIGNING_KEY=%s' "$(cat "$keys/$1.private")"; }

services=$(random)
redis=$(random)
transaction=$(random)
ttinj=$(random)
proctor=$(random)
platform=$(random)
# Begins with a letter: NATS reads variables as values of its configuration, and would take some for numbers.
for part in $parts; do printf 'n%s' "$(random)" >"$keys/$part.nats"; done
nats() { printf 'NATS_URL=nats://%s:%s@nats:4222' "$1" "$(cat "$keys/$1.nats")"; }
nats_password() { printf 'NATS_PASSWORD_%s=%s' "$(printf %s "$1" | tr a-z A-Z)" "$(cat "$keys/$1.nats")"; }
database() { printf 'DATABASE_URL=postgres://%s:%s@postgres:5432/%s' "$1" "$services" "$1"; }
mail='SMTP_URL=smtp://partners:1025'

secret portal-postgres "POSTGRES_PASSWORD=$(random)" "SERVICES_PASSWORD=$services"
secret portal-shared "TOKEN_PUBLIC_KEYS={\"keys\":[$public_keys]}"
# what demo data is made with: it speaks as the BFF does for people, and as a tool of the operator
secret portal-seed "TOKEN_SIGNING_KEY={\"keys\":[$(cat "$keys/bff.private"),$(cat "$keys/operator.private")]}"
secret portal-partners "CARDS_TRANSACTION_KEY=$transaction" "CARDS_TTINJ_TRANSACTION_KEY=$ttinj" "PROCTOR_SECRET=$proctor" "EXAM_PLATFORM_SECRET=$platform"
secret portal-identity "$(database identity)" "$(signing identity)" "$(nats identity)" "$mail" "RECAPTCHA_SECRET=$(random)" "IDENTITY_SECRET=$(random)" "WEBHOOKS_SECRET=$(random)" "FACTOR_SECRET=$(random)"
secret portal-catalog "$(database catalog)" "$(signing catalog)" "$(nats catalog)"
secret portal-registration "$(database registration)" "$(signing registration)" "$(nats registration)" "$mail" "PROCTOR_SECRET=$proctor" "EXAM_PLATFORM_SECRET=$platform" "START_LINK_SECRET=$(random)" "SLIP_SECRET=$(random)"
secret portal-payments "$(database payments)" "$(signing payments)" "$(nats payments)" "$mail" "CARDS_TRANSACTION_KEY=$transaction" "CARDS_TTINJ_TRANSACTION_KEY=$ttinj"
secret portal-schools "$(database schools)" "$(signing schools)" "$(nats schools)"
secret portal-seminary "$(database seminary)" "$(signing seminary)" "$(nats seminary)"
secret portal-transcripts "$(database transcripts)" "$(signing transcripts)" "$(nats transcripts)"
secret portal-nats "$(nats_password identity)" "$(nats_password catalog)" "$(nats_password registration)" "$(nats_password payments)" \
  "$(nats_password schools)" "$(nats_password seminary)" "$(nats_password transcripts)" "$(nats_password bff)" "$(nats_password operator)"
secret portal-redis "REDIS_PASSWORD=$redis"
secret portal-bff "$(signing bff)" "$(nats bff)" "REDIS_URL=redis://:$redis@redis:6379" "TRIES_SECRET=$(random)" "BROWSER_COOKIE_SECRET=$(random)"
