import type { Account } from '@portal/access/can';
import { kindOf } from '@portal/access/roles';
import { forgetSlips } from '../admission/kept-slips.ts';
import { forgetAccount } from './session-clock.ts';
import { sessionIsOver, setSessionOver } from './session-over.ts';

const hint = (name: string): string | null => {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
};

interface Person extends Account {
  signedIn: boolean;
  roles: string[];
  student: boolean;
  staff: boolean;
}
/** The last person of the page, while signed in. */
let last: Person | null = null;

/**
 * Returns the person of the page; while it waits for a new sign-in, the last person. The cookies
 * only steer the page; the server trusts only its own session. R-029.
 */
export function readSession(): Person {
  if (sessionIsOver() && last) return last;
  const signedIn = hint('isLoggedIn') === '1';
  const roles = signedIn ? (hint('roles') ?? '').split(',').filter(Boolean) : [];
  const kind = kindOf(roles);
  const person = { signedIn, kind, roles, student: kind === 'student', staff: kind === 'staff' };
  if (signedIn) last = person;
  return person;
}

/** Clears the data of this tab, which belongs to the session, e.g. an abandoned selection. */
function forgetTab(): void {
  try {
    window.sessionStorage.clear();
  } catch {
    // the browser stores nothing
  }
}

/**
 * Takes the hints away; the session itself is the server's. `onPurpose`: the person signed out, and
 * other windows are to know.
 */
export function forgetSession(onPurpose = false): void {
  forgetSlips();
  forgetTab();
  last = null;
  forgetAccount(onPurpose);
  setSessionOver(false);
  for (const name of ['isLoggedIn', 'roles']) {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
    document.cookie = `${name}=; Max-Age=0; Path=/; SameSite=Lax`;
  }
}

/** Returns a path of this portal to go back to; home for anything else. */
export function ownPath(path: unknown, home: string): string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) && !/^\/(admin\/)?login\b/.test(path)
    ? path
    : home;
}

/** The location state of a login page: the requested page. */
export interface RequestContext {
  requestedPath?: string;
  /** The session ended while the person was in the portal. */
  ended?: boolean;
}
