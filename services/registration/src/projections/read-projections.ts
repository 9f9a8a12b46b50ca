import type { Actor } from '@portal/kit/auth/actor';
import { serviceActor } from '@portal/kit/auth/actor';
import type { Database } from '@portal/kit/database/database';
import type { Settings } from '@portal/proto/identity/v1/settings';
import { exams, locations, packages, schools, seminary, settings, students } from '../clients.ts';
import { forgetWaitingSettings, keepWaitingSettings } from './keep-settings.ts';
import {
  advanceSource,
  keepExams,
  keepLocations,
  keepPrices,
  keepPrograms,
  keepSchools,
  keepStudents,
  lastStudentId,
  needsPrograms,
  sourceVersion,
} from './store.ts';

const STUDENTS_AT_ONCE = 1000;
const self = () => ({ actor: serviceActor('registration') });

/** Reads these students from identity; omits unknown ids. */
export const fetchStudents = async (ids: number[]) =>
  (await students.listStudents({ ids, limit: ids.length }, self())).students;

/** Reads these students from identity into the projections, where they are newer. */
export const readStudents = async (db: Database, ids: number[]): Promise<void> =>
  keepStudents(db, await fetchStudents(ids));

/** Reads these exams from catalog; omits unknown ids. */
export const fetchExams = async (ids: number[]) => (await exams.getExams({ ids }, self())).exams;

/** Reads these schools from the schools service. */
export const fetchSchools = async (ids: number[]) =>
  (await schools.listSchools({ ids }, self())).schools;

/** Reads all locations from catalog, unless the projection is as new. */
export const fetchLocations = async (known: number) =>
  locations.listLocations({ knownVersion: known }, self());

/** Reads the prices from catalog, unless the projection is as new. */
export const fetchPrices = async (known: number) =>
  packages.listPackages({ knownVersion: known }, self());

/** Reads a missing student and exam from their services into the projections. */
export async function readMissing(
  db: Database,
  { studentId, examId }: { studentId?: number; examId?: number },
): Promise<void> {
  const [known, offered] = await Promise.all([
    studentId === undefined ? [] : fetchStudents([studentId]),
    examId === undefined ? [] : fetchExams([examId]),
  ]);
  await db.transaction(async (tx) => {
    if (known.length > 0) await keepStudents(tx, known);
    if (offered.length > 0) await keepExams(tx, offered);
  });
}

/**
 * Reads the seminary programmes of a student if a branch requires one; when seminary is
 * unavailable, the student is in none.
 */
export async function readPrograms(
  db: Database,
  actor: Actor,
  studentId: number,
  now: Date,
): Promise<void> {
  if (!(await needsPrograms(db, studentId, now))) return;
  const answer = await seminary
    .listStudentPrograms({}, { actor, deadlineMs: 1500 })
    .catch(() => null);
  if (answer === null) return;
  const programIds = [...new Set(answer.programs.map(({ programId }) => programId))].sort(
    (a, b) => a - b,
  );
  await keepPrograms(db, studentId, programIds, now);
}

/** Students that were put on record since the copy saw its last one. */
export async function readNewStudents(db: Database): Promise<void> {
  for (let more = true; more; ) {
    const batch = await students.listStudents(
      { ids: [], afterId: await lastStudentId(db), limit: STUDENTS_AT_ONCE },
      self(),
    );
    if (batch.students.length > 0) await keepStudents(db, batch.students);
    more = batch.students.length === STUDENTS_AT_ONCE;
  }
}

/** All exams, unless the copy is as new. */
export async function readExams(db: Database): Promise<void> {
  const list = await exams.listExams({ knownVersion: await sourceVersion(db, 'exams') }, self());
  if (list.unchanged) return;
  await db.transaction(async (tx) => {
    await keepExams(tx, list.exams);
    await advanceSource(tx, 'exams', list.version);
  });
}

/** All locations, unless the copy is as new. */
export async function readLocations(db: Database): Promise<void> {
  const list = await fetchLocations(await sourceVersion(db, 'locations'));
  if (!list.unchanged)
    await db.transaction((tx) => keepLocations(tx, list.version, list.locations));
}

/** The fees that are prices, unless the copy is as new. */
export async function readPrices(db: Database): Promise<void> {
  const { prices, version } = await fetchPrices(await sourceVersion(db, 'prices'));
  if (prices) await db.transaction((tx) => keepPrices(tx, version, prices));
}

/** All schools. */
export async function readSchools(db: Database): Promise<void> {
  const all = await fetchSchools([]);
  if (all.length > 0) await keepSchools(db, all);
}

/** Reads the office's settings from identity (C-O65). */
const fetchSettings = async () => (await settings.getSettings({}, self())).settings as Settings;

/** Reads the office's settings of waiting lists if they are newer than the projection. */
export const readSettings = async (db: Database): Promise<void> =>
  keepWaitingSettings(db, await fetchSettings());

/** Reads them whatever the projection holds: an empty projection would mean the defaults. */
export async function rereadSettings(db: Database): Promise<void> {
  const now = await fetchSettings();
  await db.transaction(async (tx) => {
    await forgetWaitingSettings(tx);
    await keepWaitingSettings(tx, now);
  });
}
