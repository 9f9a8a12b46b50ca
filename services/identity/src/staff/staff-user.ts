import type * as tables from '../../prisma/tables.ts';

/** Kinds of a staff account: office, school, and partners of the office. */
export const LOGIN_TYPES = ['staff', 'school', 'partner'] as const;

/** A staff account as tech support reads it: never a password or a token. */
export interface StaffUser
  extends Pick<
    tables.StaffUser,
    | 'id'
    | 'loginName'
    | 'realName'
    | 'loginType'
    | 'email'
    | 'comment'
    | 'schoolId'
    | 'active'
    | 'lastLogin'
  > {
  roles: string[];
  hasPassword: boolean;
}

/** A new staff account. */
export interface NewStaffUser
  extends Pick<
    StaffUser,
    'loginName' | 'realName' | 'loginType' | 'email' | 'comment' | 'schoolId' | 'roles'
  > {}

/** The changeable fields of an account; undefined ones stay. */
export interface StaffUserChange {
  roles?: string[] | undefined;
  schoolId?: number | undefined;
  /** null: none any more. */
  comment?: string | null | undefined;
  active?: boolean | undefined;
}
