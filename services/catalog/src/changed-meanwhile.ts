import type { DomainError } from '@portal/kit/errors';
import { domainError } from './errors.ts';

/** The refusal of a change that was made from a version which is not the newest any more. */
export const changedMeanwhile = (lastChangeBy: string | null): DomainError =>
  domainError('changed', `${lastChangeBy ?? 'Somebody'} changed this meanwhile.`);
