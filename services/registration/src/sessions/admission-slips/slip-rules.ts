import { createHmac, timingSafeEqual } from 'node:crypto';
import { attendanceOpens } from '../../records/attendance/attendance-rules.ts';

/** The holder of a slip. */
export interface SlipOf {
  sessionId: number;
  studentId: number;
}
/** The content of a slip; `keyId` names the key that signed it. */
export interface Slip extends SlipOf {
  keyId: number;
}

const PREFIX = 'JSE1';
/** 16 bytes in base64url. */
const FORM = /^JSE1\.([A-Za-z0-9_-]{4,80})\.([A-Za-z0-9_-]{22})$/;
const CONTENT = /^(\d{4}),([1-9]\d{0,15}),([1-9]\d{0,15})$/;

/** Derives the key of a year from one secret; knowing one key reveals no other. R-527 */
const keyOf = (secret: string, keyId: number): Buffer =>
  createHmac('sha256', secret).update(`admission slips of ${keyId}`).digest();

const proofOf = (secret: string, keyId: number, signed: string): Buffer =>
  createHmac('sha256', keyOf(secret, keyId)).update(signed).digest().subarray(0, 16);

/** The code of a slip: ids and a proof, no name, date of birth or exam. R-524 */
export function writeSlip({ sessionId, studentId }: SlipOf, secret: string, year: number): string {
  const content = Buffer.from([year, sessionId, studentId].join()).toString('base64url');
  const signed = `${PREFIX}.${content}`;
  return `${signed}.${proofOf(secret, year, signed).toString('base64url')}`;
}

/**
 * Returns the slip of a code that was read in a year, or why it has none: unreadable, it is no
 * slip; forged, no key of this or the last year signed it.
 */
export function readSlip(
  code: string,
  secret: string,
  year: number,
): Slip | 'unreadable' | 'forged' {
  const [, content = '', proof = ''] = FORM.exec(code.trim()) ?? [];
  const [, keyId, sessionId, studentId] =
    CONTENT.exec(Buffer.from(content, 'base64url').toString('latin1')) ?? [];
  if (keyId === undefined) return 'unreadable';
  const slip = {
    keyId: Number(keyId),
    sessionId: Number(sessionId),
    studentId: Number(studentId),
  };
  const isKnown = slip.keyId === year || slip.keyId === year - 1;
  const wanted = proofOf(secret, slip.keyId, `${PREFIX}.${content}`);
  const given = Buffer.from(proof, 'base64url');
  return isKnown && timingSafeEqual(wanted, given) ? slip : 'forged';
}

/** Whether a slip of a place is good at a moment: too early, over, or null for good. R-525 */
export function slipRefusal(
  startsAt: Date,
  ownEnd: Date,
  now: Date,
): 'too_early' | 'slip_over' | null {
  if (now < attendanceOpens({ startsAt, lastDate: null })) return 'too_early';
  return now < ownEnd ? null : 'slip_over';
}
