import { type Client, client } from '@portal/kit/grpc/client';
import { StudentFilesServiceDefinition } from '@portal/proto/identity/v1/student_files';
import { StudentImportsServiceDefinition } from '@portal/proto/identity/v1/student_imports';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { CardsServiceDefinition } from '@portal/proto/payments/v1/cards';
import { ChargesServiceDefinition } from '@portal/proto/payments/v1/charges';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { FeesServiceDefinition } from '@portal/proto/payments/v1/fees';
import { PurchasesServiceDefinition } from '@portal/proto/payments/v1/purchases';
import { ReconciliationServiceDefinition } from '@portal/proto/payments/v1/reconciliation';
import { TransactionsServiceDefinition } from '@portal/proto/payments/v1/transactions';
import { RegistrationsServiceDefinition } from '@portal/proto/registration/v1/registrations';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import { BulkServiceDefinition } from '@portal/proto/schools/v1/bulk';
import { SchoolOfficeServiceDefinition } from '@portal/proto/schools/v1/office';
import { StudyServiceDefinition } from '@portal/proto/seminary/v1/study';
import { ResultsServiceDefinition } from '@portal/proto/transcripts/v1/results';
import { persistent } from './persistent.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * A client of the seed (`self`: in whose name): on a machine that is too busy to answer in time it
 * asks again.
 */
export const seedClient = <D extends Parameters<typeof client>[0]>(
  definition: D,
  addressVariable: string,
  self: 'bff' | 'operator' = 'bff',
): Client<D> => persistent(client(definition, addressVariable, self), say);

/** The RPCs that demo data is made with in the name of a person, as the BFF makes them. */
export const rpc = {
  bulk: seedClient(BulkServiceDefinition, 'SCHOOLS_ADDR'),
  cards: seedClient(CardsServiceDefinition, 'PAYMENTS_ADDR'),
  charges: seedClient(ChargesServiceDefinition, 'PAYMENTS_ADDR'),
  credits: seedClient(CreditsServiceDefinition, 'PAYMENTS_ADDR'),
  files: seedClient(StudentFilesServiceDefinition, 'IDENTITY_ADDR'),
  imports: seedClient(StudentImportsServiceDefinition, 'IDENTITY_ADDR'),
  fees: seedClient(FeesServiceDefinition, 'PAYMENTS_ADDR'),
  schoolOffice: seedClient(SchoolOfficeServiceDefinition, 'SCHOOLS_ADDR'),
  reconciliation: seedClient(ReconciliationServiceDefinition, 'PAYMENTS_ADDR'),
  purchases: seedClient(PurchasesServiceDefinition, 'PAYMENTS_ADDR'),
  registrations: seedClient(RegistrationsServiceDefinition, 'REGISTRATION_ADDR'),
  results: seedClient(ResultsServiceDefinition, 'TRANSCRIPTS_ADDR'),
  sessions: seedClient(SessionsServiceDefinition, 'REGISTRATION_ADDR'),
  students: seedClient(StudentsServiceDefinition, 'IDENTITY_ADDR'),
  study: seedClient(StudyServiceDefinition, 'SEMINARY_ADDR'),
  transactions: seedClient(TransactionsServiceDefinition, 'PAYMENTS_ADDR'),
};

/** Those that only a tool of the operator makes, as itself. */
export const tool = {
  credits: seedClient(CreditsServiceDefinition, 'PAYMENTS_ADDR', 'operator'),
  sessions: seedClient(SessionsServiceDefinition, 'REGISTRATION_ADDR', 'operator'),
  students: seedClient(StudentsServiceDefinition, 'IDENTITY_ADDR', 'operator'),
};
