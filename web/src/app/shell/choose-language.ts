import { api, send } from '../../shared/api/client.ts';
import { speak } from '../../shared/language/locale.ts';

const keepCall = api.saveLanguage;
/** The page is not kept waiting for longer: signing in keeps the choice, too. */
const PATIENCE_MS = 3000;

/** Speaks another language from now on, in mails to the student, too. */
export const chooseLanguage = (other: string): Promise<void> =>
  speak(other === 'he' ? 'he' : 'en', (language) =>
    send(keepCall, { language }, { signal: AbortSignal.timeout(PATIENCE_MS) }),
  );
