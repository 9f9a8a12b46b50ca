import type {
  addExamForStudent,
  addStudentExamToProctor,
  checkOnlineAccess,
  checkProgramCompleted,
  setProctorReserved,
  startExam,
  startExamProgram,
} from '@portal/contract/online';
import { wire } from '../shared/api.ts';

export const bookProctorCall = wire<typeof addStudentExamToProctor>('POST', '/api/addStudentExamToProctor', 'keyed');
export const openExamCall = wire<typeof addExamForStudent>('POST', '/api/addExamForStudent', 'keyed');
export const reserveCall = wire<typeof setProctorReserved>('POST', '/api/setProctorReserved', 'keyed');
export const startCourseCall = wire<typeof startExamProgram>('POST', '/api/startExamProgram', 'keyed');
export const startExamCall = wire<typeof startExam>('POST', '/api/startExam', 'keyed');
export const accessCall = wire<typeof checkOnlineAccess>('POST', '/api/checkOnlineAccess');
export const programCall = wire<typeof checkProgramCompleted>('POST', '/api/checkProgramCompleted');
