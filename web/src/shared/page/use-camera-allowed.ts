import { useEffect } from 'react';

/** A page that was reached without a load of its own has not been allowed the camera. */
export function useCameraAllowed(): void {
  useEffect(() => {
    const policy = (document as { featurePolicy?: { allowsFeature: (name: string) => boolean } })
      .featurePolicy;
    if (policy?.allowsFeature('camera') === false) window.location.reload();
  }, []);
}
