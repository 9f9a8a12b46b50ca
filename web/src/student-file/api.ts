/** The rows of the file, as the calls give them. */
export type * from '@portal/contract/students/student-file';
