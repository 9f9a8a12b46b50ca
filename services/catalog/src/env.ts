import { readEnv, serviceEnv } from '@portal/kit/env';
import { z } from 'zod';

/** The environment of catalog: its own settings, TAL and the services that know catalogue use. */
export const env = readEnv(
  serviceEnv.extend({
    TAL_URL: z.url(),
    REGISTRATION_ADDR: z.string().min(1),
    PAYMENTS_ADDR: z.string().min(1),
  }),
);
