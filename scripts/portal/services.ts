import { type CallOptions, client } from '@portal/kit/grpc/client';
import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { PackagesServiceDefinition } from '@portal/proto/catalog/v1/packages';
import { StudentFilesServiceDefinition } from '@portal/proto/identity/v1/student_files';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { ChargesServiceDefinition } from '@portal/proto/payments/v1/charges';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { RegistrationsServiceDefinition } from '@portal/proto/registration/v1/registrations';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import { SeminaryStudentsServiceDefinition } from '@portal/proto/seminary/v1/students';
import { ResultsServiceDefinition } from '@portal/proto/transcripts/v1/results';

/**
 * Clients of the services with the BFF's identity, for RPCs that no call of the portal makes yet.
 * Their addresses come from the environment.
 */
export const services = {
  students: client(StudentsServiceDefinition, 'IDENTITY_ADDR', 'bff'),
  files: client(StudentFilesServiceDefinition, 'IDENTITY_ADDR', 'bff'),
  charges: client(ChargesServiceDefinition, 'PAYMENTS_ADDR', 'bff'),
  registrations: client(RegistrationsServiceDefinition, 'REGISTRATION_ADDR', 'bff'),
  sessions: client(SessionsServiceDefinition, 'REGISTRATION_ADDR', 'bff'),
  results: client(ResultsServiceDefinition, 'TRANSCRIPTS_ADDR', 'bff'),
};

/** Clients of the services with the identity of an operator's tool. */
export const tool = {
  students: client(StudentsServiceDefinition, 'IDENTITY_ADDR', 'operator'),
  exams: client(ExamsServiceDefinition, 'CATALOG_ADDR', 'operator'),
  packages: client(PackagesServiceDefinition, 'CATALOG_ADDR', 'operator'),
  credits: client(CreditsServiceDefinition, 'PAYMENTS_ADDR', 'operator'),
  sessions: client(SessionsServiceDefinition, 'REGISTRATION_ADDR', 'operator'),
};

/** Clients of other services with the identity of payments. */
export const fromPayments = {
  sessions: client(SessionsServiceDefinition, 'REGISTRATION_ADDR', 'payments'),
  seminaryStudents: client(SeminaryStudentsServiceDefinition, 'SEMINARY_ADDR', 'payments'),
};

const about = (studentId?: number) => (studentId === undefined ? {} : { studentId });

/** Options of a call by a tool, about a student when one is named; a change needs a key. */
export const asTool = (key: string | null = null, studentId?: number): CallOptions => ({
  actor: { kind: 'service', id: 0, roles: [], name: 'e2e', via: 'operator', ...about(studentId) },
  key,
});

/** Options of a call by payments about a student, without a person. */
export const asPayments = (studentId: number): CallOptions => ({
  actor: { kind: 'service', id: 0, roles: [], name: 'e2e', via: 'payments', studentId },
  key: null,
});

/** Options of a call by a super admin, about a student when one is named. */
export const asOffice = (key: string | null = null, studentId?: number): CallOptions => ({
  actor: {
    kind: 'staff',
    id: 2,
    roles: ['ROLE_SUPER_ADMIN'],
    name: 'e2e',
    via: 'bff',
    ...about(studentId),
  },
  key,
});
