import { readEnv, serviceEnv } from '@portal/kit/env';
import { z } from 'zod';

export const env = readEnv(serviceEnv.extend({ TAL_URL: z.url() }));
