import { readEnv, serviceEnv } from '@portal/kit/env';
import { z } from 'zod';

const address = z.string().min(1);

/** The environment of schools: its own settings, and the services that a bulk run calls. */
export const env = readEnv(
  serviceEnv.extend({
    IDENTITY_ADDR: address,
    CATALOG_ADDR: address,
    REGISTRATION_ADDR: address,
    PAYMENTS_ADDR: address,
  }),
);
