import { api, send } from '../../shared/api/client.ts';
import { speak } from '../../shared/language/locale.ts';

const keepCall = api.saveLanguage;
/** The page waits no longer than this: signing in saves the choice, too. */
const TIMEOUT_MS = 3000;

/** Switches the language of the page, and of emails to the student. */
export const chooseLanguage = (other: string): Promise<void> =>
  speak(other === 'he' ? 'he' : 'en', (language) =>
    send(keepCall, { language }, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
  );
