import type { cancelSession, getLastActiveLocation, getOpenedSessions, scheduleSessionForRegistration } from '@portal/contract/sessions';
import { wire } from '../shared/api.ts';
import { useAnswer } from '../shared/calls.ts';

export const openSessionsCall = wire<typeof getOpenedSessions>('GET', '/api/getOpenedSessions');
export const scheduleCall = wire<typeof scheduleSessionForRegistration>('POST', '/api/scheduleSessionForRegistration', 'keyed');
export const leaveSessionCall = wire<typeof cancelSession>('POST', '/api/cancelSession', 'keyed');
const lastLocationCall = wire<typeof getLastActiveLocation>('GET', '/api/getLastActiveLocation');

/** Sessions of one branch; those of the branch before stay in view until these have come. */
export const useOpenSessions = (locationId: number | null) =>
  useAnswer(openSessionsCall, locationId === null ? {} : { locationId }, { enabled: locationId !== null, keepOld: true, fresh: 0 });
export const useLastLocation = () => useAnswer(lastLocationCall, {}, { fresh: 60_000 });
