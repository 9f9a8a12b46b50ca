import type { Call } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { schools } from './clients.ts';

interface SchoolOptions {
  /** The field that names the school. */
  path?: string;
  /** Accepts a closed school, for a student who is there already. */
  evenClosed?: boolean;
}

/**
 * Returns a school to which a student can belong. Refuses with invalid, at its field, any other id.
 */
export async function schoolOnRecord(
  { actor, requestId }: Call,
  id: number,
  { path = 'schoolId', evenClosed = false }: SchoolOptions = {},
) {
  const { schools: found } = await schools.listSchools({ ids: [id] }, { actor, requestId });
  const school = found.find((one) => one.id === id && (one.active || evenClosed));
  if (!school) throw invalid({ path, message: 'School invalid' });
  return school;
}
