import { useAnswer, useCommand } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';

const collegesCall = api.getColleges;
const verifyCall = api.verifyRecaptcha;
const addCall = api.addStudent;

const FIVE_MINUTES = 300_000;
export const useColleges = (enabled: boolean) =>
  useAnswer(collegesCall, {}, { enabled, fresh: FIVE_MINUTES });
export const useBotCheckAnswer = () => useCommand(verifyCall);
export const useSignUp = () => useCommand(addCall);
