import type { Finding, SystemPart } from '@portal/contract/sessions/system-findings';

type FindingTexts = { [Part in SystemPart]: Record<Finding<Part>, string> };

const noDevice = (name: string) => ({
  not_found: `No ${name} was found.`,
  refused: `The browser may not use the ${name}.`,
  in_use: `Another program uses the ${name}.`,
  unsupported: `This browser cannot use a ${name}.`,
});

/** What is wrong, in a sentence that student and office read alike. */
export const findingTexts: FindingTexts = {
  browser: {
    phone_or_tablet: 'This is a phone or a tablet. The online exam needs a computer.',
    unsupported: 'The online exam needs a current Chrome, Edge or Firefox.',
  },
  camera: { ...noDevice('camera'), no_signal: 'The camera gives a dark picture.' },
  microphone: { ...noDevice('microphone'), no_signal: 'The microphone hears nothing.' },
  network: {
    slow: 'The connection is too slow for picture and sound.',
    offline: 'The connection was lost.',
  },
  screen: {
    too_small: 'The screen is too small.',
    second_screen: 'More than one screen is connected.',
  },
};

/** What the student can do about it. */
export const remedyTexts: FindingTexts = {
  browser: {
    phone_or_tablet: 'Open this page on a desktop or laptop computer.',
    unsupported: 'Update your browser, or open this page in one of these.',
  },
  camera: {
    not_found: 'Connect a camera, then check again.',
    refused: 'Allow the camera beside the address of this page, then check again.',
    in_use: 'Close other programs that may use the camera, then check again.',
    unsupported: 'Open this page in a current Chrome, Edge or Firefox.',
    no_signal: 'Open its cover and switch on a light, then check again.',
  },
  microphone: {
    not_found: 'Connect a microphone, then check again.',
    refused: 'Allow the microphone beside the address of this page, then check again.',
    in_use: 'Close other programs that may use the microphone, then check again.',
    unsupported: 'Open this page in a current Chrome, Edge or Firefox.',
    no_signal: 'Make sure that it is not muted and speak up, then check again.',
  },
  network: {
    slow: 'Move nearer to the router or use a cable, and stop other downloads.',
    offline: 'Make sure that you are online, then check again.',
  },
  screen: {
    too_small: 'Make the window as large as the screen, then check again.',
    second_screen: 'Only one may be used during the exam. Disconnect the others.',
  },
};

/** What is wrong with one part; undefined for what this version does not know. */
export const textOf = (
  texts: FindingTexts,
  part: SystemPart,
  finding: string,
): string | undefined => (texts[part] as Record<string, string>)[finding];

export const partNames: Readonly<Record<SystemPart, string>> = {
  browser: 'Browser',
  camera: 'Camera',
  microphone: 'Microphone',
  network: 'Connection',
  screen: 'Screen',
};
