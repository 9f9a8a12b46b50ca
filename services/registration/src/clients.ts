import { client } from '@portal/kit/client';
import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { LocationsServiceDefinition } from '@portal/proto/catalog/v1/locations';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { FeesServiceDefinition } from '@portal/proto/payments/v1/fees';
import { PurchasesServiceDefinition } from '@portal/proto/payments/v1/purchases';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';
import { SeminaryStudentsServiceDefinition } from '@portal/proto/seminary/v1/students';

export const credits = client(CreditsServiceDefinition, 'PAYMENTS_ADDR', 'registration');
export const purchases = client(PurchasesServiceDefinition, 'PAYMENTS_ADDR', 'registration');
export const fees = client(FeesServiceDefinition, 'PAYMENTS_ADDR', 'registration');
export const students = client(StudentsServiceDefinition, 'IDENTITY_ADDR', 'registration');
export const exams = client(ExamsServiceDefinition, 'CATALOG_ADDR', 'registration');
export const locations = client(LocationsServiceDefinition, 'CATALOG_ADDR', 'registration');
export const schools = client(SchoolsServiceDefinition, 'SCHOOLS_ADDR', 'registration');
export const seminary = client(SeminaryStudentsServiceDefinition, 'SEMINARY_ADDR', 'registration');
