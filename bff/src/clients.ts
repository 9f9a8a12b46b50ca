import { client } from '@portal/kit/client';
import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { LocationsServiceDefinition } from '@portal/proto/catalog/v1/locations';
import { MaterialsServiceDefinition } from '@portal/proto/catalog/v1/materials';
import { PackagesServiceDefinition } from '@portal/proto/catalog/v1/packages';
import { AccountsServiceDefinition } from '@portal/proto/identity/v1/accounts';
import { CollegesServiceDefinition } from '@portal/proto/identity/v1/colleges';
import { InvitesServiceDefinition } from '@portal/proto/identity/v1/invites';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { CardsServiceDefinition } from '@portal/proto/payments/v1/cards';
import { ChargesServiceDefinition } from '@portal/proto/payments/v1/charges';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { FeesServiceDefinition } from '@portal/proto/payments/v1/fees';
import { PurchasesServiceDefinition } from '@portal/proto/payments/v1/purchases';
import { AssignmentsServiceDefinition } from '@portal/proto/registration/v1/assignments';
import { GradesServiceDefinition } from '@portal/proto/registration/v1/grades';
import { OnlineServiceDefinition } from '@portal/proto/registration/v1/online';
import { OnlineOfficeServiceDefinition } from '@portal/proto/registration/v1/online_office';
import { RegistrationsServiceDefinition } from '@portal/proto/registration/v1/registrations';
import { RetakesServiceDefinition } from '@portal/proto/registration/v1/retakes';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import { BulkServiceDefinition } from '@portal/proto/schools/v1/bulk';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';
import { SeminaryStudentsServiceDefinition } from '@portal/proto/seminary/v1/students';
import { StudyServiceDefinition } from '@portal/proto/seminary/v1/study';

const self = 'bff';

/** The RPCs of the services, by service and capability. */
export const clients = {
  identity: {
    accounts: client(AccountsServiceDefinition, 'IDENTITY_ADDR', self),
    students: client(StudentsServiceDefinition, 'IDENTITY_ADDR', self),
    colleges: client(CollegesServiceDefinition, 'IDENTITY_ADDR', self),
    invites: client(InvitesServiceDefinition, 'IDENTITY_ADDR', self),
  },
  catalog: {
    exams: client(ExamsServiceDefinition, 'CATALOG_ADDR', self),
    materials: client(MaterialsServiceDefinition, 'CATALOG_ADDR', self),
    packages: client(PackagesServiceDefinition, 'CATALOG_ADDR', self),
    locations: client(LocationsServiceDefinition, 'CATALOG_ADDR', self),
  },
  registration: {
    registrations: client(RegistrationsServiceDefinition, 'REGISTRATION_ADDR', self),
    sessions: client(SessionsServiceDefinition, 'REGISTRATION_ADDR', self),
    online: client(OnlineServiceDefinition, 'REGISTRATION_ADDR', self),
    assignments: client(AssignmentsServiceDefinition, 'REGISTRATION_ADDR', self),
    grades: client(GradesServiceDefinition, 'REGISTRATION_ADDR', self),
    retakes: client(RetakesServiceDefinition, 'REGISTRATION_ADDR', self),
    onlineOffice: client(OnlineOfficeServiceDefinition, 'REGISTRATION_ADDR', self),
  },
  payments: {
    cards: client(CardsServiceDefinition, 'PAYMENTS_ADDR', self),
    credits: client(CreditsServiceDefinition, 'PAYMENTS_ADDR', self),
    purchases: client(PurchasesServiceDefinition, 'PAYMENTS_ADDR', self),
    fees: client(FeesServiceDefinition, 'PAYMENTS_ADDR', self),
    charges: client(ChargesServiceDefinition, 'PAYMENTS_ADDR', self),
  },
  schools: {
    schools: client(SchoolsServiceDefinition, 'SCHOOLS_ADDR', self),
    bulk: client(BulkServiceDefinition, 'SCHOOLS_ADDR', self),
  },
  seminary: {
    students: client(SeminaryStudentsServiceDefinition, 'SEMINARY_ADDR', self),
    study: client(StudyServiceDefinition, 'SEMINARY_ADDR', self),
  },
};
export type Clients = typeof clients;

/** The services that have to answer, each with the variable that holds its address. */
export const serviceAddresses = {
  identity: 'IDENTITY_ADDR',
  catalog: 'CATALOG_ADDR',
  registration: 'REGISTRATION_ADDR',
  payments: 'PAYMENTS_ADDR',
  schools: 'SCHOOLS_ADDR',
  seminary: 'SEMINARY_ADDR',
  transcripts: 'TRANSCRIPTS_ADDR',
} as const;
