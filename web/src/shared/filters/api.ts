import type { CallAnswer } from '@portal/contract/call';
import type { FilterTable } from '@portal/contract/saved-filters/filter-tables';
import type { getFilters } from '@portal/contract/saved-filters/saved-filters';
import { useAnswer, useCommand } from '../api/calls.ts';
import { api } from '../api/client.ts';

export type SavedFilter = CallAnswer<typeof getFilters>['filters'][number];
/** The account's own filters of a table and the shared ones, loaded when the menu opens. */
export const useFilters = (table: FilterTable, enabled: boolean) =>
  useAnswer(api.getFilters, { table }, { enabled, keepOld: true });

export const useSaveFilter = (onDone: () => void) =>
  useCommand(api.saveFilter, { refreshes: [api.getFilters], onDone });
