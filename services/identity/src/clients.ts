import { client } from '@portal/kit/grpc/client';
import { shared } from '@portal/kit/grpc/shared-contracts';
import { PersonalDataServiceDefinition as PaymentsData } from '@portal/proto/payments/v1/personal_data';
import { StudentUseServiceDefinition as PaymentsUse } from '@portal/proto/payments/v1/student_use';
import { AccommodationsServiceDefinition } from '@portal/proto/registration/v1/accommodations';
import { PersonalDataServiceDefinition as RegistrationData } from '@portal/proto/registration/v1/personal_data';
import { StudentUseServiceDefinition as RegistrationUse } from '@portal/proto/registration/v1/student_use';
import { PersonalDataServiceDefinition as SchoolsData } from '@portal/proto/schools/v1/personal_data';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';
import { PersonalDataServiceDefinition as SeminaryData } from '@portal/proto/seminary/v1/personal_data';
import { PersonalDataServiceDefinition as TranscriptsData } from '@portal/proto/transcripts/v1/personal_data';

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
  registration: client(RegistrationData, 'REGISTRATION_ADDR', 'identity'),
  payments: client(PaymentsData, 'PAYMENTS_ADDR', 'identity'),
  schools: client(SchoolsData, 'SCHOOLS_ADDR', 'identity'),
  seminary: client(SeminaryData, 'SEMINARY_ADDR', 'identity'),
  transcripts: client(TranscriptsData, 'TRANSCRIPTS_ADDR', 'identity'),
};
