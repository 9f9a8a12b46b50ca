import { Button, Stack, Text } from '@mantine/core';
import type { SecondFactor } from './api.ts';
import { SecondStep } from './second-step.tsx';

interface SecondStepAgainProps {
  step: SecondFactor;
  onOver: () => void;
  /** Goes to the login page, leaving the page below. */
  onClose: () => void;
}

/**
 * The second step over a covered page, which the answer uncovers (SessionWatch). Setting up a
 * method needs the login page: its recovery codes must not disappear with the cover.
 */
export const SecondStepAgain = ({ step, onOver, onClose }: SecondStepAgainProps) =>
  step.mustSetUp ? (
    <Stack gap="md">
      <Text>Your role needs a second step. Set it up now.</Text>
      <Button onClick={onClose}>Leave this page</Button>
    </Stack>
  ) : (
    <SecondStep step={step} onDone={() => {}} onOver={onOver} />
  );
