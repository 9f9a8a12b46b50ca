import { setTimeout as pause } from 'node:timers/promises';
import { SpanKind, trace } from '@opentelemetry/api';
import { Histogram } from 'prom-client';
import type { Agent } from 'undici';
import { log } from '../observability/log.ts';

/**
 * A partner that is slow, unavailable, or gives an unexpected answer, or that refuses the request.
 */
export class PartnerError extends Error {
  /** The partner's own code of the refusal. */
  readonly code: string | undefined;
  /** The partner's own sentence about what it refused. */
  readonly said: string | undefined;
  /** The request surely had no effect: the partner refused it, or was not reached. */
  readonly isRefused: boolean;
  /**
   * The partner decided: the same request fails again. False for a partner that is unavailable,
   * slow or busy, or whose answer cannot be read: the same request may succeed later.
   */
  readonly isFinal: boolean;
  /** The partner does not know the subject of the request. */
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

/**
 * Connections of this process to one partner; a request without a free one waits within the time
 * limit.
 */
const MAX_CONNECTIONS = 64;
const CONNECT_TIMEOUT_MS = 3_000;
const RETRY_AFTER_MS = 200;

/** Loaded at the first request to a partner: a process without one saves its 7 MB. */
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
 * Sends a request to a partner and returns its answer, whatever its status is. A GET that did not
 * reach the partner is retried once; no other request is ever repeated here, since a request
 * without an answer may have been carried out. Throws PartnerError when no complete answer came in
 * time. The request is in no log, metric or trace: it names a student.
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
  // the package's types and those of Node's own fetch are duplicates of each other
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
