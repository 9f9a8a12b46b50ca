import { createHash } from 'node:crypto';
import express, { type Request, type Response, Router } from 'express';
import * as z from 'zod';
import { bodyOf, fields, notFound, parameter, Refusal } from '../partner-http.ts';
import { fileOf, mostBytes } from '../received-file.ts';
import type { Shelves } from '../records/shelf.ts';
import { talPage } from './tal-page.ts';
import type { TalResult, TalStudent } from './tal-records.ts';

interface TalTranscript {
  requestId: string;
  reference: string;
  studentId: string;
  recipient: string;
  examCodes: string[];
  requestedAt: string;
  status: 'received';
}

const person = z.object({
  firstName: fields.text,
  lastName: fields.text,
  dob: fields.date,
  last4ssn: fields.fourDigits,
});
const student = person.extend({ reference: fields.reference });
const exam = z.object({
  reference: fields.reference,
  examCode: fields.text,
  subject: fields.text,
  credits: z.number().int().min(0).max(20),
  takenOn: fields.date,
  online: z.boolean().default(false),
  vendor: z.enum(['TAL', 'CIS']).default('TAL'),
  seminary: z.boolean().default(false),
});
const transcript = z.object({
  reference: fields.reference,
  studentId: fields.text,
  recipient: fields.text,
  examCodes: z.array(fields.text).min(1).max(200),
});
const release = z.object({ examCodes: z.array(fields.text).min(1).max(200), release: z.boolean() });
const grade = z.object({
  studentId: fields.text,
  examCode: fields.text,
  result: z.enum(['Pass', 'Fail', 'Disqualified', 'Pending']),
  score: fields.score,
  // with it, also of an exam that TAL has not heard of yet
  takenOn: fields.date.optional(),
  subject: fields.text.optional(),
  credits: z.number().int().min(0).max(20).default(3),
  vendor: z.enum(['TAL', 'CIS']).default('TAL'),
  online: z.boolean().default(false),
});
const gradeOnPage = z.object({
  result: z.enum(['Pass', 'Fail', 'Disqualified']),
  score: fields.scoreTyped,
});

const elsewhere = {
  firstName: 'Known',
  lastName: 'Elsewhere',
  dob: '2000-01-01',
  last4ssn: '0000',
};
const pricePerCredit = 45;
const materials = [
  { examCode: 'TAL-101', vendor: 'TAL', title: 'Study guide', type: 'guide' },
  { examCode: 'TAL-102', vendor: 'TAL', title: 'Sample questions', type: 'sample' },
  { examCode: 'CIS-201', vendor: 'CIS', title: 'Syllabus', type: 'syllabus' },
  { examCode: 'CIS-202', vendor: 'CIS', title: 'Study guide', type: 'guide' },
];

/**
 * TAL under /tal: students, results, seminary releases, transcript requests, invoices, study
 * materials, and a page for each student where a person grades; `control` sets grades too.
 */
export function createTal(
  shelves: Shelves,
  sandboxUrl: string,
  now: () => number,
): { api: Router; control: Router } {
  const students = shelves.shelf<TalStudent>('tal.students', (one) => one.reference);
  const results = shelves.shelf<TalResult>('tal.results', (one) => one.reference);
  const transcripts = shelves.shelf<TalTranscript>('tal.transcripts', (one) => one.reference);
  const known = (id: string): TalStudent => {
    const found = students.get(id);
    if (!found) throw notFound('Student');
    return found;
  };
  const resultsOf = (id: string) => results.all().filter((one) => one.studentId === id);

  const api = Router();
  api.post('/students', (req: Request, res: Response) => {
    const input = bodyOf(student, req);
    const before = students.byKey(input.reference);
    if (before) return void res.json(before);
    const studentId = students.nextId('TAL', 100_001);
    res.status(201).json(students.put(studentId, { studentId, ...input }));
  });
  api.get('/students', (req, res) => {
    const { reference } = req.query;
    if (reference === undefined) throw new Refusal(422, 'invalid', 'Give reference.');
    res.json(students.all().filter((one) => one.reference === reference));
  });
  // data of a person go in a body, never in an address, which is logged
  api.post('/students/search', (req, res) => {
    const { firstName, lastName, dob, last4ssn } = bodyOf(person, req);
    const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
    const found = students.all().filter((one) => {
      const isNamed = isSame(one.lastName, lastName) && isSame(one.firstName, firstName);
      const same = [isNamed, one.dob === dob, one.last4ssn === last4ssn];
      return same.filter(Boolean).length >= 2;
    });
    res.json({ students: found.map(({ reference: _, ...one }) => one) });
  });
  api.get('/students/:id', (req, res) => void res.json(known(parameter(req, 'id'))));
  api.get('/students/:id/results', (req, res) => {
    const { studentId } = known(parameter(req, 'id'));
    res.json({ studentId, results: resultsOf(studentId) });
  });
  api.post('/students/:id/exams', (req, res) => {
    const { studentId } = known(parameter(req, 'id'));
    const { seminary, ...input } = bodyOf(exam, req);
    const before = results.byKey(input.reference);
    if (before) return void res.json(before);
    const resultId = results.nextId('R', 500_001);
    res.status(201).json(
      results.put(resultId, {
        resultId,
        studentId,
        ...input,
        result: 'Pending',
        score: null,
        released: seminary ? null : true,
      }),
    );
  });
  api.put(
    '/results/:result/paper',
    express.raw({ type: () => true, limit: mostBytes }),
    async (req: Request, res: Response) => {
      const one = results.get(parameter(req, 'result'));
      if (!one) throw notFound('Result');
      const { name, content } = await fileOf(req);
      const sha256 = createHash('sha256').update(content).digest('hex');
      const paper = { name, bytes: content.length, sha256 };
      res.json(results.put(one.resultId, { ...one, paper }));
    },
  );
  api.post('/students/:id/releases', (req, res) => {
    const { studentId } = known(parameter(req, 'id'));
    const input = bodyOf(release, req);
    const touched = resultsOf(studentId).filter((one) => input.examCodes.includes(one.examCode));
    for (const one of touched) results.put(one.resultId, { ...one, released: input.release });
    res.json({ studentId, released: input.release, examCodes: touched.map((one) => one.examCode) });
  });
  api.post('/transcripts', (req, res) => {
    const input = bodyOf(transcript, req);
    known(input.studentId);
    const before = transcripts.byKey(input.reference);
    if (before) return void res.json(before);
    const requestId = transcripts.nextId('T', 70_001);
    res.status(201).json(
      transcripts.put(requestId, {
        requestId,
        ...input,
        requestedAt: new Date(now()).toISOString(),
        status: 'received',
      }),
    );
  });
  api.get(
    '/transcripts',
    (req, res) =>
      void res.json(transcripts.all().filter((one) => one.studentId === req.query.studentId)),
  );

  const invoiceLines = (month: string) =>
    results
      .all()
      .filter((one) => one.takenOn.startsWith(month))
      .map((one) => {
        const { lastName = '', firstName = '' } = students.get(one.studentId) ?? {};
        return {
          tal_id: one.studentId,
          last_name: lastName,
          first_name: firstName,
          exam_code: one.examCode,
          exam_date: one.takenOn,
          amount: one.credits * pricePerCredit,
        };
      });
  const invoiceNumber = (month: string) => `TAL-${month.replace('-', '')}`;
  const invoiceDate = (month: string) =>
    Temporal.PlainYearMonth.from(month).add({ months: 1 }).toPlainDate({ day: 1 }).toString();
  api.get('/invoices', (_req, res) => {
    const months = [...new Set(results.all().map((one) => one.takenOn.slice(0, 7)))].sort();
    res.json(
      months.map((month) => ({
        invoiceNumber: invoiceNumber(month),
        invoiceDate: invoiceDate(month),
        lines: invoiceLines(month).length,
      })),
    );
  });
  api.get('/invoices/:number', (req, res) => {
    const number = parameter(req, 'number');
    const [, year, month, asTable] = /^TAL-(\d{4})(0[1-9]|1[0-2])(\.csv)?$/.exec(number) ?? [];
    const lines = year && month ? invoiceLines(`${year}-${month}`) : [];
    if (lines.length === 0) throw notFound('Invoice');
    const head = {
      invoice_number: number.replace('.csv', ''),
      invoice_date: invoiceDate(`${year}-${month}`),
    };
    if (!asTable) return void res.json({ ...head, lines });
    const rows = lines.map((line) =>
      Object.values({ ...head, ...line })
        .map(csvField)
        .join(','),
    );
    const names = Object.keys({ ...head, ...lines[0] }).join(',');
    res
      .attachment(number)
      .type('text/csv')
      .send(`${[names, ...rows].join('\r\n')}\r\n`);
  });
  api.get('/study-materials', (req, res) => {
    const found = materials.filter(
      (one) => req.query.vendor === undefined || one.vendor === req.query.vendor,
    );
    res.json(
      found.map((one) => ({
        ...one,
        link: `${sandboxUrl}/tal/study-materials/${one.examCode}.txt`,
        updatedOn: '2026-01-15',
      })),
    );
  });
  api.get('/study-materials/:file', (req, res) => {
    const one = materials.find((item) => `${item.examCode}.txt` === req.params.file);
    if (!one) throw notFound('Study material');
    res.type('text/plain').send(`${one.title} of ${one.examCode}\n`);
  });

  api.get('/play/:id', (req, res) => {
    const one = known(parameter(req, 'id'));
    res.type('html').send(talPage(one, resultsOf(one.studentId), new Date(now()).toISOString()));
  });
  api.post('/play/:id/results/:result', (req, res) => {
    const { studentId } = known(parameter(req, 'id'));
    const one = resultsOf(studentId).find((item) => item.resultId === req.params.result);
    if (!one) throw notFound('Result');
    results.put(one.resultId, { ...one, ...bodyOf(gradeOnPage, req) });
    res.redirect(303, `/tal/play/${studentId}`);
  });

  const control = Router();
  control.put('/results', (req, res) => {
    const input = bodyOf(grade, req);
    const { studentId, examCode, takenOn, result, score } = input;
    const one = resultsOf(studentId).findLast(
      (item) => item.examCode === examCode && (takenOn === undefined || item.takenOn === takenOn),
    );
    if (one) return void res.json(results.put(one.resultId, { ...one, result, score }));
    if (takenOn === undefined) throw notFound('Result');
    // an id that the portal has from elsewhere, e.g. of demo data
    if (!students.get(studentId))
      students.put(studentId, { studentId, reference: studentId, ...elsewhere });
    const resultId = results.nextId('R', 500_001);
    const made = {
      ...input,
      resultId,
      reference: `set-${resultId}`,
      takenOn,
      subject: input.subject ?? examCode,
      released: true,
    };
    res.status(201).json(results.put(resultId, made));
  });
  return { api, control };
}

function csvField(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
