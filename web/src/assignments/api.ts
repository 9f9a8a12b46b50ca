import { api } from '../shared/api/client.ts';

export const cccIdCall = api.getStudentCccId;
export const uploadCall = api.uploadCoopersmithAssignment;
