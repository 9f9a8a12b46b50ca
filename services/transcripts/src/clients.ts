import { client } from '@portal/kit/grpc/client';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { VendorsServiceDefinition } from '@portal/proto/identity/v1/vendors';
import { GradesServiceDefinition } from '@portal/proto/registration/v1/grades';
import { SeminaryInvoicesServiceDefinition } from '@portal/proto/seminary/v1/invoices';
import { RedemptionStandingServiceDefinition } from '@portal/proto/seminary/v1/standing';

export const students = client(StudentsServiceDefinition, 'IDENTITY_ADDR', 'transcripts');
export const vendors = client(VendorsServiceDefinition, 'IDENTITY_ADDR', 'transcripts');
export const grades = client(GradesServiceDefinition, 'REGISTRATION_ADDR', 'transcripts');
export const redemption = client(
  RedemptionStandingServiceDefinition,
  'SEMINARY_ADDR',
  'transcripts',
);
export const seminaryInvoices = client(
  SeminaryInvoicesServiceDefinition,
  'SEMINARY_ADDR',
  'transcripts',
);
