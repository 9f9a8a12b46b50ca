import { Button, Stack, Text } from '@mantine/core';
import type { SecondFactor } from './api.ts';
import { SecondStep } from './second-step.tsx';

interface SecondStepAgainProps {
  step: SecondFactor;
  onOver: () => void;
  /** To the login page, leaving what is below. */
  onClose: () => void;
}

/**
 * The second step over a covered page, which comes back by the answer (SessionWatch). A method is set
 * up at the login page alone: the codes that come with it must not go with the cover.
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
