import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogErrors } from '@portal/proto/errors/catalog';
import { identityErrors } from '@portal/proto/errors/identity';
import { paymentsErrors } from '@portal/proto/errors/payments';
import { registrationErrors } from '@portal/proto/errors/registration';
import { schoolsErrors } from '@portal/proto/errors/schools';
import { seminaryErrors } from '@portal/proto/errors/seminary';
import { transcriptsErrors } from '@portal/proto/errors/transcripts';

const ERRORS: Readonly<Record<string, object>> = {
  catalog: catalogErrors,
  identity: identityErrors,
  payments: paymentsErrors,
  registration: registrationErrors,
  schools: schoolsErrors,
  seminary: seminaryErrors,
  transcripts: transcriptsErrors,
};

/** Codes that no test can bring about, each with the reason. */
const OUT_OF_REACH: Readonly<Record<string, string>> = {};

/** Returns whether assertions of a file count for a service: in its tests or over HTTP. */
const isEvidenceOf = (service: string, file: string): boolean =>
  file.startsWith(`services/${service}/`) || file.startsWith('scripts/e2e/calls/');

/**
 * The errors of services, as `service code`, that no assertion of these files has held for. A code
 * counts where its service's own tests, or calls over HTTP, have asserted on it.
 */
export function errorsWithoutEvidence(
  codesOf: ReadonlyMap<string, readonly string[]>,
  errors: Readonly<Record<string, object>> = ERRORS,
): readonly string[] {
  return Object.entries(errors).flatMap(([service, codes]) => {
    const asserted = new Set(
      [...codesOf].flatMap(([file, noted]) => (isEvidenceOf(service, file) ? noted : [])),
    );
    return Object.keys(codes)
      .filter((code) => !asserted.has(code) && !(`${service} ${code}` in OUT_OF_REACH))
      .map((code) => `${service} ${code}`);
  });
}

/** Reads the notes of the workers of a run, by file. */
export const evidenceIn = (folder: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    readdirSync(folder).map((name) => [
      name.replaceAll('!', '/').replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(folder, name), 'utf8')),
    ]),
  );
