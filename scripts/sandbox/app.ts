import { readFileSync } from 'node:fs';
import express, { type Express, type Request, type Response } from 'express';
import { createCards } from './cards/cards.ts';
import { createCoopersmith } from './coopersmith/coopersmith.ts';
import type { Enrolment } from './coopersmith/coopersmith-records.ts';
import { createFaults, watched } from './faults.ts';
import { indexPage } from './index-page.ts';
import { createNotices } from './notices.ts';
import { createExams } from './online/exams.ts';
import { createProctor } from './online/proctor.ts';
import type { Booking, Run } from './online/sittings.ts';
import { guardPage } from './page.ts';
import { answersErrors, notFound, parameter, Refusal, readsBodies } from './partner-http.ts';
import { partnerNamed } from './partners.ts';
import { createRecaptcha } from './recaptcha.ts';
import { openJournal } from './records/journal.ts';
import { openShelves } from './records/shelf.ts';
import type { Settings } from './settings.ts';
import { createTal } from './tal/tal.ts';
import type { TalStudent } from './tal/tal-records.ts';
import { createStudyPartner, type Student } from './tti.ts';
import { createWebhooks } from './webhooks.ts';

/** The whole sandbox as one Express app. `close` ends its timers and files. */
export interface Sandbox {
  app: Express;
  close(): void;
}

const file = (name: string) => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');

/**
 * Opens the sandbox's files under `settings.folder` and mounts every partner. Throws the system's
 * error when the folder can't be used.
 */
export function createSandbox(
  settings: Settings,
  now: () => number = () => Date.now() + settings.clockOffsetMs,
): Sandbox {
  const journal = openJournal(settings.folder, now);
  const shelves = openShelves(settings.folder);
  const faults = createFaults();
  const secretOf = (path: string) =>
    path.endsWith('/examPlatform') ? settings.examPlatformSecret : settings.proctorSecret;
  const notices = createNotices(shelves, settings.publicUrl, secretOf, now);
  const cards = createCards(settings, journal, faults, now);
  const tal = createTal(shelves, settings.sandboxUrl, now);
  const coopersmith = createCoopersmith(shelves, now);
  const webhooks = createWebhooks(now);

  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use(cards.api); // first: the busiest, and it reads its bodies itself

  for (const [path, name, type] of [
    ['/v1/Accept.js', 'accept.js', 'text/javascript'],
    ['/recaptcha/api.js', 'recaptcha.js', 'text/javascript'],
    ['/pages.js', 'pages.js', 'text/javascript'],
    ['/pages.css', 'pages.css', 'text/css'],
  ] as const) {
    const content = file(name);
    const send = (_req: Request, res: Response) => {
      res
        .set('Access-Control-Allow-Origin', '*')
        .set('Cross-Origin-Resource-Policy', 'cross-origin')
        .set('Cache-Control', 'no-cache');
      res.type(`${type}; charset=utf-8`).send(content);
    };
    app.get(path, send);
  }
  app.get('/healthz', (_req, res) => void res.json({ status: 'up' }));

  app.use('/webhooks', webhooks.api); // reads bodies as they come: they are signed
  app.use(readsBodies());
  app.use('/tal', pages, watched('tal', journal, faults, /^\/(study-materials|play)\/.+/), tal.api);
  app.use(
    '/coopersmith',
    pages,
    watched('coopersmith', journal, faults, /^\/play\//),
    coopersmith.api,
  );
  app.use(
    '/proctor',
    pages,
    watched('proctor', journal, faults, /^\/play\//),
    createProctor(settings, shelves, notices, now),
  );
  app.use(
    '/exams',
    pages,
    watched('exams', journal, faults, /^\/run\//),
    createExams(settings, shelves, notices, now),
  );
  app.use('/tti', watched('tti', journal, faults), createStudyPartner('tti', 1001, shelves, now));
  app.use(
    '/masped',
    watched('masped', journal, faults),
    createStudyPartner('masped', 7001, shelves, now),
  );
  app.use('/recaptcha', watched('recaptcha', journal, faults), createRecaptcha(now));

  app.use('/__cards', cards.controls);
  app.use('/__tal', tal.control);
  app.use('/__coopersmith', coopersmith.control);
  app.use('/__webhooks', webhooks.control);
  app.get('/__faults', (_req, res) => void res.json(faults.list()));
  app.put('/__faults', (req, res) => void res.json(faults.set(req.body)));
  app.delete('/__faults', (req, res) => {
    const partner = askedPartner(req);
    if (partner) faults.clear(partner);
    else faults.clear();
    res.json(faults.list());
  });
  app.get(
    '/__journal',
    (req, res) => void res.json(journal.read(askedPartner(req), Number(req.query.after ?? 0))),
  );
  app.delete('/__journal', (_req, res) => {
    journal.clear();
    res.json([]);
  });
  app.get('/__notices', (_req, res) => void res.json(notices.all()));
  app.post('/__notices/:eventId/again', (req, res) => {
    const notice = notices.again(parameter(req, 'eventId'));
    if (!notice) throw notFound('Notice');
    res.json(notice);
  });

  const bookings = shelves.shelf<Booking>('proctor.bookings');
  const runs = shelves.shelf<Run>('exams.runs');
  const courses = shelves.shelf<Enrolment>('coopersmith.enrolments');
  const talStudents = shelves.shelf<TalStudent>('tal.students');
  app.get('/', (_req, res) => {
    guardPage(res);
    const sittings = [
      ...bookings.all().map((one) => ({
        title: one.exam.name,
        path: `/proctor/play/${one.proctorUuid}`,
        state: `proctoring, ${one.status.replace('_', ' ')}`,
      })),
      ...runs.all().map((one) => ({
        title: one.title,
        path: `/exams/run/${one.runId}`,
        state: `${one.kind}, ${one.status}`,
      })),
    ];
    const graded = [
      ...talStudents.all().map(({ studentId }) => ({
        title: `Student ${studentId}`,
        path: `/tal/play/${studentId}`,
        state: 'TAL',
      })),
      ...courses.all().map(({ subject, enrolmentId, assignments }) => ({
        title: subject,
        path: `/coopersmith/play/${enrolmentId}`,
        state:
          `Coopersmith, ${assignments.filter((one) => one.uploaded).length} ` +
          `of ${assignments.length} handed in`,
      })),
    ];
    const study = shelves.shelf<Student>('tti.students').all();
    const interests = study.flatMap((one) =>
      one.programs.map(({ programId, name, active }) => ({
        title: `${one.first} ${one.last}: ${name}`,
        path: `${settings.publicUrl}/study-abroad/${one.studentId}/${programId}/TTI?fullJoin=true`,
        state:
          `${one.member ? 'member of TTI' : 'not a member'}, ` +
          `${active ? 'interested or joined' : 'left'}; opens the page of the portal`,
      })),
    );
    res
      .type('html')
      .send(
        indexPage(
          faults.list(),
          [...graded.slice(-10), ...sittings.slice(-20)].reverse(),
          interests.slice(-20).reverse(),
        ),
      );
  });
  app.use((req: Request) => {
    throw new Refusal(404, 'not_found', `The sandbox has nothing at ${req.method} ${req.path}.`);
  });
  app.use(answersErrors);

  const close = () => {
    notices.close();
    cards.close();
    shelves.close();
    journal.close();
  };
  return { app, close };
}

function pages(_req: Request, res: Response, next: () => void): void {
  guardPage(res);
  next();
}

function askedPartner(req: Request) {
  const name = req.query.partner;
  if (name === undefined) return null;
  const partner = partnerNamed(String(name));
  if (!partner)
    throw new Refusal(422, 'invalid', `${String(name)} is not a partner of the sandbox.`);
  return partner;
}
