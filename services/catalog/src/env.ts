import { readEnv, serviceEnv } from '@portal/kit/env';

export const env = readEnv(serviceEnv);
