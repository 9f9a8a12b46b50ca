import { randomUUID } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import * as z from 'zod';
import type { Notices } from '../notices.ts';
import { bodyOf, fields, notFound, parameter } from '../partner-http.ts';
import type { Shelves } from '../records/shelf.ts';
import type { Settings } from '../settings.ts';
import { examPage } from './exam-page.ts';
import type { Run } from './sittings.ts';

const launch = z.object({
  reference: fields.reference,
  kind: z.enum(['exam', 'program']),
  contentCode: fields.text,
  title: fields.optionalText,
  student: z.object({ id: fields.reference, firstName: fields.text, lastName: fields.text }),
  extraMinutes: z.number().int().min(0).max(1440).optional(),
  breakMinutes: z.number().int().min(0).max(1440).optional(),
});
const kind = z.enum(['exam', 'program']);
const path = '/api/partner/examPlatform';

/**
 * The exam platform under /exams. Finishing an exam or a program on its page goes to the portal as
 * a signed notice.
 */
export function createExams(
  settings: Settings,
  shelves: Shelves,
  notices: Notices,
  now: () => number,
): Router {
  const runs = shelves.shelf<Run>('exams.runs', (one) => `${one.kind}/${one.reference}`);
  const router = Router();
  const time = () => new Date(now()).toISOString();
  const shown = (one: Run) => ({ ...one, url: `${settings.sandboxUrl}/exams/run/${one.runId}` });
  const byReference = (req: Request): Run => {
    const found = runs.byKey(
      `${kind.parse(parameter(req, 'kind'))}/${parameter(req, 'reference')}`,
    );
    if (!found) throw notFound('Run');
    return found;
  };
  const byId = (req: Request): Run => {
    const found = runs.get(parameter(req, 'runId'));
    if (!found) throw notFound('Run');
    return found;
  };
  const finish = (one: Run): Run => {
    const done = runs.put(one.runId, { ...one, status: 'completed', completedAt: time() });
    const registrationId = /^\d+$/.test(one.reference) ? Number(one.reference) : one.reference;
    notices.send(path, `exams:${one.runId}`, {
      registrationId,
      kind: one.kind === 'exam' ? 'exam_completed' : 'program_completed',
    });
    return done;
  };

  router.post('/launches', (req: Request, res: Response) => {
    const { title, ...input } = bodyOf(launch, req);
    const before = runs.byKey(`${input.kind}/${input.reference}`);
    const runId = before?.runId ?? randomUUID();
    const kept =
      before && before.status !== 'cancelled'
        ? before
        : ({ status: 'started', startedAt: time(), completedAt: null } as const);
    const one = runs.put(runId, { ...kept, ...input, title: title || input.contentCode, runId });
    res.status(before ? 200 : 201).json(shown(one));
  });
  router.get('/runs/:kind/:reference', (req, res) => void res.json(shown(byReference(req))));
  router.delete(
    '/runs/:kind/:reference',
    (req, res) =>
      void res.json(runs.put(byReference(req).runId, { ...byReference(req), status: 'cancelled' })),
  );
  router.post('/runs/:kind/:reference/reopen', (req, res) => {
    const one = byReference(req);
    res.json(shown(runs.put(one.runId, { ...one, status: 'started', completedAt: null })));
  });
  router.get('/run/:runId', (req, res) => {
    const one = byId(req);
    res.type('html').send(examPage(one, settings.publicUrl, notices.of(`exams:${one.runId}`)));
  });
  router.post('/run/:runId/finish', (req, res) => {
    const one = finish(byId(req));
    if (req.is('json')) return void res.json(shown(one));
    res.redirect(303, `/exams/run/${one.runId}`);
  });
  return router;
}
