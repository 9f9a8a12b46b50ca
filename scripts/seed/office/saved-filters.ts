import { SavedFiltersServiceDefinition } from '@portal/proto/identity/v1/saved_filters';
import { asAdmin } from '../as.ts';
import { seedClient } from '../clients.ts';

const filters = seedClient(SavedFiltersServiceDefinition, 'IDENTITY_ADDR');

const shared = [
  {
    table: 'calendar',
    name: 'Women at Brooklyn',
    query: { view: 'list', branch: '13', gender: '2' },
    sharedWith: ['ROLE_SUPER_ADMIN', 'ROLE_SUPPORT', 'ROLE_ADVISOR'],
  },
  {
    table: 'catalogue',
    name: 'Retired exams',
    query: { part: 'exams', retired: '1' },
    sharedWith: ['ROLE_ADVISOR', 'ROLE_ADVISOR_ADMIN', 'ROLE_ADMISSIONS'],
  },
];

/** Two filters of `admin` that other roles see (C-O51). */
export async function seedSavedFilters(): Promise<void> {
  for (const [at, { query, ...filter }] of shared.entries()) {
    const known = await filters.listFilters(
      { table: filter.table },
      { ...asAdmin('look'), key: null },
    );
    if (known.filters.some(({ name }) => name === filter.name)) continue;
    await filters.saveFilter(
      { ...filter, query: JSON.stringify(query) },
      asAdmin(`saved-filter-${at}`),
    );
  }
}
