import type { Call } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { schools } from './clients.ts';

interface Wanted {
  /** The field that names the school. */
  path?: string;
  /** Takes a school that is closed, for who is there already. */
  evenClosed?: boolean;
}

/** A school that somebody can be put at. Refuses with invalid, at its field, any other id. */
export async function schoolOnRecord(
  { actor, requestId }: Call,
  id: number,
  { path = 'schoolId', evenClosed = false }: Wanted = {},
) {
  const { schools: found } = await schools.listSchools({ ids: [id] }, { actor, requestId });
  const school = found.find((one) => one.id === id && (one.active || evenClosed));
  if (!school) throw invalid({ path, message: 'School invalid' });
  return school;
}
