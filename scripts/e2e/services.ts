import { type By, client } from '@portal/kit/client';
import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { PackagesServiceDefinition } from '@portal/proto/catalog/v1/packages';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { ChargesServiceDefinition } from '@portal/proto/payments/v1/charges';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { RegistrationsServiceDefinition } from '@portal/proto/registration/v1/registrations';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import { SeminaryStudentsServiceDefinition } from '@portal/proto/seminary/v1/students';
import { ResultsServiceDefinition } from '@portal/proto/transcripts/v1/results';

/** The services as another part asks them: for what no call of the portal makes yet. Their addresses come from the environment. */
export const services = {
  students: client(StudentsServiceDefinition, 'IDENTITY_ADDR', 'e2e'),
  exams: client(ExamsServiceDefinition, 'CATALOG_ADDR', 'e2e'),
  packages: client(PackagesServiceDefinition, 'CATALOG_ADDR', 'e2e'),
  credits: client(CreditsServiceDefinition, 'PAYMENTS_ADDR', 'e2e'),
  charges: client(ChargesServiceDefinition, 'PAYMENTS_ADDR', 'e2e'),
  registrations: client(RegistrationsServiceDefinition, 'REGISTRATION_ADDR', 'e2e'),
  sessions: client(SessionsServiceDefinition, 'REGISTRATION_ADDR', 'e2e'),
  seminaryStudents: client(SeminaryStudentsServiceDefinition, 'SEMINARY_ADDR', 'e2e'),
  results: client(ResultsServiceDefinition, 'TRANSCRIPTS_ADDR', 'e2e'),
};

/** Asks as a part does that works by itself, for a student when one is named; a change needs a key. */
export const asPart = (key: string | null = null, studentId?: number): By => ({
  actor: { kind: 'service', id: 0, roles: [], name: 'e2e', via: 'e2e', ...(studentId === undefined ? {} : { studentId }) },
  key,
});
