import { api } from '../shared/api/client.ts';

export const bookProctorCall = api.addStudentExamToProctor;
export const openExamCall = api.addExamForStudent;
export const reserveCall = api.setProctorReserved;
export const startCourseCall = api.startExamProgram;
export const startExamCall = api.startExam;
export const accessCall = api.checkOnlineAccess;
export const programCall = api.checkProgramCompleted;
