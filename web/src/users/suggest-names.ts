/** Names suggested by an email address. */
export interface Suggested {
  /** Where a whole line of a mail was pasted: 'Rivka Stern <rivka.stern@jse.test>'. */
  realName: string | null;
  email: string;
  /** The part before the @, as far as a login name may contain it. */
  loginName: string;
}

/** Returns names taken from a typed or pasted address. */
export function suggestNames(typed: string): Suggested {
  const at = typed.indexOf('<');
  const isLine = at > 0 && typed.trimEnd().endsWith('>');
  const email = isLine ? typed.slice(at + 1, typed.lastIndexOf('>')).trim() : typed;
  const realName = isLine ? typed.slice(0, at).replaceAll('"', '').trim() : null;
  const [before = ''] = email.split('@');
  const loginName = before.toLowerCase().replace(/[^a-z0-9._-]/g, '');
  return { realName, email, loginName };
}
