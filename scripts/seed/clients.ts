import { client } from '@portal/kit/client';
import { CardsServiceDefinition } from '@portal/proto/payments/v1/cards';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { FeesServiceDefinition } from '@portal/proto/payments/v1/fees';
import { RegistrationsServiceDefinition } from '@portal/proto/registration/v1/registrations';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';

const self = 'seed';

/** The RPCs that demo data is made with. */
export const rpc = {
  cards: client(CardsServiceDefinition, 'PAYMENTS_ADDR', self),
  credits: client(CreditsServiceDefinition, 'PAYMENTS_ADDR', self),
  fees: client(FeesServiceDefinition, 'PAYMENTS_ADDR', self),
  registrations: client(RegistrationsServiceDefinition, 'REGISTRATION_ADDR', self),
  sessions: client(SessionsServiceDefinition, 'REGISTRATION_ADDR', self),
};
