import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';

export type { Security } from '@portal/contract/staff/security';
export type { Factor } from '../shared/second-factor/api.ts';

export const securityCall = api.getSecurity;
export const changeSecurityCall = api.changeSecurity;

export const useSecurity = () => useAnswer(securityCall, {});
