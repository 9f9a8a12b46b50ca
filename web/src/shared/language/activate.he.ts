import { i18n } from '@lingui/core';
import { isolateCatalogue } from '@portal/access/text/isolates';
import { messages } from '../../../texts/he.po';

// In a chunk of its own with the library, loaded before all others: texts at module level are
// translated when their chunk loads.
i18n.loadAndActivate({ locale: 'he', messages: isolateCatalogue(messages) });
