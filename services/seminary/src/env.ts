import { readEnv, serviceEnv } from '@portal/kit/env';
import { z } from 'zod';

/** The environment of seminary: its own settings, and the services and partners that it calls. */
export const env = readEnv(
  serviceEnv.extend({
    IDENTITY_ADDR: z.string().min(1),
    CATALOG_ADDR: z.string().min(1),
    REGISTRATION_ADDR: z.string().min(1),
    PAYMENTS_ADDR: z.string().min(1),
    TTI_URL: z.url(),
    TAL_URL: z.url(),
  }),
);
