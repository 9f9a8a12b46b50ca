import type { Session } from '@portal/contract/sessions/sessions';

/** Returns the place of a session in one line. */
export const placeText = ({
  branchName,
  locationName,
  schoolName,
  address,
  city,
}: Pick<Session, 'branchName' | 'locationName' | 'schoolName' | 'address' | 'city'>): string =>
  [branchName ?? locationName ?? schoolName, address, city].filter(Boolean).join(', ');
