import { useAnswer } from '../api/calls.ts';
import { api } from '../api/client.ts';

export const openSessionsCall = api.getOpenedSessions;
const lastLocationCall = api.getLastActiveLocation;

/** Sessions of one branch; those of the branch before stay in view until these have come. */
export const useOpenSessions = (locationId: number | null) =>
  useAnswer(openSessionsCall, locationId === null ? {} : { locationId }, {
    enabled: locationId !== null,
    keepOld: true,
    fresh: 0,
  });
/** Where sessions have room for an exam of so many minutes. */
export const useOpenBranches = (minutes: number) =>
  useAnswer(api.getOpenBranches, { minutes: Math.max(1, minutes) }, { fresh: 30_000 });
export const useLastLocation = () => useAnswer(lastLocationCall, {}, { fresh: 60_000 });
