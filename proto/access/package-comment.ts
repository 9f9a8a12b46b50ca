import { type Account, can } from './can.ts';

/**
 * Whether an account may read the office's comment on a package (C-A19, C-O22): admins and advisor
 * admins, and the staff who edit packages; never a student.
 */
export const seesPackageComment = (account: Account): boolean =>
  can(account, 'office_package.list') || can(account, 'office_price.edit');
