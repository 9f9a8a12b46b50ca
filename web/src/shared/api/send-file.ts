import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import { accountHeader, sessionHeader } from '@portal/contract/pages/session-header';
import type { Problem } from '@portal/contract/problem';
import { accountOfPage, noteSession } from '../session/session-clock.ts';
import { beginTrace } from './call-trace.ts';
import { CallFailure, failed, TIMEOUT_MS, type Wire } from './client.ts';

/** A call that takes a file in a form. */
export type TakesFile = CallSpec & { upload: object };

interface FileSending<Spec extends TakesFile> {
  field: Spec['upload']['field'];
  /** Null: the form goes without one. */
  file: File | null;
  key: string;
  signal: AbortSignal;
  /** How much of the file has left, from 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Makes a call that takes a file, once, and tells how far it is; `fetch` cannot. Gives up when
 * nothing moves for the time that an answer may take. Fails with CallFailure, or with the signal's
 * reason.
 */
export function sendFile<Spec extends TakesFile>(
  { path }: Wire<Spec>,
  input: CallInput<Spec>,
  { field, file, key, signal, onProgress }: FileSending<Spec>,
): Promise<CallAnswer<Spec>> {
  const { promise, resolve, reject } = Promise.withResolvers<CallAnswer<Spec>>();
  const form = new FormData();
  for (const [name, value] of Object.entries(input))
    if (value !== undefined) form.set(name, String(value));
  if (file) form.set(field, file, file.name);

  const request = new XMLHttpRequest();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => request.abort(), TIMEOUT_MS);
  };
  const stop = () => request.abort();
  const trace = beginTrace(path);
  const unanswered = () => new CallFailure(0, { requestId: trace.id });
  const noAnswer = () => reject(signal.aborted ? signal.reason : unanswered());
  request.open('POST', path);
  request.setRequestHeader('accept', 'application/json');
  request.setRequestHeader('idempotency-key', key);
  request.setRequestHeader('traceparent', trace.header);
  const account = accountOfPage();
  if (account) request.setRequestHeader(accountHeader, account);
  request.upload.onprogress = ({ loaded, total }) => {
    wait();
    onProgress(total > 0 ? loaded / total : 0);
  };
  request.onload = () => {
    trace.answered(request.getResponseHeader('portal-trace'), request.status);
    noteSession(request.getResponseHeader(sessionHeader));
    const body = jsonIn(request.responseText);
    if (request.status !== 200) reject(failed(request.status, (body ?? {}) as Partial<Problem>));
    else if (body === undefined) reject(unanswered());
    else resolve(body as CallAnswer<Spec>);
  };
  request.onerror = noAnswer;
  request.onabort = noAnswer;
  signal.addEventListener('abort', stop);
  wait();
  if (signal.aborted) noAnswer();
  else request.send(form);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
