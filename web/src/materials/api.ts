import { useAnswer, useCommand } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';

const listCall = api.getAllExamsWithStudyMaterial;
const stateCall = api.getStudyMaterials;
const refreshCall = api.updateAndGetStudyMaterials;

/** Every exam that has materials. */
export const useMaterials = () => useAnswer(listCall, {});
/** When the partners were last asked, and what came of it; who may ask them reads it. */
export const useLastRefresh = () => useAnswer(stateCall, {});
/** Asks TAL and CIS; both lists are read anew, also when it failed: one partner may have answered. */
export const useRefresh = () => useCommand(refreshCall, { refreshes: [listCall, stateCall] });
