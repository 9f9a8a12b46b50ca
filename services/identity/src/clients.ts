import { client } from '@portal/kit/grpc/client';
import { StudentUseServiceDefinition as PaymentsUse } from '@portal/proto/payments/v1/student_use';
import { StudentUseServiceDefinition as RegistrationUse } from '@portal/proto/registration/v1/student_use';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';

export const schools = client(SchoolsServiceDefinition, 'SCHOOLS_ADDR', 'identity');
export const paymentsUse = client(PaymentsUse, 'PAYMENTS_ADDR', 'identity');
export const registrationUse = client(RegistrationUse, 'REGISTRATION_ADDR', 'identity');
