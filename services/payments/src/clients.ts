import { client } from '@portal/kit/grpc/client';
import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { PackagesServiceDefinition } from '@portal/proto/catalog/v1/packages';
import { StaffServiceDefinition } from '@portal/proto/identity/v1/staff';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { StudyMembersServiceDefinition } from '@portal/proto/identity/v1/study';
import { WebhooksServiceDefinition } from '@portal/proto/identity/v1/webhooks';
import { RegistrationsServiceDefinition } from '@portal/proto/registration/v1/registrations';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';
import { SeminaryStudentsServiceDefinition } from '@portal/proto/seminary/v1/students';

export const students = client(StudentsServiceDefinition, 'IDENTITY_ADDR', 'payments');
export const staff = client(StaffServiceDefinition, 'IDENTITY_ADDR', 'payments');
export const studyMembers = client(StudyMembersServiceDefinition, 'IDENTITY_ADDR', 'payments');
export const webhooks = client(WebhooksServiceDefinition, 'IDENTITY_ADDR', 'payments');
export const exams = client(ExamsServiceDefinition, 'CATALOG_ADDR', 'payments');
export const packages = client(PackagesServiceDefinition, 'CATALOG_ADDR', 'payments');
export const schools = client(SchoolsServiceDefinition, 'SCHOOLS_ADDR', 'payments');
export const registrations = client(
  RegistrationsServiceDefinition,
  'REGISTRATION_ADDR',
  'payments',
);
export const sessions = client(SessionsServiceDefinition, 'REGISTRATION_ADDR', 'payments');
export const seminaryStudents = client(
  SeminaryStudentsServiceDefinition,
  'SEMINARY_ADDR',
  'payments',
);
