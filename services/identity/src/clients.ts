import { client } from '@portal/kit/grpc/client';
import { shared } from '@portal/kit/grpc/shared-contracts';
import { StudentUseServiceDefinition as PaymentsUse } from '@portal/proto/payments/v1/student_use';
import { AccommodationsServiceDefinition } from '@portal/proto/registration/v1/accommodations';
import { StudentUseServiceDefinition as RegistrationUse } from '@portal/proto/registration/v1/student_use';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';

export const schools = client(SchoolsServiceDefinition, 'SCHOOLS_ADDR', 'identity');
export const paymentsUse = client(PaymentsUse, 'PAYMENTS_ADDR', 'identity');
export const registrationUse = client(RegistrationUse, 'REGISTRATION_ADDR', 'identity');
export const accommodations = client(
  AccommodationsServiceDefinition,
  'REGISTRATION_ADDR',
  'identity',
);

/** The services that deliver to addresses of webhooks. */
export const webhookSenders = [
  client(shared.webhooks.registration, 'REGISTRATION_ADDR', 'identity'),
  client(shared.webhooks.payments, 'PAYMENTS_ADDR', 'identity'),
];

/** The services that store data about students beside identity. */
export const personalData = {
  registration: client(shared.personalData.registration, 'REGISTRATION_ADDR', 'identity'),
  payments: client(shared.personalData.payments, 'PAYMENTS_ADDR', 'identity'),
  schools: client(shared.personalData.schools, 'SCHOOLS_ADDR', 'identity'),
  seminary: client(shared.personalData.seminary, 'SEMINARY_ADDR', 'identity'),
  transcripts: client(shared.personalData.transcripts, 'TRANSCRIPTS_ADDR', 'identity'),
};
