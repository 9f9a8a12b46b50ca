import { readEnv, serviceEnv } from '@portal/kit/env';
import { z } from 'zod';

/** What catalog needs to run: itself, its partner, and who knows what of it is in use. */
export const env = readEnv(
  serviceEnv.extend({
    TAL_URL: z.url(),
    REGISTRATION_ADDR: z.string().min(1),
    PAYMENTS_ADDR: z.string().min(1),
  }),
);
