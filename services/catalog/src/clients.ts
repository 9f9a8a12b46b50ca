import { client } from '@portal/kit/grpc/client';
import { CatalogueUseServiceDefinition } from '@portal/proto/registration/v1/catalogue_use';

export const registrationUse = client(
  CatalogueUseServiceDefinition,
  'REGISTRATION_ADDR',
  'catalog',
);
