/** Students and staff have accounts of two kinds that never meet. */
export type AccountKind = 'student' | 'staff';
/** The use of a token's link: to create or reset a password, or to prove an address. */
export type TokenType = 'create' | 'reset' | 'email';

/** An account, or a student who may get one. */
export interface AccountRef {
  kind: AccountKind;
  id: number;
}

/** Parses the kind of account in a request; any other text matches no account. */
export const accountKind = (text: string): AccountKind => (text === 'staff' ? 'staff' : 'student');
/** The types of links that set passwords, as requests name them. */
export const tokenType = (text: string): 'create' | 'reset' | null =>
  text === 'create' || text === 'reset' ? text : null;
