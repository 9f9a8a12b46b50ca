import { setTimeout as pause } from 'node:timers/promises';
import { SpanKind, trace } from '@opentelemetry/api';
import { Histogram } from 'prom-client';
import type { Agent } from 'undici';
import { log } from '../observability/log.ts';

/**
 * A partner that is slow, away, or answers something else than it should, or that refuses what was
 * asked.
 */
export class PartnerError extends Error {
  /** The partner's own code of what it refused. */
  readonly code: string | undefined;
  /** The partner's own sentence about what it refused. */
  readonly said: string | undefined;
  /** It surely did nothing of what was asked: it said no, or was not reached. */
  readonly isRefused: boolean;
  /**
   * The partner decided: the same request fails again. False for a partner that is unavailable, slow
   * or busy, or whose answer cannot be read: the same request may succeed later.
   */
  readonly isFinal: boolean;
  /** What was asked for is not known there. */
  readonly isUnknown: boolean;

  constructor(
    reason: string,
    {
      code,
      said,
      isRefused = false,
      isFinal = false,
      isUnknown = false,
    }: {
      code?: string | undefined;
      said?: string | undefined;
      isRefused?: boolean;
      isFinal?: boolean;
      isUnknown?: boolean;
    } = {},
  ) {
    super(reason);
    this.code = code;
    this.said = said;
    this.isRefused = isRefused;
    this.isFinal = isFinal;
    this.isUnknown = isUnknown;
  }
}

export interface PartnerRequest {
  /** Which partner, for log, metric and trace. */
  partner: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string | FormData | URLSearchParams;
  /** Milliseconds until the whole answer has to be here. */
  timeoutMs: number;
}
export interface PartnerAnswer {
  status: number;
  text: string;
}

/** Connections of this process to one partner; who finds none free waits within the time limit. */
const MAX_CONNECTIONS = 64;
const CONNECT_TIMEOUT_MS = 3_000;
const RETRY_AFTER_MS = 200;

/** Loaded when a partner is first asked: a process that asks none does without its 7 MB. */
let agent: Promise<Agent> | undefined;
const connections = (): Promise<Agent> =>
  (agent ??= import('undici').then(
    ({ Agent }) =>
      new Agent({ connections: MAX_CONNECTIONS, connect: { timeout: CONNECT_TIMEOUT_MS } }),
  ));

const seconds = new Histogram({
  name: 'portal_partner_seconds',
  help: 'Time of a request to a partner',
  labelNames: ['partner', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});
const tracer = trace.getTracer('portal');

/**
 * Sends a request to a partner and gives its answer, whatever its status is. A GET that did not
 * reach the partner is tried once more; nothing else is ever repeated here, since a request without
 * an answer may have been carried out. Throws PartnerError when no whole answer came in time. What
 * was asked is in no log, metric or trace: it names a student.
 */
export async function requestPartner(request: PartnerRequest): Promise<PartnerAnswer> {
  const { partner, method, timeoutMs } = request;
  const span = tracer.startSpan(`${method} ${partner}`, { kind: SpanKind.CLIENT });
  const started = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  let outcome = 'failed';
  try {
    const answer = await sendOnce(request, signal).catch(async (error: unknown) => {
      if (method !== 'GET' || !isUnreached(error) || signal.aborted) throw error;
      await pause(RETRY_AFTER_MS);
      return sendOnce(request, signal);
    });
    outcome = String(answer.status);
    return answer;
  } catch (error) {
    const reason = codeOf(error);
    log.warn({ partner, method, reason }, 'partner failed');
    throw new PartnerError(reason, { isRefused: isUnreached(error) });
  } finally {
    const ms = performance.now() - started;
    seconds.observe({ partner, outcome }, ms / 1000);
    log.info({ partner, method, outcome, ms: Math.round(ms) }, 'partner request finished');
    span.setAttributes({ partner, outcome });
    span.end();
  }
}

async function sendOnce(
  { method, url, headers = {}, body }: PartnerRequest,
  signal: AbortSignal,
): Promise<PartnerAnswer> {
  const init = { method, headers, signal, redirect: 'error', dispatcher: await connections() };
  const sent = body === undefined ? init : { ...init, body };
  // two copies of the same types: those of the package, and those of Node's own fetch
  const response = await fetch(url, sent as unknown as RequestInit);
  return { status: response.status, text: await response.text() };
}

const UNREACHED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];
/** The request has not left: no connection came about. */
const isUnreached = (error: unknown): boolean => UNREACHED.includes(codeOf(error));

const codeOf = (error: unknown): string => {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: string };
  return String(cause?.code ?? name ?? 'failed');
};
