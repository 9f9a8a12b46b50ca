#!/bin/sh
# One database and one role a service, so that none can read another's tables. Run by the PostgreSQL image when its
# folder is still empty; roles of a service that is there already are left as they are.
# Every role gets the password SERVICES_PASSWORD: for a laptop or a trial, not for a cluster with people's data.
set -eu
for service in identity catalog registration payments schools seminary transcripts; do
  psql -v ON_ERROR_STOP=1 -v service="$service" -v password="$SERVICES_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
SELECT format('CREATE ROLE %I LOGIN PASSWORD %L', :'service', :'password')
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'service') \gexec
SELECT format('CREATE DATABASE %I OWNER %I', :'service', :'service')
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'service') \gexec
REVOKE CONNECT ON DATABASE :"service" FROM PUBLIC;
SQL
done
