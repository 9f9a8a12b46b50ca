import type { Tx } from '@portal/kit/commands/command';
import type { Exam } from '@portal/proto/catalog/v1/exams';
import type { Location } from '@portal/proto/catalog/v1/locations';
import type { Prices } from '@portal/proto/catalog/v1/packages';
import type { Student } from '@portal/proto/identity/v1/students';
import type { School } from '@portal/proto/schools/v1/schools';
import { keepExams, keepLocations, keepPrices, keepSchools, keepStudents } from './store.ts';

/** Data that a consumer read because of an event; newer versions are stored in the projections. */
export interface Changed {
  students?: Student[];
  exams?: Exam[];
  schools?: School[];
  locations?: { version: number; locations: Location[] };
  prices?: { version: number; prices: Prices };
}

export async function keepChanged(
  tx: Tx,
  { students = [], exams = [], schools = [], locations, prices }: Changed,
): Promise<void> {
  if (students.length > 0) await keepStudents(tx, students);
  if (exams.length > 0) await keepExams(tx, exams);
  if (schools.length > 0) await keepSchools(tx, schools);
  if (locations) await keepLocations(tx, locations.version, locations.locations);
  if (prices) await keepPrices(tx, prices.version, prices.prices);
}
