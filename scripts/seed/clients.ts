import { client } from '@portal/kit/client';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { CardsServiceDefinition } from '@portal/proto/payments/v1/cards';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { FeesServiceDefinition } from '@portal/proto/payments/v1/fees';
import { RegistrationsServiceDefinition } from '@portal/proto/registration/v1/registrations';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import { StudyServiceDefinition } from '@portal/proto/seminary/v1/study';

const self = 'seed';

/** The RPCs that demo data is made with. */
export const rpc = {
  cards: client(CardsServiceDefinition, 'PAYMENTS_ADDR', self),
  credits: client(CreditsServiceDefinition, 'PAYMENTS_ADDR', self),
  fees: client(FeesServiceDefinition, 'PAYMENTS_ADDR', self),
  registrations: client(RegistrationsServiceDefinition, 'REGISTRATION_ADDR', self),
  sessions: client(SessionsServiceDefinition, 'REGISTRATION_ADDR', self),
  students: client(StudentsServiceDefinition, 'IDENTITY_ADDR', self),
  study: client(StudyServiceDefinition, 'SEMINARY_ADDR', self),
};
