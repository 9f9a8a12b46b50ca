import { client } from '@portal/kit/grpc/client';
import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { StudyMembersServiceDefinition } from '@portal/proto/identity/v1/study';
import { VendorsServiceDefinition } from '@portal/proto/identity/v1/vendors';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { StudyPaymentsServiceDefinition } from '@portal/proto/payments/v1/study';
import { RedemptionsServiceDefinition } from '@portal/proto/registration/v1/redemptions';

export const exams = client(ExamsServiceDefinition, 'CATALOG_ADDR', 'seminary');
export const credits = client(CreditsServiceDefinition, 'PAYMENTS_ADDR', 'seminary');
export const redemptions = client(RedemptionsServiceDefinition, 'REGISTRATION_ADDR', 'seminary');
export const students = client(StudentsServiceDefinition, 'IDENTITY_ADDR', 'seminary');
export const vendors = client(VendorsServiceDefinition, 'IDENTITY_ADDR', 'seminary');
export const studyMembers = client(StudyMembersServiceDefinition, 'IDENTITY_ADDR', 'seminary');
export const studyPayments = client(StudyPaymentsServiceDefinition, 'PAYMENTS_ADDR', 'seminary');
