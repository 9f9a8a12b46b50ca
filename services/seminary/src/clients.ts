import { client } from '@portal/kit/client';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { StudyMembersServiceDefinition } from '@portal/proto/identity/v1/study';
import { StudyPaymentsServiceDefinition } from '@portal/proto/payments/v1/study';

export const students = client(StudentsServiceDefinition, 'IDENTITY_ADDR', 'seminary');
export const studyMembers = client(StudyMembersServiceDefinition, 'IDENTITY_ADDR', 'seminary');
export const studyPayments = client(StudyPaymentsServiceDefinition, 'PAYMENTS_ADDR', 'seminary');
