import type { DomainError } from '@portal/kit/errors';
import { domainError } from './errors.ts';

/** The refusal of a change that was made from a version which is not the newest any more. */
export const changedMeanwhile = (by: string | null | undefined): DomainError =>
  domainError('changed', `${by ?? 'Somebody'} changed this meanwhile.`);
