import { randomUUID } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import * as z from 'zod';
import type { Notice, Notices } from '../notices.ts';
import { bodyOf, fields, notFound, parameter } from '../partner-http.ts';
import type { Shelves } from '../records/shelf.ts';
import type { Settings } from '../settings.ts';
import { proctorPage } from './proctor-page.ts';
import type { Booking, ProctorStatus } from './sittings.ts';

const booking = z.object({
  reference: fields.reference,
  student: z.object({
    id: fields.reference,
    firstName: fields.text,
    lastName: fields.text,
    email: fields.optionalText,
  }),
  exam: z.object({
    code: fields.reference,
    name: fields.text,
    minutes: z.number().int().min(1).max(1440).optional(),
  }),
  startUrl: z.url({ protocol: /^https?$/ }),
});
const action = z.object({
  kind: z.enum(['let_in', 'started', 'disconnected', 'completed', 'disqualified']),
  comment: z.string().trim().max(500).optional(),
});

const path = '/api/partner/proctoring';
const statusAfter: Record<z.infer<typeof action>['kind'], ProctorStatus> = {
  let_in: 'let_in',
  started: 'let_in',
  disconnected: 'disconnected',
  completed: 'completed',
  disqualified: 'disqualified',
};

/**
 * The proctoring service under /proctor. Actions of the proctor on the page go to the portal as
 * signed notices.
 */
export function createProctor(
  settings: Settings,
  shelves: Shelves,
  notices: Notices,
  now: () => number,
): Router {
  const bookings = shelves.shelf<Booking>('proctor.bookings', (one) =>
    one.status === 'cancelled' ? null : one.reference,
  );
  const router = Router();
  const time = () => new Date(now()).toISOString();
  const existing = (req: Request): Booking => {
    const found = bookings.get(parameter(req, 'uuid'));
    if (!found) throw notFound('Booking');
    return found;
  };
  // a fresh link each time, as the real service gives; the page itself needs only the booking's id
  const shown = (one: Booking) => ({
    ...one,
    url: `${settings.sandboxUrl}/proctor/play/${one.proctorUuid}?visit=${randomUUID()}`,
  });

  router.post('/bookings', (req: Request, res: Response) => {
    const input = bodyOf(booking, req);
    const before = bookings.byKey(input.reference);
    const proctorUuid = before?.proctorUuid ?? randomUUID();
    const fresh = { status: 'booked', bookedAt: time(), letInAt: null, endedAt: null } as const;
    const kept = before && before.status !== 'cancelled' ? before : fresh;
    // booked again with another start link (a re-opened exam): the sitting goes on with the new one
    const reopened =
      before !== undefined && before.startUrl !== input.startUrl && before.endedAt !== null
        ? fresh
        : {};
    const one = bookings.put(proctorUuid, { ...kept, ...reopened, ...input, proctorUuid });
    res.status(before ? 200 : 201).json(shown(one));
  });
  router.get('/bookings', (req, res) => {
    const all = bookings
      .all()
      .filter((one) => req.query.reference === undefined || one.reference === req.query.reference);
    res.json(all);
  });
  router.get('/bookings/:uuid', (req, res) => void res.json(existing(req)));
  router.post(
    '/bookings/:uuid/link',
    (req, res) => void res.json({ url: shown(existing(req)).url }),
  );
  router.delete('/bookings/:uuid', (req, res) => {
    const one = existing(req);
    res.json(bookings.put(one.proctorUuid, { ...one, status: 'cancelled', endedAt: time() }));
  });

  const act = (one: Booking, input: z.infer<typeof action>): Notice => {
    const status = statusAfter[input.kind];
    const letInAt = status === 'let_in' ? (one.letInAt ?? time()) : one.letInAt;
    const endedAt = status === 'completed' || status === 'disqualified' ? time() : null;
    bookings.put(one.proctorUuid, { ...one, status, letInAt, endedAt });
    return notices.send(path, `proctor:${one.proctorUuid}`, {
      proctorUuid: one.proctorUuid,
      kind: input.kind,
      ...(input.comment && { comment: input.comment }),
    });
  };
  router.get('/play/:uuid', (req, res) => {
    const one = existing(req);
    res.type('html').send(proctorPage(one, notices.of(`proctor:${one.proctorUuid}`)));
  });
  router.post('/play/:uuid/actions', (req, res) => {
    const one = existing(req);
    const notice = act(one, bodyOf(action, req));
    if (req.is('json'))
      return void res.json({
        eventId: notice.eventId,
        status: bookings.get(one.proctorUuid)?.status,
      });
    res.redirect(303, `/proctor/play/${one.proctorUuid}`);
  });
  return router;
}
