import type { Log } from '@portal/kit/observability/log';
import type { FeedReads } from './calendar-feeds/feed-reads.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Clients } from './clients.ts';
import type { Checks } from './http/health.ts';
import type { VirusScanner } from './http/input/virus-scanner.ts';
import type { PageSpanProofs } from './http/page-spans/proofs.ts';
import type { AttemptLimiter } from './http/rate-limits/attempts.ts';
import type { CookieSettings } from './http/session/cookies.ts';
import type { KnownBrowsers } from './http/session/known-browsers.ts';
import type { Sessions } from './http/session/sessions.ts';
import type { WaitingRoom } from './http/waiting-room/waiting-room.ts';
import type { LiveStreams } from './live/streams.ts';
import type { ScanLimit } from './sessions/session-day/scan-limit.ts';

/** The dependencies of the calls. */
export interface AppContext extends Clients {
  catalogue: Catalogue;
  sessions: Sessions;
  tries: AttemptLimiter;
  knownBrowsers: KnownBrowsers;
  /** Counts how often calendars read. */
  feedReads: FeedReads;
  /** Counts the slips that staff scan. */
  scans: ScanLimit;
  /** Lets visitors in when it is their turn. */
  waitingRoom: WaitingRoom;
  /** Open pages that are notified of changes. */
  live: LiveStreams;
  cookies: CookieSettings;
  /** Host of the portal as people see it. */
  publicHost: string;
  checks: Checks;
  /** The check of every sent file. */
  scanner: VirusScanner;
  /** Lets pages report their part of traces that are kept. */
  pageSpanProofs: PageSpanProofs;
  log: Log;
}
