import { holds } from '@portal/contract/access';

const hint = (name: string): string | null => {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
};

/** Who the page takes the person for. The cookies only steer the page; the server trusts its own session alone. R-029. */
export function readSession(): { signedIn: boolean; roles: string[]; student: boolean; staff: boolean } {
  const signedIn = hint('isLoggedIn') === '1';
  const roles = signedIn ? (hint('roles') ?? '').split(',').filter(Boolean) : [];
  return { signedIn, roles, student: holds(roles, 'student'), staff: holds(roles, 'staff') };
}

/** Takes the hints away; the session itself is the server's. */
export function forgetSession(): void {
  for (const name of ['isLoggedIn', 'roles']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the hints are plain cookies by contract, and Cookie Store is not in every browser
    document.cookie = `${name}=; Max-Age=0; Path=/; SameSite=Lax`;
  }
}

/** A path of this portal to go back to; anything else leads home. */
export function ownPath(path: unknown, home: string): string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) && !/^\/(admin\/)?login\b/.test(path) ? path : home;
}

/** What a login page finds in its location: where the person wanted to go. */
export interface Asked {
  asked?: string;
}
