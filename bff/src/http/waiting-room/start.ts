import { createHmac } from 'node:crypto';
import type { Log } from '@portal/kit/observability/log';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Redis } from '../redis.ts';
import type { CookieSettings } from '../session/cookies.ts';
import { createLoadWatch } from './load-watch.ts';
import { createPlaces } from './place.ts';
import { createQueueCounters } from './queue-counters.ts';
import { createSignInTurns } from './sign-in-turns.ts';
import { createWaitingRoom, NO_WAITING_ROOM, type WaitingRoom } from './waiting-room.ts';

/** The settings of the waiting room; see env.ts. */
export interface WaitingRoomSettings {
  WAITING_ROOM: 'on' | 'off';
  WAITING_ROOM_TARGET_MS: number;
  WAITING_ROOM_PLACES: number;
  WAITING_ROOM_PLACES_OF_ADDRESS: number;
  SIGN_INS_AT_ONCE: number;
  TRUSTED_PROXIES: number;
}

const TICK_MS = 500;
/** Their share is kept whatever students do: they are few, and wait for each other alone. */
const STAFF_AT_ONCE = 2;
const STAFF_LONGEST_MS = 20_000;

/** Starts the waiting room of this process; `stop` ends its looking at the load. */
export function startWaitingRoom(
  settings: WaitingRoomSettings,
  redis: Redis,
  more: {
    cookies: CookieSettings;
    connectionShare: () => number;
    log: Log;
    /** Signs places; may change, as may the one that hides addresses. */
    placeSecret: () => string;
    addressSecret: () => string;
  },
): { room: WaitingRoom; stop: () => void } {
  if (settings.WAITING_ROOM === 'off') return { room: NO_WAITING_ROOM, stop: () => {} };
  const { WAITING_ROOM_TARGET_MS: targetMs, SIGN_INS_AT_ONCE: atOnce } = settings;
  const watch = createLoadWatch();
  const room = createWaitingRoom({
    counters: createQueueCounters(
      redis,
      {
        longest: settings.WAITING_ROOM_PLACES,
        ofAddress: settings.WAITING_ROOM_PLACES_OF_ADDRESS,
      },
      { clock: steadyNow, log: more.log },
    ),
    places: createPlaces(more.placeSecret, steadyNow),
    students: createSignInTurns(atOnce, 2 * targetMs),
    staff: createSignInTurns(STAFF_AT_ONCE, STAFF_LONGEST_MS),
    watch,
    limits: { targetMs, loopDelayMs: targetMs / 4, connectionShare: 0.8, leastPerSecond: 2 },
    cookies: more.cookies,
    hidden: (address) =>
      createHmac('sha256', more.addressSecret()).update(`places ${address}`).digest('base64url'),
    endsConnections: settings.TRUSTED_PROXIES === 0,
    connectionShare: more.connectionShare,
    clock: steadyNow,
  });
  const looking = setInterval(
    () => void room.tick().catch((error) => more.log.error({ err: error }, 'tick failed')),
    TICK_MS,
  );
  looking.unref();
  return {
    room,
    stop() {
      clearInterval(looking);
      watch.stop();
    },
  };
}
