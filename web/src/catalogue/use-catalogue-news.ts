import { endpoints } from '@portal/contract/endpoints';
import { useNews } from '../shared/live/use-news.ts';
import { catalogueCall } from './api.ts';

/**
 * Keeps the page of the catalogue right: what is shown is asked for again when others changed
 * something. R-561
 */
export const useCatalogueNews = (): void =>
  useNews({
    stream: endpoints.catalogueEvents,
    topics: ['catalogue'],
    refreshes: [catalogueCall],
  });
