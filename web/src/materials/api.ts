import { useAnswer, useCommand } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';

const listCall = api.getAllExamsWithStudyMaterial;
const stateCall = api.getStudyMaterials;
const refreshCall = api.updateAndGetStudyMaterials;

/** Every exam that has materials. */
export const useMaterials = () => useAnswer(listCall, {});
/** The time and outcome of the last refresh from the partners; needs the permission to refresh. */
export const useLastRefresh = () => useAnswer(stateCall, {});
/**
 * Refreshes from TAL and CIS; rereads both lists also after a failure: one partner may have
 * answered.
 */
export const useRefresh = () => useCommand(refreshCall, { refreshes: [listCall, stateCall] });
