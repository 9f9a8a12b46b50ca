import type { addStudent, getColleges, verifyRecaptcha } from '@portal/contract/enrol';
import { wire } from '../shared/api.ts';
import { useAnswer, useCommand } from '../shared/calls.ts';

const collegesCall = wire<typeof getColleges>('GET', '/api/getColleges');
const verifyCall = wire<typeof verifyRecaptcha>('POST', '/api/verifyRecaptcha');
const addCall = wire<typeof addStudent>('POST', '/api/student/add', 'keyed');

const FIVE_MINUTES = 300_000;
export const useColleges = (enabled: boolean) => useAnswer(collegesCall, {}, { enabled, fresh: FIVE_MINUTES });
export const useBotCheckAnswer = () => useCommand(verifyCall);
export const useSignUp = () => useCommand(addCall);
