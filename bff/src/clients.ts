import { client } from '@portal/kit/grpc/client';
import { shared } from '@portal/kit/grpc/shared-contracts';
import { CatalogueImportServiceDefinition } from '@portal/proto/catalog/v1/catalogue_import';
import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { LocationsServiceDefinition } from '@portal/proto/catalog/v1/locations';
import { MaterialsServiceDefinition } from '@portal/proto/catalog/v1/materials';
import { OfficeExamsServiceDefinition } from '@portal/proto/catalog/v1/office_exams';
import { OfficeLocationsServiceDefinition } from '@portal/proto/catalog/v1/office_locations';
import { OfficeMaterialsServiceDefinition } from '@portal/proto/catalog/v1/office_materials';
import { OfficePackagesServiceDefinition } from '@portal/proto/catalog/v1/office_packages';
import { OfficePricesServiceDefinition } from '@portal/proto/catalog/v1/office_prices';
import { PackagesServiceDefinition } from '@portal/proto/catalog/v1/packages';
import { VendorsServiceDefinition } from '@portal/proto/catalog/v1/vendors';
import { AccountsServiceDefinition } from '@portal/proto/identity/v1/accounts';
import { CollegesServiceDefinition } from '@portal/proto/identity/v1/colleges';
import { DataRequestsServiceDefinition } from '@portal/proto/identity/v1/data_requests';
import { InvitesServiceDefinition } from '@portal/proto/identity/v1/invites';
import { OpenedThingsServiceDefinition } from '@portal/proto/identity/v1/opened_things';
import { PartnerIdsServiceDefinition } from '@portal/proto/identity/v1/partner_ids';
import { SavedFiltersServiceDefinition } from '@portal/proto/identity/v1/saved_filters';
import { SecurityServiceDefinition } from '@portal/proto/identity/v1/security';
import { SettingsServiceDefinition } from '@portal/proto/identity/v1/settings';
import { StaffServiceDefinition } from '@portal/proto/identity/v1/staff';
import { StudentFilesServiceDefinition } from '@portal/proto/identity/v1/student_files';
import { StudentImportsServiceDefinition } from '@portal/proto/identity/v1/student_imports';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { WebhooksServiceDefinition } from '@portal/proto/identity/v1/webhooks';
import { CardsServiceDefinition } from '@portal/proto/payments/v1/cards';
import { ChargesServiceDefinition } from '@portal/proto/payments/v1/charges';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { FeesServiceDefinition } from '@portal/proto/payments/v1/fees';
import { FiguresServiceDefinition as PaymentsFigures } from '@portal/proto/payments/v1/figures';
import { ProjectionsServiceDefinition as PaymentsProjections } from '@portal/proto/payments/v1/projections';
import { PurchasesServiceDefinition } from '@portal/proto/payments/v1/purchases';
import { ReconciliationServiceDefinition } from '@portal/proto/payments/v1/reconciliation';
import { TransactionsServiceDefinition } from '@portal/proto/payments/v1/transactions';
import { AccommodationsServiceDefinition } from '@portal/proto/registration/v1/accommodations';
import { AdmissionSlipsServiceDefinition } from '@portal/proto/registration/v1/admission_slips';
import { AssignmentsServiceDefinition } from '@portal/proto/registration/v1/assignments';
import { CalendarServiceDefinition } from '@portal/proto/registration/v1/calendar';
import { CalendarFeedsServiceDefinition } from '@portal/proto/registration/v1/calendar_feeds';
import { FiguresServiceDefinition as RegistrationFigures } from '@portal/proto/registration/v1/figures';
import { GradesServiceDefinition } from '@portal/proto/registration/v1/grades';
import { OnlineServiceDefinition } from '@portal/proto/registration/v1/online';
import { OnlineOfficeServiceDefinition } from '@portal/proto/registration/v1/online_office';
import { ProjectionsServiceDefinition as RegistrationProjections } from '@portal/proto/registration/v1/projections';
import { RegistrationsServiceDefinition } from '@portal/proto/registration/v1/registrations';
import { ReportServiceDefinition } from '@portal/proto/registration/v1/report';
import { RetakesServiceDefinition } from '@portal/proto/registration/v1/retakes';
import { SessionDayServiceDefinition } from '@portal/proto/registration/v1/session_day';
import { SessionRunsServiceDefinition } from '@portal/proto/registration/v1/session_runs';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import { SystemChecksServiceDefinition } from '@portal/proto/registration/v1/system_checks';
import { WaitingListServiceDefinition } from '@portal/proto/registration/v1/waiting_list';
import { BulkServiceDefinition } from '@portal/proto/schools/v1/bulk';
import { FiguresServiceDefinition as SchoolsFigures } from '@portal/proto/schools/v1/figures';
import { SchoolOfficeServiceDefinition } from '@portal/proto/schools/v1/office';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';
import { SeminaryPapersServiceDefinition } from '@portal/proto/seminary/v1/papers';
import { RedemptionServiceDefinition } from '@portal/proto/seminary/v1/redemption';
import { SeminaryStudentsServiceDefinition } from '@portal/proto/seminary/v1/students';
import { StudyServiceDefinition } from '@portal/proto/seminary/v1/study';
import { InvoicesServiceDefinition } from '@portal/proto/transcripts/v1/invoices';
import { ResultsServiceDefinition } from '@portal/proto/transcripts/v1/results';
import { TranscriptsServiceDefinition } from '@portal/proto/transcripts/v1/transcripts';

const self = 'bff';

/** The RPCs of the services, by service and capability. */
export const clients = {
  identity: {
    activity: client(shared.activity.identity, 'IDENTITY_ADDR', self),
    finder: client(shared.finder.identity, 'IDENTITY_ADDR', self),
    openedThings: client(OpenedThingsServiceDefinition, 'IDENTITY_ADDR', self),
    savedFilters: client(SavedFiltersServiceDefinition, 'IDENTITY_ADDR', self),
    queues: client(shared.waiting.identity, 'IDENTITY_ADDR', self),
    accounts: client(AccountsServiceDefinition, 'IDENTITY_ADDR', self),
    students: client(StudentsServiceDefinition, 'IDENTITY_ADDR', self),
    dataRequests: client(DataRequestsServiceDefinition, 'IDENTITY_ADDR', self),
    partnerIds: client(PartnerIdsServiceDefinition, 'IDENTITY_ADDR', self),
    files: client(StudentFilesServiceDefinition, 'IDENTITY_ADDR', self),
    imports: client(StudentImportsServiceDefinition, 'IDENTITY_ADDR', self),
    colleges: client(CollegesServiceDefinition, 'IDENTITY_ADDR', self),
    staff: client(StaffServiceDefinition, 'IDENTITY_ADDR', self),
    security: client(SecurityServiceDefinition, 'IDENTITY_ADDR', self),
    settings: client(SettingsServiceDefinition, 'IDENTITY_ADDR', self),
    invites: client(InvitesServiceDefinition, 'IDENTITY_ADDR', self),
    webhooks: client(WebhooksServiceDefinition, 'IDENTITY_ADDR', self),
  },
  catalog: {
    activity: client(shared.activity.catalog, 'CATALOG_ADDR', self),
    finder: client(shared.finder.catalog, 'CATALOG_ADDR', self),
    queues: client(shared.waiting.catalog, 'CATALOG_ADDR', self),
    exams: client(ExamsServiceDefinition, 'CATALOG_ADDR', self),
    officeExams: client(OfficeExamsServiceDefinition, 'CATALOG_ADDR', self),
    officePackages: client(OfficePackagesServiceDefinition, 'CATALOG_ADDR', self),
    officePrices: client(OfficePricesServiceDefinition, 'CATALOG_ADDR', self),
    officeLocations: client(OfficeLocationsServiceDefinition, 'CATALOG_ADDR', self),
    vendors: client(VendorsServiceDefinition, 'CATALOG_ADDR', self),
    officeMaterials: client(OfficeMaterialsServiceDefinition, 'CATALOG_ADDR', self),
    catalogueImport: client(CatalogueImportServiceDefinition, 'CATALOG_ADDR', self),
    materials: client(MaterialsServiceDefinition, 'CATALOG_ADDR', self),
    packages: client(PackagesServiceDefinition, 'CATALOG_ADDR', self),
    locations: client(LocationsServiceDefinition, 'CATALOG_ADDR', self),
  },
  registration: {
    activity: client(shared.activity.registration, 'REGISTRATION_ADDR', self),
    finder: client(shared.finder.registration, 'REGISTRATION_ADDR', self),
    queues: client(shared.waiting.registration, 'REGISTRATION_ADDR', self),
    figures: client(RegistrationFigures, 'REGISTRATION_ADDR', self),
    accommodations: client(AccommodationsServiceDefinition, 'REGISTRATION_ADDR', self),
    projections: client(RegistrationProjections, 'REGISTRATION_ADDR', self),
    registrations: client(RegistrationsServiceDefinition, 'REGISTRATION_ADDR', self),
    sessions: client(SessionsServiceDefinition, 'REGISTRATION_ADDR', self),
    calendar: client(CalendarServiceDefinition, 'REGISTRATION_ADDR', self),
    slips: client(AdmissionSlipsServiceDefinition, 'REGISTRATION_ADDR', self),
    sessionDay: client(SessionDayServiceDefinition, 'REGISTRATION_ADDR', self),
    runs: client(SessionRunsServiceDefinition, 'REGISTRATION_ADDR', self),
    waiting: client(WaitingListServiceDefinition, 'REGISTRATION_ADDR', self),
    feeds: client(CalendarFeedsServiceDefinition, 'REGISTRATION_ADDR', self),
    online: client(OnlineServiceDefinition, 'REGISTRATION_ADDR', self),
    assignments: client(AssignmentsServiceDefinition, 'REGISTRATION_ADDR', self),
    grades: client(GradesServiceDefinition, 'REGISTRATION_ADDR', self),
    retakes: client(RetakesServiceDefinition, 'REGISTRATION_ADDR', self),
    report: client(ReportServiceDefinition, 'REGISTRATION_ADDR', self),
    onlineOffice: client(OnlineOfficeServiceDefinition, 'REGISTRATION_ADDR', self),
    systemChecks: client(SystemChecksServiceDefinition, 'REGISTRATION_ADDR', self),
    webhooks: client(shared.webhooks.registration, 'REGISTRATION_ADDR', self),
  },
  payments: {
    activity: client(shared.activity.payments, 'PAYMENTS_ADDR', self),
    queues: client(shared.waiting.payments, 'PAYMENTS_ADDR', self),
    figures: client(PaymentsFigures, 'PAYMENTS_ADDR', self),
    projections: client(PaymentsProjections, 'PAYMENTS_ADDR', self),
    cards: client(CardsServiceDefinition, 'PAYMENTS_ADDR', self),
    credits: client(CreditsServiceDefinition, 'PAYMENTS_ADDR', self),
    purchases: client(PurchasesServiceDefinition, 'PAYMENTS_ADDR', self),
    fees: client(FeesServiceDefinition, 'PAYMENTS_ADDR', self),
    charges: client(ChargesServiceDefinition, 'PAYMENTS_ADDR', self),
    transactions: client(TransactionsServiceDefinition, 'PAYMENTS_ADDR', self),
    reconciliation: client(ReconciliationServiceDefinition, 'PAYMENTS_ADDR', self),
    webhooks: client(shared.webhooks.payments, 'PAYMENTS_ADDR', self),
  },
  schools: {
    activity: client(shared.activity.schools, 'SCHOOLS_ADDR', self),
    finder: client(shared.finder.schools, 'SCHOOLS_ADDR', self),
    queues: client(shared.waiting.schools, 'SCHOOLS_ADDR', self),
    figures: client(SchoolsFigures, 'SCHOOLS_ADDR', self),
    schools: client(SchoolsServiceDefinition, 'SCHOOLS_ADDR', self),
    office: client(SchoolOfficeServiceDefinition, 'SCHOOLS_ADDR', self),
    bulk: client(BulkServiceDefinition, 'SCHOOLS_ADDR', self),
  },
  seminary: {
    activity: client(shared.activity.seminary, 'SEMINARY_ADDR', self),
    queues: client(shared.waiting.seminary, 'SEMINARY_ADDR', self),
    students: client(SeminaryStudentsServiceDefinition, 'SEMINARY_ADDR', self),
    papers: client(SeminaryPapersServiceDefinition, 'SEMINARY_ADDR', self),
    redemption: client(RedemptionServiceDefinition, 'SEMINARY_ADDR', self),
    study: client(StudyServiceDefinition, 'SEMINARY_ADDR', self),
  },
  transcripts: {
    activity: client(shared.activity.transcripts, 'TRANSCRIPTS_ADDR', self),
    queues: client(shared.waiting.transcripts, 'TRANSCRIPTS_ADDR', self),
    transcripts: client(TranscriptsServiceDefinition, 'TRANSCRIPTS_ADDR', self),
    results: client(ResultsServiceDefinition, 'TRANSCRIPTS_ADDR', self),
    invoices: client(InvoicesServiceDefinition, 'TRANSCRIPTS_ADDR', self),
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
