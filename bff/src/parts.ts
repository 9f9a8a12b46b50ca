import type { Log } from '@portal/kit/log';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Clients } from './clients.ts';
import type { CookieSettings } from './door/cookies.ts';
import type { Checks } from './door/health.ts';
import type { Sessions } from './door/sessions.ts';
import type { Tries } from './door/tries.ts';
import type { LiveStreams } from './live/streams.ts';

/** What the calls work with. */
export interface Parts extends Clients {
  catalogue: Catalogue;
  sessions: Sessions;
  tries: Tries;
  /** Open pages that are told of changes. */
  live: LiveStreams;
  cookies: CookieSettings;
  /** Host of the portal as people see it. */
  publicHost: string;
  checks: Checks;
  log: Log;
}
