import type { Finding } from '@portal/contract/sessions/system-findings';
import Bowser from 'bowser';

/** The oldest that proctoring takes: all give camera, microphone and screen to a page. */
const CURRENT = { chrome: '>=109', edge: '>=109', firefox: '>=115' };

/** Returns a finding when the user agent names a browser that cannot run the exam, else null. */
export function tryBrowser(userAgent: string, touchPoints = 0): Finding<'browser'> | null {
  const browser = Bowser.getParser(userAgent);
  const platform = browser.getPlatformType(true);
  // an iPad calls itself a Mac
  const isTablet =
    platform === 'tablet' || (browser.getOSName(true) === 'macos' && touchPoints > 1);
  if (platform === 'mobile' || isTablet) return 'phone_or_tablet';
  return browser.satisfies(CURRENT) === true ? null : 'unsupported';
}
