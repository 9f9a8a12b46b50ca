import { t } from '@lingui/core/macro';
import type { Finding, SystemPart } from '@portal/contract/sessions/system-findings';

type FindingTexts = { [Part in SystemPart]: Record<Finding<Part>, string> };

const noDevice = (name: string) => ({
  not_found: t`No ${name} was found.`,
  refused: t`The browser may not use the ${name}.`,
  in_use: t`Another program uses the ${name}.`,
  unsupported: t`This browser cannot use a ${name}.`,
});

/** The problem as a sentence, the same for student and office. */
export const findingTexts: FindingTexts = {
  browser: {
    phone_or_tablet: t`This is a phone or a tablet. The online exam needs a computer.`,
    unsupported: t`The online exam needs a current Chrome, Edge or Firefox.`,
  },
  camera: { ...noDevice('camera'), no_signal: t`The camera gives a dark picture.` },
  microphone: { ...noDevice('microphone'), no_signal: t`The microphone hears nothing.` },
  network: {
    slow: t`The connection is too slow for picture and sound.`,
    offline: t`The connection was lost.`,
  },
  screen: {
    too_small: t`The screen is too small.`,
    second_screen: t`More than one screen is connected.`,
  },
};

/** The student's possible remedy. */
export const remedyTexts: FindingTexts = {
  browser: {
    phone_or_tablet: t`Open this page on a desktop or laptop computer.`,
    unsupported: t`Update your browser, or open this page in one of these.`,
  },
  camera: {
    not_found: t`Connect a camera, then check again.`,
    refused: t`Allow the camera beside the address of this page, then check again.`,
    in_use: t`Close other programs that may use the camera, then check again.`,
    unsupported: t`Open this page in a current Chrome, Edge or Firefox.`,
    no_signal: t`Open its cover and switch on a light, then check again.`,
  },
  microphone: {
    not_found: t`Connect a microphone, then check again.`,
    refused: t`Allow the microphone beside the address of this page, then check again.`,
    in_use: t`Close other programs that may use the microphone, then check again.`,
    unsupported: t`Open this page in a current Chrome, Edge or Firefox.`,
    no_signal: t`Make sure that it is not muted and speak up, then check again.`,
  },
  network: {
    slow: t`Move nearer to the router or use a cable, and stop other downloads.`,
    offline: t`Make sure that you are online, then check again.`,
  },
  screen: {
    too_small: t`Make the window as large as the screen, then check again.`,
    second_screen: t`Only one may be used during the exam. Disconnect the others.`,
  },
};

/**
 * Returns the problem of one component as text; undefined for a problem unknown to this version.
 */
export const textOf = (
  texts: FindingTexts,
  part: SystemPart,
  finding: string,
): string | undefined => (texts[part] as Record<string, string>)[finding];

export const partNames: Readonly<Record<SystemPart, string>> = {
  browser: t`Browser`,
  camera: t`Camera`,
  microphone: t`Microphone`,
  network: t`Connection`,
  screen: t`Screen`,
};
