import { client } from '@portal/kit/grpc/client';
import { CatalogueUseServiceDefinition as PaymentsUse } from '@portal/proto/payments/v1/catalogue_use';
import { CatalogueUseServiceDefinition as RegistrationUse } from '@portal/proto/registration/v1/catalogue_use';

export const registrationUse = client(RegistrationUse, 'REGISTRATION_ADDR', 'catalog');
export const paymentsUse = client(PaymentsUse, 'PAYMENTS_ADDR', 'catalog');
