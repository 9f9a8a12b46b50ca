import { readEnv, serviceEnv } from '@portal/kit/env';
import { z } from 'zod';

const address = z.string().min(1);

export const env = readEnv(
  serviceEnv.extend({
    IDENTITY_ADDR: address,
    REGISTRATION_ADDR: address,
    SEMINARY_ADDR: address,
    TAL_URL: z.url(),
    COOPERSMITH_URL: z.url(),
  }),
);
