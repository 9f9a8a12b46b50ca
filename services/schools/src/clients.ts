import { client } from '@portal/kit/grpc/client';
import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { SettingsServiceDefinition } from '@portal/proto/identity/v1/settings';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { BulkServiceDefinition } from '@portal/proto/payments/v1/bulk';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { FeesServiceDefinition } from '@portal/proto/payments/v1/fees';
import { SchoolPaymentsServiceDefinition } from '@portal/proto/payments/v1/schools';
import { SchoolRegistrationsServiceDefinition } from '@portal/proto/registration/v1/school_registrations';

export const students = client(StudentsServiceDefinition, 'IDENTITY_ADDR', 'schools');
export const settings = client(SettingsServiceDefinition, 'IDENTITY_ADDR', 'schools');
export const exams = client(ExamsServiceDefinition, 'CATALOG_ADDR', 'schools');
export const registrations = client(
  SchoolRegistrationsServiceDefinition,
  'REGISTRATION_ADDR',
  'schools',
);
export const payments = client(BulkServiceDefinition, 'PAYMENTS_ADDR', 'schools');
export const schoolPayments = client(SchoolPaymentsServiceDefinition, 'PAYMENTS_ADDR', 'schools');
export const credits = client(CreditsServiceDefinition, 'PAYMENTS_ADDR', 'schools');
export const fees = client(FeesServiceDefinition, 'PAYMENTS_ADDR', 'schools');
