import { api } from '../shared/api/client.ts';

export const scheduleCall = api.scheduleSessionForRegistration;
