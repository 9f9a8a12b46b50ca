// Calls of the portal, each under its name of the contract, and what their answers count as.
import { sleep } from 'k6';
import http from 'k6/http';
import { Counter } from 'k6/metrics';
import { base } from './settings.js';

/** Answers of 500 and more, and calls without an answer. */
const serverErrors = new Counter('server_errors');
/** Answers that the scenario has no place for. */
const unexpected = new Counter('unexpected_answers');
/** What the portal refuses by a rule, such as a session that is full. */
const refusals = new Counter('refusals');

/**
 * @typedef {object} Call
 * @property {string} name of the contract, e.g. getAllExamsAccordingStudent
 * @property {'GET' | 'POST'} [method]
 * @property {string} [path] below /api, where it is not the name
 * @property {object} [body]
 * @property {string} [cookie] of the caller
 * @property {boolean} [keyed] takes an Idempotency-Key
 * @property {readonly string[]} [refusals] codes that are an answer too
 * @property {boolean} [uncounted] retried when it fails, since it is no part of the measurement
 */

/** @param {Call} call */
function requestOf({ name, method = 'POST', path = name, body = {}, cookie, keyed = false }) {
  const headers = {
    ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    ...(cookie ? { cookie } : {}),
    ...(keyed ? { 'idempotency-key': crypto.randomUUID() } : {}),
  };
  return {
    method,
    url: `${base}/api/${path}`,
    body: method === 'POST' ? JSON.stringify(body) : null,
    params: {
      headers,
      // cookies belong to the caller, not to the virtual user
      jar: new http.CookieJar(),
      tags: { name },
      responseCallback: http.expectedStatuses({ min: 200, max: 499 }),
    },
  };
}

/**
 * @param {Call} call
 * @param {import('k6/http').RefinedResponse} answer
 */
function judge({ name, refusals: known = [], uncounted = false }, answer) {
  const isJson = /json/.test(answer.headers['Content-Type'] || '');
  const body = isJson ? answer.json() : null;
  const code = answer.status < 400 && answer.status > 0 ? null : (body?.code ?? answer.error);
  const tags = { name, code: String(code), status: String(answer.status) };
  const judged = { ok: code === null, status: answer.status, code, body, cookie: cookieOf(answer) };
  if (uncounted) return judged;
  if (answer.status === 0 || answer.status >= 500) serverErrors.add(1, tags);
  else if (code !== null) (known.includes(code) ? refusals : unexpected).add(1, tags);
  return judged;
}

const cookieOf = ({ cookies }) =>
  Object.values(cookies)
    .map(([cookie]) => `${cookie.name}=${cookie.value}`)
    .join('; ');

/**
 * Makes a call. `ok` is false for refusals and errors, which are counted.
 * @param {Call} call
 */
export function ask(call) {
  const { method, url, body, params } = requestOf(call);
  return judge(call, http.request(method, url, body, params));
}

/**
 * Makes calls a few at a time, to prepare a scenario before it begins.
 * @param {readonly Call[]} calls
 */
export function askAll(calls, atOnce = 8) {
  const results = [];
  for (let first = 0; first < calls.length; first += atOnce) {
    const some = calls.slice(first, first + atOnce);
    const answers = http.batch(some.map(requestOf));
    results.push(...some.map((call, index) => judge(call, answers[index])));
  }
  return results;
}

/** How often it is looked whether the portal is ready, a second apart. */
const LOOKS = 20;

/**
 * Ends the run with one sentence where the portal is not ready, nor becomes so in a moment: a pause
 * of a busy machine is over soon.
 */
export function demandReady() {
  const look = () =>
    http.get(`${base}/readyz`, { responseCallback: null, tags: { name: 'readyz' } });
  let answer = look();
  for (let looks = 1; answer.status !== 200 && looks < LOOKS; looks += 1) {
    sleep(1);
    answer = look();
  }
  if (answer.status !== 200)
    throw new Error(`The portal at ${base} is not ready (${answer.status || answer.error}).`);
}
