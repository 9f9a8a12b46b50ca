import type { Session } from '@portal/contract/sessions/sessions';
import { listed } from '../language/locale.ts';

type Place = Pick<Session, 'branchName' | 'locationName' | 'schoolName'>;

/** Returns the name of the place of a session; null: it has none. */
export const placeName = ({ branchName, locationName, schoolName }: Place): string | null =>
  branchName ?? locationName ?? schoolName;

/** Returns the place of a session in one line, with its address. */
export const placeText = ({
  address,
  city,
  ...place
}: Place & Pick<Session, 'address' | 'city'>): string => listed([placeName(place), address, city]);
