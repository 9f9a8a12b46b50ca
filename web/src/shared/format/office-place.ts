import type { OfficeSession } from '@portal/contract/sessions/office-sessions';

type Place = Pick<OfficeSession, 'locationName' | 'schoolName' | 'title' | 'address'>;

/** Where a session of the office is, in a few words. */
export const placeOf = ({ locationName, schoolName, title, address }: Place): string =>
  schoolName ?? locationName ?? title ?? address ?? 'Shipped';
