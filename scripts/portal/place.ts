/** Addresses of a running portal. The handle of a started portal has them too. */
export interface Place {
  readonly url: string;
  readonly mailUrl: string;
  readonly sandboxUrl: string;
  /**
   * Addresses of the services, their databases, and TOKEN_SIGNING_KEY, by the names of the
   * environment variables.
   */
  readonly env: Readonly<Record<string, string | undefined>>;
}

function named(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`${name} is not set: these tests need a running portal`);
}

/** The portal that environment variables name (PORTAL_URL and others). */
export const thePortal: Place = {
  get url() {
    return named('PORTAL_URL');
  },
  get mailUrl() {
    return named('MAIL_URL');
  },
  get sandboxUrl() {
    return named('SANDBOX_URL');
  },
  env: process.env,
};
