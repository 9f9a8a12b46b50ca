/** Students and staff have accounts of two kinds that never meet. */
export type AccountKind = 'student' | 'staff';
export type TokenType = 'create' | 'reset';

/** An account, or a student who may get one. */
export interface AccountRef {
  kind: AccountKind;
  id: number;
}

/** The kind as a request names it; anything else is nobody's account. */
export const accountKind = (text: string): AccountKind => (text === 'staff' ? 'staff' : 'student');
export const tokenType = (text: string): TokenType | null =>
  text === 'create' || text === 'reset' ? text : null;
