import { catalogErrors, catalogueImportErrors } from '@portal/proto/errors/catalog';
import { identityErrors } from '@portal/proto/errors/identity';
import { paymentsErrors, studyChargeErrors } from '@portal/proto/errors/payments';
import {
  calendarErrors,
  registrationErrors,
  sessionDayErrors,
  waitingListErrors,
} from '@portal/proto/errors/registration';
import { schoolsErrors } from '@portal/proto/errors/schools';
import { seminaryErrors } from '@portal/proto/errors/seminary';
import { transcriptsErrors } from '@portal/proto/errors/transcripts';
import { DomainError, type ErrorDefinition } from '../../errors.ts';

type Table = Readonly<Record<string, ErrorDefinition>>;

const tables: ReadonlyMap<string, readonly Table[]> = new Map([
  ['catalog', [catalogErrors, catalogueImportErrors]],
  ['identity', [identityErrors]],
  ['payments', [paymentsErrors, studyChargeErrors]],
  ['registration', [registrationErrors, calendarErrors, sessionDayErrors, waitingListErrors]],
  ['schools', [schoolsErrors]],
  ['seminary', [seminaryErrors]],
  ['transcripts', [transcriptsErrors]],
]);

/** Services whose errors a service passes on, since it asks them. */
const asks: ReadonlyMap<string, readonly string[]> = new Map([
  ['identity', ['schools']],
  ['registration', ['identity', 'catalog', 'payments', 'schools', 'seminary']],
  ['payments', ['identity', 'catalog', 'registration', 'schools', 'seminary']],
  ['schools', ['identity', 'catalog', 'registration', 'payments']],
  ['seminary', ['identity', 'registration', 'payments']],
  ['transcripts', ['identity', 'registration', 'seminary']],
]);

/** Errors of kit, which every service may throw. */
const ofKit = new Set([
  'forbidden',
  'invalid',
  'malformed',
  'key_missing',
  'student_id_required',
  'unavailable',
  'request_in_progress',
  'request_ended',
  'idempotency_key_reused',
]);

const fits = (definition: ErrorDefinition, { status, detail }: DomainError): boolean =>
  definition.status === status &&
  (definition.detail === null || [definition.detail].flat().includes(detail));

const tablesOf = (service: string): readonly Table[] =>
  [service, ...(asks.get(service) ?? [])].flatMap((one) => tables.get(one) ?? []);

/**
 * Whether a service can give an error of this code, status and sentence: by its own table
 * (`proto/errors`), or by that of a service whose errors it passes on.
 */
export const isErrorOf = (service: string, error: DomainError): boolean =>
  ofKit.has(error.code) ||
  tablesOf(service).some((table) =>
    Object.entries(table).some(([code, one]) => code === error.code && fits(one, error)),
  );

/**
 * Does the work of an RPC of this service; an error that the service itself never gives becomes a
 * failure of the test, so that nothing is tested against a stand-in's own invention.
 */
export async function withErrorsOf<T>(service: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || isErrorOf(service, error)) throw error;
    throw new Error(`${service} has no error ${error.status} ${error.code}: ${error.detail}`);
  }
}
