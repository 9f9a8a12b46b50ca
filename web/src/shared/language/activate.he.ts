import { i18n } from '@lingui/core';
import { isolateCatalogue } from '@portal/access/text/isolates';
import { messages } from '../../../texts/he.po';

// Stands with the library in a file of their own, which is read before all others: texts that never
// change are made as their files come.
i18n.loadAndActivate({ locale: 'he', messages: isolateCatalogue(messages) });
