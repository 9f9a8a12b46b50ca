import { isExcluded } from '@portal/kit/database/database';

/**
 * Does it once more when somebody else took a room at this very moment, which the first try could
 * not see; the second one says which room it is.
 */
export async function againIfRoomTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isExcluded(error, 'session_room_once')) throw error;
    return work();
  }
}
