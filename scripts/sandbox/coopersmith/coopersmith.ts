import { createHash } from 'node:crypto';
import express, { type Request, type Response, Router } from 'express';
import * as z from 'zod';
import { bodyOf, fields, notFound, parameter, Refusal } from '../partner-http.ts';
import { fileOf, mostBytes } from '../received-file.ts';
import type { Shelves } from '../records/shelf.ts';
import { coopersmithPage } from './coopersmith-page.ts';
import {
  type Assignment,
  type CccStudent,
  courseResults,
  type Enrolment,
} from './coopersmith-records.ts';

interface CccTranscript {
  requestId: string;
  reference: string;
  studentId: string;
  recipient: string;
  requestedAt: string;
}

const student = z.object({
  reference: fields.reference,
  firstName: fields.text,
  lastName: fields.text,
  email: fields.text,
});
const course = z.object({
  reference: fields.reference,
  courseCode: fields.text,
  subject: fields.text,
  credits: z.number().int().min(0).max(20).default(3),
  assignments: z.number().int().min(0).max(10).default(2),
});
const taken = z.object({ takenOn: fields.date });
const transcript = z.object({
  reference: fields.reference,
  studentId: fields.text,
  recipient: fields.text,
});
const grade = z.object({
  studentId: fields.text,
  courseCode: fields.text,
  result: z.enum(courseResults).optional(),
  score: fields.score,
  studentAssignmentId: z.number().int().optional(),
  // with it, also of a course that the student is not in yet
  examTakenOn: fields.date.optional(),
});
const gradeOnPage = z.object({ score: fields.scoreTyped });
const resultOnPage = z.object({ result: z.enum(courseResults), score: fields.scoreTyped });
const names = ['Reading journal', 'Essay', 'Case study', 'Project plan', 'Reflection'];
const elsewhere = { firstName: 'Known', lastName: 'Elsewhere', email: 'known@elsewhere.test' };

/**
 * Coopersmith under /coopersmith: students, courses, assignments and their uploads, results,
 * transcript requests, and a page for each course where a person grades; `control` grades too.
 */
export function createCoopersmith(
  shelves: Shelves,
  now: () => number,
): { api: Router; control: Router } {
  const students = shelves.shelf<CccStudent>('coopersmith.students', (one) => one.reference);
  const enrolments = shelves.shelf<Enrolment>('coopersmith.enrolments', (one) => one.reference);
  const transcripts = shelves.shelf<CccTranscript>(
    'coopersmith.transcripts',
    (one) => one.reference,
  );
  const time = () => new Date(now()).toISOString();
  const known = (req: Request): CccStudent => {
    const found = students.get(parameter(req, 'id'));
    if (!found) throw notFound('Student');
    return found;
  };
  const coursesOf = (studentId: string) =>
    enrolments.all().filter((one) => one.studentId === studentId);
  const enrolment = (studentId: string, courseCode: string): Enrolment => {
    const found = coursesOf(studentId).findLast((one) => one.courseCode === courseCode);
    if (!found) throw notFound('Course');
    return found;
  };

  /** A course that the portal never requested, perhaps of a student from another system. */
  const enrolledElsewhere = (studentId: string, courseCode: string): Enrolment => {
    if (!students.get(studentId))
      students.put(studentId, { studentId, reference: studentId, ...elsewhere });
    const enrolmentId = enrolments.nextId('E', 40_001);
    const about = {
      enrolmentId,
      reference: `set-${enrolmentId}`,
      studentId,
      courseCode,
      subject: courseCode,
      credits: 3,
      enrolledAt: time(),
    };
    return enrolments.put(enrolmentId, {
      ...about,
      examTakenOn: null,
      result: 'Pending',
      score: null,
      assignments: [],
    });
  };

  const api = Router();
  api.post('/students', (req, res) => {
    const input = bodyOf(student, req);
    const before = students.byKey(input.reference);
    if (before) return void res.json(before);
    const studentId = students.nextId('CCC', 20_001);
    res.status(201).json(students.put(studentId, { studentId, ...input }));
  });
  api.get(
    '/students/:id',
    (req, res) =>
      void res.json({
        ...known(req),
        courses: coursesOf(known(req).studentId).map((one) => one.courseCode),
      }),
  );
  api.post('/students/:id/courses', (req, res) => {
    const { studentId } = known(req);
    const { assignments: count, ...input } = bodyOf(course, req);
    const before = enrolments.byKey(input.reference);
    if (before) return void res.json(before);
    const first = 300_001 + enrolments.all().reduce((sum, one) => sum + one.assignments.length, 0);
    const assignments = Array.from({ length: count }, (_, index): Assignment => {
      const name = names[index % names.length] ?? 'Assignment';
      const description = `${name} for ${input.subject}, part ${index + 1} of ${count}.`;
      return {
        studentAssignmentId: first + index,
        name,
        description,
        uploaded: false,
        uploadedAt: null,
        graded: false,
        score: null,
        file: null,
      };
    });
    const enrolmentId = enrolments.nextId('E', 40_001);
    const open = { enrolledAt: time(), examTakenOn: null, result: 'Pending', score: null } as const;
    res
      .status(201)
      .json(
        enrolments.put(enrolmentId, { enrolmentId, studentId, ...input, ...open, assignments }),
      );
  });
  api.get('/students/:id/courses/:course/assignments', (req, res) => {
    const one = enrolment(known(req).studentId, parameter(req, 'course'));
    res.json({ courseCode: one.courseCode, assignments: one.assignments });
  });
  api.post('/students/:id/courses/:course/exam', (req, res) => {
    const one = enrolment(known(req).studentId, parameter(req, 'course'));
    res.json(enrolments.put(one.enrolmentId, { ...one, examTakenOn: bodyOf(taken, req).takenOn }));
  });
  api.post(
    '/students/:id/assignments/:assignment',
    express.raw({ type: () => true, limit: mostBytes }),
    async (req: Request, res: Response) => {
      const { studentId } = known(req);
      const id = Number(req.params.assignment);
      const one = coursesOf(studentId).find((item) =>
        item.assignments.some((entry) => entry.studentAssignmentId === id),
      );
      const assignment = one?.assignments.find((entry) => entry.studentAssignmentId === id);
      if (!one || !assignment) throw notFound('Assignment');
      if (assignment.graded)
        throw new Refusal(409, 'graded', 'The assignment was graded and can not be replaced.');
      const { name, content } = await fileOf(req);
      if (content.length === 0) throw new Refusal(422, 'empty_file', 'The file is empty.');
      const file = {
        name,
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      };
      const assignments = one.assignments.map((entry) =>
        entry === assignment ? { ...entry, uploaded: true, uploadedAt: time(), file } : entry,
      );
      res.json({
        assignments: enrolments.put(one.enrolmentId, { ...one, assignments }).assignments,
      });
    },
  );
  api.get('/students/:id/results', (req, res) => {
    const { studentId } = known(req);
    const results = coursesOf(studentId).map(({ assignments, reference, ...rest }) => ({
      ...rest,
      assignmentsOpen: assignments.filter((one) => !one.uploaded).length,
    }));
    res.json({ studentId, results });
  });
  api.post('/transcripts', (req, res) => {
    const input = bodyOf(transcript, req);
    if (!students.get(input.studentId)) throw notFound('Student');
    const before = transcripts.byKey(input.reference);
    if (before) return void res.json(before);
    const requestId = transcripts.nextId('CT', 8_001);
    res.status(201).json(transcripts.put(requestId, { requestId, ...input, requestedAt: time() }));
  });
  api.get(
    '/transcripts',
    (req, res) =>
      void res.json(transcripts.all().filter((one) => one.studentId === req.query.studentId)),
  );

  const gradeAssignment = (one: Enrolment, id: number, score: number | null): Enrolment => {
    const assignments = one.assignments.map((entry) =>
      entry.studentAssignmentId === id ? { ...entry, graded: true, score } : entry,
    );
    return enrolments.put(one.enrolmentId, { ...one, assignments });
  };
  const gradeCourse = (
    one: Enrolment,
    result: Enrolment['result'],
    score: number | null,
  ): Enrolment => enrolments.put(one.enrolmentId, { ...one, result, score });

  const onPage = (req: Request): Enrolment => {
    const found = enrolments.get(parameter(req, 'enrolment'));
    if (!found) throw notFound('Course');
    return found;
  };
  api.get('/play/:enrolment', (req, res) => {
    const one = onPage(req);
    const student = students.get(one.studentId);
    if (!student) throw notFound('Student');
    res.type('html').send(coopersmithPage(one, student));
  });
  api.post('/play/:enrolment/assignments/:assignment', (req, res) => {
    const one = onPage(req);
    const entry = one.assignments.find(
      (item) => item.studentAssignmentId === Number(req.params.assignment),
    );
    if (!entry?.uploaded) throw notFound('File');
    gradeAssignment(one, entry.studentAssignmentId, bodyOf(gradeOnPage, req).score);
    res.redirect(303, `/coopersmith/play/${one.enrolmentId}`);
  });
  api.post('/play/:enrolment/result', (req, res) => {
    const [one, { result, score }] = [onPage(req), bodyOf(resultOnPage, req)];
    gradeCourse(one, result, score);
    res.redirect(303, `/coopersmith/play/${one.enrolmentId}`);
  });

  const control = Router();
  control.get('/enrolments', (_req, res) => void res.json(enrolments.all()));
  control.put('/grades', (req, res) => {
    const {
      studentId,
      courseCode,
      result = 'Pending',
      score,
      studentAssignmentId: id,
      examTakenOn,
    } = bodyOf(grade, req);
    const isKnown =
      examTakenOn === undefined ||
      coursesOf(studentId).some((one) => one.courseCode === courseCode);
    const known = isKnown
      ? enrolment(studentId, courseCode)
      : enrolledElsewhere(studentId, courseCode);
    const one = { ...known, examTakenOn: examTakenOn ?? known.examTakenOn };
    res.json(id === undefined ? gradeCourse(one, result, score) : gradeAssignment(one, id, score));
  });
  return { api, control };
}
