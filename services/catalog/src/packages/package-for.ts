import { seesPackageComment } from '@portal/access/package-comment';
import type { Actor } from '@portal/kit/auth/actor';
import type { PackageType } from './package-type.ts';

/** The BFF caches all packages and withholds the comment from persons by the same rule. */
const isBff = ({ kind, via }: Actor): boolean => kind === 'service' && via === 'bff';

/**
 * Returns a package type as the caller may read it: without the office's comment for services, for
 * students and for staff who may not read it (C-A19, C-O22, R-092).
 */
export const packageFor = (actor: Actor, pack: PackageType): PackageType =>
  isBff(actor) || (actor.kind === 'staff' && seesPackageComment(actor))
    ? pack
    : { ...pack, internalComment: null };
