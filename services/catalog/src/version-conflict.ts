import type { DomainError } from '@portal/kit/errors';
import { domainError } from './errors.ts';

/** Refuses a change that is based on an older version than the current one. */
export const versionConflict = (lastChangeBy: string | null): DomainError =>
  domainError('changed', `${lastChangeBy ?? 'Somebody'} changed this meanwhile.`);
