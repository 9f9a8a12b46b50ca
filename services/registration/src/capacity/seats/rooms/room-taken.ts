import { isExcluded } from '@portal/kit/database/database';

/**
 * Runs `work` again when a concurrent transaction took a room that the first try could not see; the
 * second try reports which room it is.
 */
export async function againIfRoomTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isExcluded(error, 'session_room_once')) throw error;
    return work();
  }
}
