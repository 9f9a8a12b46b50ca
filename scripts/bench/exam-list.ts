import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import { client } from '@portal/kit/grpc/client';
import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { RegistrationsServiceDefinition } from '@portal/proto/registration/v1/registrations';
import express from 'express';
import pg from 'pg';
import type { Portal } from '../start/portal-handle.ts';
import { requestsPerSecond } from './load.ts';
import { aStudent, asBff, asTool, grant, signedIn } from './people.ts';

const EXAMS = 500;
const REGISTRATIONS = 20;
const exams = client(ExamsServiceDefinition, 'CATALOG_ADDR', 'bff');
const changedExams = client(ExamsServiceDefinition, 'CATALOG_ADDR', 'operator');
const registrations = client(RegistrationsServiceDefinition, 'REGISTRATION_ADDR', 'bff');

/**
 * Compares the portal's exam list with a bare Express and pg handler that returns the same rows
 * from one join.
 */
export async function examList(
  portal: Portal,
): Promise<{ portal: number; portalGzip: number; bare: number; rows: number }> {
  await fillCatalogue();
  const student = await aStudent();
  await grant(student.id, 100);
  const { exams: all } = await exams.listExams({ knownVersion: 0 }, asBff);
  const open = all.filter((exam) => exam.id >= 90_000).slice(0, REGISTRATIONS);
  for (const exam of open)
    await registrations.registerExam(
      { examId: exam.id },
      {
        ...asTool(student.id),
        actor: {
          kind: 'student',
          id: student.id,
          roles: ['ROLE_STUDENT'],
          studentId: student.id,
          name: 'bench',
          via: 'bff',
        },
      },
    );
  const person = await signedIn(portal.url, student);
  const { exams: rows } = await person.do(getAllExamsAccordingStudent, {});
  const bare = await bareServer(portal.serverUrl, rows as unknown as Record<string, unknown>[]);
  const url = `${portal.url}${getAllExamsAccordingStudent.path}`;
  const cookie = person.cookieHeader;
  try {
    await requestsPerSecond(url, { cookie, seconds: 3 });
    await requestsPerSecond(bare.url, { seconds: 3 });
    const measured = { portal: 0, portalGzip: 0, bare: 0, rows: rows.length };
    for (let round = 0; round < 2; round++) {
      measured.portal += (await requestsPerSecond(url, { cookie })) / 2;
      measured.bare += (await requestsPerSecond(bare.url)) / 2;
    }
    measured.portalGzip = await requestsPerSecond(url, { cookie, encoding: 'gzip', seconds: 5 });
    return measured;
  } finally {
    await bare.close();
  }
}

/** Fills the catalogue up to 500 exams. */
async function fillCatalogue(): Promise<void> {
  const { exams: known } = await exams.listExams({ knownVersion: 0 }, asBff);
  const active = known.filter((exam) => exam.active);
  const model = active.find(
    (exam) =>
      exam.credits <= 3 &&
      !exam.onlineOnly &&
      exam.requiredExamIds.length === 0 &&
      exam.alternateCourseVersion === undefined &&
      exam.phonesystemActive,
  );
  if (!model) throw new Error('the catalogue has no plain exam');
  for (let missing = EXAMS - active.length; missing > 0; missing--) {
    const id = 90_000 + missing;
    await changedExams.saveExam(
      {
        exam: {
          ...model,
          id,
          subject: `${model.subject} ${id}`,
          secularNumber: `B-${id}`,
          studyMaterials: [],
        },
      },
      asTool(),
    );
  }
}

/** Returns the column type of a plain table for values of the JSON. */
const columnType = (values: unknown[]): string => {
  const value = values.find((one) => one !== null);
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number')
    return values.every((one) => one === null || Number.isInteger(one))
      ? 'integer'
      : 'double precision';
  return typeof value === 'object' && value !== null ? 'jsonb' : 'text';
};

/** Starts a bare handler that reads the same rows from two plain tables with one join. */
async function bareServer(
  serverUrl: string,
  rows: Record<string, unknown>[],
): Promise<{ url: string; close: () => Promise<void> }> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query('DROP DATABASE IF EXISTS bench_plain');
  await admin.query('CREATE DATABASE bench_plain');
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = '/bench_plain';
  const pool = new pg.Pool({ connectionString: url.href, max: 10 });
  const names = Object.keys(rows[0] ?? {});
  const changing = names.filter(
    (name) =>
      name !== 'id' &&
      new Set(rows.map((row) => JSON.stringify(row[name]))).size > 1 &&
      /regist|status|session|branch|fee|retake|taken|grade|charge/i.test(name),
  );
  const fixed = names.filter((name) => !changing.includes(name));
  const columns = (list: string[]) =>
    list.map((name) => `"${name}" ${columnType(rows.map((row) => row[name]))}`).join(', ');
  await pool.query(`CREATE TABLE exam (${columns(fixed)}, PRIMARY KEY ("id"))`);
  await pool.query(
    `CREATE TABLE registration (student_id integer, exam_id integer,
      ${columns(changing)}, PRIMARY KEY (student_id, exam_id))`,
  );
  const insert = (table: string, list: string[], values: unknown[]) =>
    pool.query(
      `INSERT INTO ${table} (${list.map((name) => `"${name}"`).join(', ')})
        VALUES (${list.map((_, index) => `$${index + 1}`).join(', ')})`,
      values.map((value) =>
        typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      ),
    );
  for (const row of rows) {
    await insert(
      'exam',
      fixed,
      fixed.map((name) => row[name]),
    );
    await insert(
      'registration',
      ['student_id', 'exam_id', ...changing],
      [1, row['id'], ...changing.map((name) => row[name])],
    );
  }
  await pool.query('ANALYZE');
  const text = `SELECT exam.*, ${changing.map((name) => `registration."${name}"`).join(', ')}
    FROM exam LEFT JOIN registration ON exam_id = id AND student_id = $1
    ORDER BY subject, vendor_id`;
  const app = express();
  app.get('/exams', async (_request, response) => {
    const { rows: found } = await pool.query({ name: 'exams', text, values: [1] });
    response.json({ exams: found, memberHasntRegistered2years: false });
  });
  const server = createServer(app);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/exams`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await pool.end();
    },
  };
}
