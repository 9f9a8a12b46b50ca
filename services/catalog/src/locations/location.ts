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

/** A room of a branch. */
export interface Room {
  /** 0: a new one. */
  id: number;
  name: string;
  capacity: number;
  /** For students who sit alone or with a reader; its places are no seats. */
  special: boolean;
  active: boolean;
}

/** The fields of a branch that only the office reads. */
export interface Place {
  /** One day of yom tov. */
  israel: boolean;
  /** HH:mm, New York: the end for all students. */
  closesAt: string;
}

/** A branch with the data that session planning needs. */
export interface LocationWithRooms extends Location, Place {
  rooms: Room[];
}
