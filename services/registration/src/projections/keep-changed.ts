import type { Tx } from '@portal/kit/commands/command';
import type { Exam } from '@portal/proto/catalog/v1/exams';
import type { Location } from '@portal/proto/catalog/v1/locations';
import type { Student } from '@portal/proto/identity/v1/students';
import type { School } from '@portal/proto/schools/v1/schools';
import { keepExams, keepLocations, keepSchools, keepStudents } from './store.ts';

/** What an event made somebody ask for, put into the copies where it is newer. */
export interface Changed {
  students?: Student[];
  exams?: Exam[];
  schools?: School[];
  locations?: { version: number; locations: Location[] };
}

export async function keepChanged(
  tx: Tx,
  { students = [], exams = [], schools = [], locations }: Changed,
): Promise<void> {
  if (students.length > 0) await keepStudents(tx, students);
  if (exams.length > 0) await keepExams(tx, exams);
  if (schools.length > 0) await keepSchools(tx, schools);
  if (locations) await keepLocations(tx, locations.version, locations.locations);
}
