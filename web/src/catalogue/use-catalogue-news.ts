import { endpoints } from '@portal/contract/gen/endpoints';
import { useNews } from '../shared/live/use-news.ts';
import { catalogueCall } from './api.ts';

/**
 * Keeps the catalogue page up to date: reloads the shown items when other staff change something.
 *
 */
export const useCatalogueNews = (): void =>
  useNews({
    stream: endpoints.catalogueEvents,
    topics: ['catalogue'],
    refreshes: [catalogueCall],
  });
