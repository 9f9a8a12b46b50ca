export interface StudyMaterial {
  id: number;
  fileType: string;
  displayTitle: string;
  url: string;
  /** YYYY-MM-DD */
  lastUpdatedDate: string | null;
}

/** An exam as it is saved. */
export interface ExamFields {
  subject: string;
  vendorId: number;
  secularNumber: string;
  alt1: string | null;
  alt2: string | null;
  alt3: string | null;
  credits: number;
  durationMinutes: number;
  onlineOnly: boolean;
  paperOnly: boolean;
  allowedResources: string | null;
  assignments: boolean;
  contentCode: string | null;
  programContentCode: string | null;
  /** This exam is the course version of the one with this id. */
  alternateCourseVersion: number | null;
  phonesystemActive: boolean;
  requiredExamIds: number[];
  additionalChargeCents: number;
  examProctorCode: string | null;
  active: boolean;
  seminaryTesting: boolean;
  /** Only tech support changes a registration of it to its course version. R-124. */
  courseChangeReserved: boolean;
  /** The college whose students take this course version; null: all students.. */
  courseCollegeId: number | null;
  studyMaterials: Omit<StudyMaterial, 'id'>[];
}

/** An exam as it is read. */
export interface Exam extends Omit<ExamFields, 'studyMaterials'> {
  id: number;
  vendorName: string;
  vendorFullname: string;
  studyMaterials: StudyMaterial[];
  version: number;
}
