import type { NextFunction, Request, RequestHandler, Response } from 'express';
import * as z from 'zod';
import { type Partner, partnerNamed } from './partners.ts';
import type { Journal } from './records/journal.ts';

const faultModes = [
  'decline',
  'error',
  'timeout',
  'slow',
  'drop-after-charge',
  'down',
  'garbage',
] as const;
export type FaultMode = (typeof faultModes)[number];

/**
 * How a partner misbehaves: the next `left` calls (all, when null), only those of `operation` and
 * those with `about` in what they say, when these are named; `ms` is the pause.
 */
export interface Fault {
  partner: Partner;
  mode: FaultMode;
  left: number | null;
  operation: string | null;
  about: string | null;
  ms: number;
}

const order = z.object({
  partner: z.string().transform((name, context) => {
    const partner = partnerNamed(name);
    if (!partner) context.addIssue({ code: 'custom', message: 'is not a partner of the sandbox' });
    return partner ?? 'cards';
  }),
  mode: z.enum(faultModes),
  count: z.number().int().min(1).max(1_000_000).optional(),
  operation: z.string().min(1).max(200).optional(),
  about: z.string().min(1).max(200).optional(),
  ms: z.number().int().min(0).max(600_000).optional(),
});

const slowFor = 3_000;
const holdFor = 60_000;

/** Callbacks that continue held-back answers, by partner. */
const heldBack = new Map<Partner, Set<() => void>>();

/** The faults in force; one a partner. Setting another replaces it. */
export interface Faults {
  set(input: unknown): Fault;
  /** Answers that a fault holds back come at once. */
  clear(partner?: Partner): void;
  list(): Fault[];
  /**
   * The fault for this call, already counted; `can` says whether the mode fits the call (a look-up
   * is not declined), `said` is what it says.
   */
  take(
    partner: Partner,
    operation: string,
    can?: (mode: FaultMode) => boolean,
    said?: unknown,
  ): Fault | null;
  /** Takes a fault as `take`, but only one that names this operation. */
  takeNamed(partner: Partner, operation: string): Fault | null;
}

/** Makes an empty set of faults. `set` throws a ZodError for an invalid fault. */
export function createFaults(): Faults {
  const inForce = new Map<Partner, Fault>();
  const take: Faults['take'] = (partner, operation, can, said = null) => {
    const fault = inForce.get(partner);
    if (
      !fault ||
      (fault.operation !== null && fault.operation !== operation) ||
      (fault.about !== null && !JSON.stringify(said).includes(fault.about)) ||
      (can && !can(fault.mode))
    )
      return null;
    if (fault.left !== null) {
      fault.left -= 1;
      if (fault.left <= 0) inForce.delete(partner);
    }
    return fault;
  };
  return {
    set: (input) => {
      const { partner, mode, count, operation, about, ms } = order.parse(input);
      const fault: Fault = {
        partner,
        mode,
        left: count ?? null,
        operation: operation ?? null,
        about: about ?? null,
        ms: ms ?? (mode === 'timeout' ? holdFor : slowFor),
      };
      inForce.set(partner, fault);
      return fault;
    },
    clear: (partner) => {
      if (partner) inForce.delete(partner);
      else inForce.clear();
      for (const [of, answers] of heldBack)
        if (partner === undefined || of === partner) for (const goOn of [...answers]) goOn();
    },
    list: () => [...inForce.values()],
    take,
    takeNamed: (partner, operation) =>
      inForce.get(partner)?.operation === operation ? take(partner, operation) : null,
  };
}

/**
 * Does to the connection what the fault says. True: the call is over and must have no effect.
 * False: go on (the answer may be held back or lost).
 */
export function playFault(fault: Fault | null, req: Request, res: Response): boolean {
  if (fault === null || fault.mode === 'decline' || fault.mode === 'error') return false;
  if (fault.mode === 'down') {
    req.socket.destroy();
    return true;
  }
  if (fault.mode === 'garbage') {
    res.type('application/json').send('{"answer": <html>');
    return true;
  }
  if (fault.mode === 'timeout') {
    const hold = setTimeout(() => req.socket.destroy(), fault.ms);
    hold.unref();
    req.socket.once('close', () => clearTimeout(hold));
    return true;
  }
  const end = res.end.bind(res) as (...parts: unknown[]) => Response;
  const { mode, ms, partner } = fault;
  const held = heldBack.get(partner) ?? new Set();
  heldBack.set(partner, held);
  res.end = ((...parts: unknown[]) => {
    if (mode === 'drop-after-charge') {
      req.socket.destroy();
      return res;
    }
    const goOn = () => {
      clearTimeout(timer);
      held.delete(goOn);
      end(...parts);
    };
    const timer = setTimeout(goOn, ms).unref();
    held.add(goOn);
    return res;
  }) as typeof res.end;
  return false;
}

/**
 * Journals every call of a partner that speaks plain JSON over HTTP and plays its fault. Pages for
 * people (GET of `pages`) stay out of it.
 */
export function watched(
  partner: Partner,
  journal: Journal,
  faults: Faults,
  pages?: RegExp,
): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    if (pages?.test(req.path)) return next();
    const operation = `${req.method} ${req.baseUrl}${req.path}`;
    // a look-up has nothing to decline and nothing to lose after it was done
    const shown = Buffer.isBuffer(req.body) ? { bytes: req.body.length } : (req.body ?? null);
    const said = req.method === 'GET' ? req.query : shown;
    const fault = faults.take(
      partner,
      operation,
      (mode) => req.method !== 'GET' || (mode !== 'decline' && mode !== 'drop-after-charge'),
      said,
    );
    journal.note(partner, operation, said, fault?.mode);
    if (playFault(fault, req, res)) return;
    if (fault?.mode === 'error')
      return void res
        .status(500)
        .json({ error: { code: 'internal_error', message: 'The service failed.' } });
    if (fault?.mode === 'decline')
      return void res
        .status(422)
        .json({ error: { code: 'refused', message: 'The request was refused.' } });
    next();
  };
}
