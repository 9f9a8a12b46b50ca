import type { CallAnswer } from '@portal/contract/call';
import type { waitInLine } from '@portal/contract/students/waiting';
import type { Request, Response } from 'express';
import { countedAddress } from '../rate-limits/attempts.ts';
import { refuse } from '../refuse.ts';
import { type CookieSettings, readCookie, setPlaceCookie } from '../session/cookies.ts';
import type { Login } from '../session/known-browsers.ts';
import {
  type AdmissionLimits,
  type AdmissionRate,
  DOORS_OPEN,
  nextAdmissionRate,
} from './admission-rate.ts';
import type { LoadWatch } from './load-watch.ts';
import { waitingRoomMetrics as metrics } from './metrics.ts';
import { PASS_LIFE_MS, PLACE_LIFE_MS, type Place, type Places } from './place.ts';
import { createProgress } from './progress.ts';
import type { QueueCounters } from './queue-counters.ts';
import type { SignInTurns } from './sign-in-turns.ts';

export interface Exchange {
  request: Request;
  response: Response;
}

/** The state of the queue for a visitor. */
export type QueuePosition = CallAnswer<typeof waitInLine>;

/**
 * Lets in as many visitors as the portal can bear, and keeps the others in a queue. A signed-in
 * user never meets it: only calls that are marked `queued` and pages of visitors use it.
 */
export interface WaitingRoom {
  /** Whether who comes has to wait, as far as this replica knows. */
  readonly isQueued: boolean;
  /**
   * Returns the position of a visitor. While there is a queue, a visitor without a place gets one,
   * as a cookie; while there is none, or when their number was called, the answer is open.
   */
  standing(exchange: Exchange): Promise<QueuePosition>;
  /**
   * Does the work of a call when it is the visitor's turn. Refuses with `waiting_room` who has to
   * wait, and with `waiting_room_full` who is given no place. `login`: for calls that sign in.
   */
  enter<T>(
    call: { queued?: boolean },
    login: Login | null,
    exchange: Exchange,
    work: () => Promise<T>,
  ): Promise<T>;
  /** Notes how long a call took, in milliseconds; calls that wait for partners are not noted. */
  noteCall(ms: number): void;
  /** Measures the load and calls the next numbers; several times a second. */
  tick(): Promise<void>;
}

export interface WaitingRoomNeeds {
  counters: QueueCounters;
  places: Places;
  students: SignInTurns;
  staff: SignInTurns;
  watch: Pick<LoadWatch, 'noteCall' | 'look'>;
  limits: AdmissionLimits;
  cookies: CookieSettings;
  /** A name for a network address that does not tell it. */
  hidden: (address: string) => string;
  /**
   * Whether connections are those of browsers: a waiting browser must not hold one between polls.
   * Connections of a proxy are shared.
   */
  endsConnections: boolean;
  /** Open connections as a share of those allowed. */
  connectionShare: () => number;
  clock: () => Date;
}

/** A called visitor comes within this time, or takes a new place. */
const CLAIM_MS = 10 * 60_000;
/**
 * A place is valid for so many tries to sign in: enough for typing errors, few enough against
 * copying.
 */
const USES = 10;
/**
 * How often the browser polls its position: after a third of the time that is left. Ten thousand
 * visitors polling at a fixed pace would take a good part of the portal's capacity.
 */
const POLL_SECONDS = { least: 3, most: 60, unknown: 10 };
const POLLS_PER_WAIT = 3;
/** While the queue is empty here, the state of other replicas is read this often. */
const LOOK_ROUND_MS = 1000;

const OPEN: QueuePosition = { state: 'open', ahead: null, waitSeconds: null, pollSeconds: null };

/** The waiting room of a portal that meters no sign-ins, such as by its settings. */
export const NO_WAITING_ROOM: WaitingRoom = {
  isQueued: false,
  standing: async () => OPEN,
  enter: (_call, _login, _exchange, work) => work(),
  noteCall: () => {},
  tick: async () => {},
};

export function createWaitingRoom(needs: WaitingRoomNeeds): WaitingRoom {
  const { counters, places, students, staff, watch, limits, clock } = needs;
  const progress = createProgress();
  let rate: AdmissionRate = DOORS_OPEN;
  /** So many may be let in at once. */
  let tokens = 0;
  let lastTick: number | null = null;
  let lastRound = 0;

  const nowMs = () => clock().getTime();
  const isQueued = () => counters.now.isHeld || counters.now.given > counters.now.called;

  function placeOf({ request }: Exchange): Place | null {
    const place = places.read(readCookie(request, 'place'));
    return place?.epoch === counters.now.epoch ? place : null;
  }
  const isCalled = ({ number }: Place) => number <= counters.now.called;
  const isOverdue = ({ number }: Place) => number <= progress.calledBefore(CLAIM_MS, nowMs());

  /** Answers that the visitor waits, and frees the connection for others. */
  function tellToWait({ response }: Exchange, standing: QueuePosition): QueuePosition {
    if (needs.endsConnections && !response.headersSent) response.setHeader('Connection', 'close');
    return standing;
  }

  function waitOf(ahead: number): QueuePosition {
    const perSecond = progress.perSecond(nowMs());
    const waitSeconds = perSecond ? Math.ceil((ahead + 1) / perSecond) : null;
    const poll =
      waitSeconds === null
        ? POLL_SECONDS.unknown
        : Math.min(
            POLL_SECONDS.most,
            Math.max(POLL_SECONDS.least, Math.round(waitSeconds / POLLS_PER_WAIT)),
          );
    return { state: 'waiting', ahead, waitSeconds, pollSeconds: poll };
  }

  /** A place at the end of the queue, left in the browser. */
  async function takePlace(exchange: Exchange): Promise<QueuePosition> {
    const { request, response } = exchange;
    const number = await counters.take(needs.hidden(countedAddress(request.ip ?? '')));
    if (number === 'full' || number === 'address') {
      metrics.refused.inc({ why: number });
      const { waitSeconds } = waitOf(counters.now.given - counters.now.called);
      const full = { ahead: null, waitSeconds, pollSeconds: waitSeconds ?? 60 };
      return tellToWait(exchange, { state: 'full', ...full });
    }
    const { epoch } = counters.now;
    const { text } = places.write({ epoch, number, takenAt: nowMs() });
    setPlaceCookie(response, needs.cookies, text, PLACE_LIFE_MS);
    return tellToWait(exchange, waitOf(Math.max(0, number - counters.now.called - 1)));
  }

  /** Sign-ins wait for one another for too long. */
  const isBehind = () => students.expectedWaitMs() > limits.targetMs;
  /** The answer for a called visitor while that is so: they stay the next ones. */
  const nearly = (exchange: Exchange): QueuePosition =>
    tellToWait(exchange, {
      state: 'waiting',
      ahead: 0,
      pollSeconds: POLL_SECONDS.least,
      waitSeconds: Math.ceil(students.expectedWaitMs() / 1000),
    });

  async function standing(exchange: Exchange): Promise<QueuePosition> {
    const place = placeOf(exchange);
    if (place && isCalled(place) && !isOverdue(place)) return isBehind() ? nearly(exchange) : OPEN;
    if (place && !isCalled(place))
      return tellToWait(exchange, waitOf(place.number - counters.now.called - 1));
    return isQueued() ? takePlace(exchange) : OPEN;
  }

  function refuseWaiting({ state, pollSeconds }: QueuePosition): never {
    const retryAfter = pollSeconds ?? POLL_SECONDS.unknown;
    throw refuse(state === 'full' ? 'waiting_room_full' : 'waiting_room', { retryAfter });
  }

  /** Whether a visitor may go in now; gives the place that they used for it. */
  async function admit(exchange: Exchange): Promise<Place | null> {
    const place = placeOf(exchange);
    if (place && isCalled(place) && !isOverdue(place)) {
      // a try that is not made is not one of those that a place is good for
      if (isBehind()) refuseWaiting(nearly(exchange));
      if ((await counters.countUse(place.id, PLACE_LIFE_MS)) <= USES) return place;
      metrics.refused.inc({ why: 'used' });
      refuseWaiting(await takePlace(exchange));
    }
    if (place && !isCalled(place)) refuseWaiting(await standing(exchange));
    const mustWait = isQueued() || isBehind() || (rate.mode === 'metered' && tokens < 1);
    if (mustWait) refuseWaiting(await takePlace(exchange));
    if (rate.mode === 'metered') tokens -= 1;
    return null;
  }

  async function enterQueued<T>(
    login: Login | null,
    exchange: Exchange,
    work: () => Promise<T>,
  ): Promise<T> {
    const turn = () => (login ? students.run(work) : work());
    const isBack = login && places.isPassFor(readCookie(exchange.request, 'place'), login);
    const place = isBack ? null : await admit(exchange);
    const done = await turn();
    metrics.admitted.inc({ waited: place ? 'yes' : 'no' });
    if (place) metrics.waited.observe((nowMs() - place.takenAt) / 1000);
    if (login)
      setPlaceCookie(exchange.response, needs.cookies, places.passFor(login), PASS_LIFE_MS);
    return done;
  }

  async function look(now: number, elapsedMs: number): Promise<void> {
    const signInWaitMs = students.expectedWaitMs();
    const signals = {
      ...watch.look(),
      signInWaitMs,
      connectionShare: needs.connectionShare(),
      signInsPerSecond: students.perSecond(),
      isQueued: isQueued(),
    };
    // while no number is called, a lack of overload does not show that the portal could bear more
    const growsFor = counters.now.isHeld ? 0 : elapsedMs;
    rate = nextAdmissionRate(rate, signals, limits, { now, elapsedMs: growsFor });
    const most = Math.max(1, rate.perSecond);
    tokens =
      rate.mode === 'open' || isBehind()
        ? 0
        : Math.min(most, tokens + (rate.perSecond * elapsedMs) / 1000);
    if (isQueued() || now - lastRound >= LOOK_ROUND_MS) {
      lastRound = now;
      tokens -= await counters.call(isQueued() ? Math.floor(tokens) : 0);
    }
    progress.note({ called: counters.now.called, isQueued: isQueued() }, now);
    updateMetrics();
  }

  function updateMetrics(): void {
    const { given, called } = counters.now;
    metrics.waiting.set(given - called);
    metrics.perSecond.set(rate.mode === 'open' ? 0 : rate.perSecond);
    metrics.expected.set(given === called ? 0 : (waitOf(given - called).waitSeconds ?? 0));
    metrics.signInsInside.set(students.inside());
  }

  return {
    get isQueued() {
      return isQueued();
    },
    standing,
    enter(call, login, exchange, work) {
      if (call.queued) return enterQueued(login, exchange, work);
      return login ? staff.run(work) : work();
    },
    noteCall: watch.noteCall,
    async tick() {
      const now = nowMs();
      const elapsedMs = lastTick === null ? 0 : Math.max(0, now - lastTick);
      lastTick = now;
      await look(now, elapsedMs);
    },
  };
}
