import { api } from '../api/client.ts';

export type { Factor } from '@portal/contract/staff/security';
export type { SecondFactor } from '@portal/contract/students/auth';

export const secondFactorCall = api.secondFactor;
export const addSecondFactorCall = api.addSecondFactor;
