/** A branch where exams are sat. */
export interface LocationFields {
  name: string;
  address: string | null;
  city: string | null;
  phone: string | null;
  adminOnly: boolean;
  byAppointment: boolean;
  /** When not empty: only students of these programmes see it. */
  seminaryStudyProgramIds: number[];
  active: boolean;
  contactFirstName: string | null;
  contactLastName: string | null;
}
export interface Location extends LocationFields {
  id: number;
}
