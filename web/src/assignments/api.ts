import type { getStudentCccId, uploadCoopersmithAssignment } from '@portal/contract/assignments';
import { wire } from '../shared/api.ts';

export const cccIdCall = wire<typeof getStudentCccId>('POST', '/api/getStudentCccId');
export const uploadCall = wire<typeof uploadCoopersmithAssignment>('POST', '/api/uploadCoopersmithAssignment', 'keyed');
