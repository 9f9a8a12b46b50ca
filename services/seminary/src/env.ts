import { readEnv, serviceEnv } from '@portal/kit/env';
import { z } from 'zod';

/** What seminary needs to run: itself, the services it asks, and the partner of seminary study. */
export const env = readEnv(serviceEnv.extend({ IDENTITY_ADDR: z.string().min(1), PAYMENTS_ADDR: z.string().min(1), TTI_URL: z.url() }));
