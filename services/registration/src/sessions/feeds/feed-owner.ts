import { type Actor, isStaff } from '@portal/kit/auth/actor';
import { type DomainError, invalid } from '@portal/kit/errors';

/** Whose sessions a feed shows: a student's own, or those of a branch, for one account of staff. */
export type FeedOwner =
  | { readonly kind: 'student'; readonly studentId: number }
  | { readonly kind: 'branch'; readonly userId: number; readonly locationId: number };

const invalidLocation = (): DomainError =>
  invalid({ path: 'locationId', message: 'locationId invalid' });

/** Returns the owner of the requested feed: staff name a branch, students none. Throws invalid. */
export function feedOwner(actor: Actor, locationId: number | null): FeedOwner {
  if (isStaff(actor) !== (locationId !== null)) throw invalidLocation();
  return locationId === null
    ? { kind: 'student', studentId: actor.id }
    : { kind: 'branch', userId: actor.id, locationId };
}
