import type { Call } from '@portal/kit/commands/command';
import type { StaffUser } from './staff-user.ts';
import { findStaff } from './store.ts';

/** Every account of staff by login name, those that are not active included (C-A02). */
export const listStaff = ({ db }: Call): Promise<StaffUser[]> => findStaff(db);
